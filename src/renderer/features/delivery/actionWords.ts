/** What can be done with a delivery: copied and handed over. */
export const copyWords = {
  menu: 'Copy as …',
  menuHint: 'Copy as cURL, HTTPie, .http, Node or Python (c copies as cURL for the shell of this system)',
  forms: {
    curl: 'cURL (bash, zsh)',
    'curl-powershell': 'cURL (PowerShell)',
    'curl-cmd': 'cURL (Windows cmd)',
    httpie: 'HTTPie (bash, zsh)',
    http: '.http file',
    node: 'Node (fetch)',
    python: 'Python (http.client)',
  },
  command: (form: string) => `Copy as ${form}`,
  withCredentials: 'With credentials',
  credentialsHint: 'Authorization, cookies and API keys are left out unless this is on.',
  done: (form: string, left: readonly string[]) =>
    left.length === 0
      ? `Copied as ${form}.`
      : `Copied as ${form}, without ${left.join(', ')}: they belong to one connection and are written again.`,
  notRead: 'The body could not be read, so nothing was copied. Try again.',
  notCopied: 'The clipboard did not take it. Click into the page and try again.',
} as const

export const handOverWords = {
  menu: 'Hand over …',
  menuHint: 'Copy a link, or download the delivery',
  json: 'Download as JSON',
  jsonHint: 'Everything but secrets; the body as it came',
  har: 'Download as HAR',
  harHint: 'For browsers and API clients',
  bytes: 'Download exact bytes',
  saved: (file: string) => `Saved as ${file}.`,
  notRead: 'The delivery could not be read whole, so nothing was saved. Try again.',
} as const
