/** What can be done with a delivery: copied, handed over, sent again. */
export const copyWords = {
  menu: 'Copy as …',
  menuHint: 'Copy as cURL, HTTPie, .http, Node or Python (c copies as cURL)',
  forms: {
    curl: 'cURL',
    httpie: 'HTTPie',
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
      : `Copied as ${form}, without ${left.join(', ')}: they belong to one connection and are written anew.`,
  notRead: 'The body could not be read, so nothing was copied. Try again.',
  notCopied: 'The clipboard did not take it. Click into the page and try again.',
} as const

export const handOverWords = {
  menu: 'Hand over …',
  menuHint: 'Copy a link, or download the delivery',
  link: 'Copy link',
  linkCopied: 'Link copied. It opens where this page runs, for whoever may open it.',
  json: 'Download as JSON',
  jsonHint: 'Everything but secrets; the body as it came',
  har: 'Download as HAR',
  harHint: 'For browsers and API clients',
  bytes: 'Download exact bytes',
  saved: (file: string) => `Saved as ${file}.`,
  notRead: 'The delivery could not be read whole, so nothing was saved. Try again.',
} as const

/** What the dialog says that sends a delivery again. */
export const replayWords = {
  button: 'Replay',
  buttonHint: 'Send this delivery again to an address of your choice (r)',
  title: 'Replay this delivery',
  alsoFoundBy: 'send again resend repeat',
  address: 'Address',
  addressExample: 'http://127.0.0.1:3000/webhooks',
  addressHint: 'It is sent exactly there, once, and no redirect is followed.',
  addressMissing: 'Give a whole address that starts with http:// or https://.',
  sendTo: 'Send to:',
  suggestions: 'Addresses to choose from',
  lastUsed: 'used last',
  forwarded: 'forwarded there',
  ourReceiver: 'this receiver',
  signature: 'Signature',
  received: 'As it came',
  anew: 'Signed anew now',
  receivedNote:
    'The same bytes and headers, but for those of the connection. A timestamp that was signed along is as old as the delivery.',
  anewNote: 'The current shared secret of its environment signs it, with a fresh timestamp where the scheme has one.',
  edit: 'Edit the body',
  editNote: 'What you type is sent in place of the bytes that came.',
  notText: 'The body is not text, so it cannot be edited here. It is sent byte for byte.',
  tooLarge: 'The body is too large to be edited here. It is sent byte for byte.',
  body: 'Body',
  bodyAsCame: 'Back to what came',
  willNotFit: 'The signature that came does not fit another body. Have it signed anew, unless that is what you test.',
  willNotBeWhole: 'Only the beginning of this delivery is known. Edit the body to send it all the same.',
  toReceiver: "Send it to Hookscope's own receiver",
  toReceiverNote: 'It then comes in once more, as a new delivery.',
  send: 'Send',
  sending: 'Sending …',
  close: 'Close',
  result: 'What came of it',
  answered: (status: number) => `Answered ${status}`,
  noAnswer: 'No answer',
  request: 'Request',
  answer: "The answer's body",
  noBody: 'The answer has no body.',
  showAttempt: 'Show in Attempts',
} as const
