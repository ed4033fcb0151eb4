/** Texts for copying and sharing a delivery. */
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
  credentialsHint: 'Authorization, cookies, tokens and API keys are left out unless this is on.',
  done: (form: string, left: readonly string[]) =>
    left.length === 0
      ? `Copied as ${form}.`
      : `Copied as ${form}, without ${left.join(', ')}: they belong to one connection and are written again.`,
  notRead: 'The body could not be read, so nothing was copied. Try again.',
} as const

/** Texts for saving a delivery as a fixture with its test. */
export const testCaseWords = {
  title: 'Save as test case',
  name: 'Name',
  nameHint: 'Small letters, digits and hyphens. Files of this name are replaced.',
  missing: 'Give it a name.',
  text: 'Saves a fixture and a test for node --test that posts it to your app, signed freshly with the secret in WEBHOOK_SECRET. Neither file holds a secret.',
  save: 'Save',
  cancel: 'Cancel',
  saved: (name: string, folder: string) => `${name}.json and ${name}.test.mjs saved in ${folder}`,
} as const
