import { type Mistake, ofKey, ofSecret } from '../explain/mistakes/mistake.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { hashOf } from '../explain/mistakes/families.ts'

/** A secret's text without what its form says of it: mistakes are made in what users type. */
function typedPart(text: string): { before: string; typed: string } {
  const before = /^(?:whsec_|pdl_ntfset_)/.exec(text)?.[0] ?? ''
  return { before, typed: text.slice(before.length) }
}

/** Changes the typed part at a place that is given in hundredths of its length. */
function typo(name: string, hundredths: number, change: (typed: string, at: number) => string | null): Mistake {
  return ofSecret('secret-typo', `${name} at ${hundredths} %`, (text) => {
    const { before, typed } = typedPart(text)
    const at = Math.floor((typed.length * hundredths) / 100)
    const made = change(typed, at)
    return made === null || made === typed ? null : before + made
  })
}

const lookalikes: Readonly<Record<string, string>> = {
  l: '1',
  '1': 'l',
  '0': 'O',
  O: '0',
  I: 'l',
  '5': 'S',
  S: '5',
  '8': 'B',
  m: 'n',
}

const typos: readonly Mistake[] = [
  ...[20, 55, 80].map((at) =>
    typo('a character is lost', at, (typed, index) => typed.slice(0, index) + typed.slice(index + 1)),
  ),
  ...[10, 60].map((at) =>
    typo('a character came twice', at, (typed, index) => typed.slice(0, index + 1) + typed.slice(index)),
  ),
  ...[35, 70].map((at) =>
    typo(
      'neighbours are swapped',
      at,
      (typed, index) =>
        typed.slice(0, index) + (typed[index + 1] ?? '') + (typed[index] ?? '') + typed.slice(index + 2),
    ),
  ),
  ...[5, 45, 90].map((at) =>
    typo(
      'another letter was typed',
      at,
      (typed, index) => typed.slice(0, index) + (typed[index] === 'k' ? 'j' : 'k') + typed.slice(index + 1),
    ),
  ),
  typo('a lookalike was typed', 0, (typed) => {
    const index = typed.split('').findIndex((character) => character in lookalikes)
    return index < 1 ? null : typed.slice(0, index) + (lookalikes[typed[index] ?? ''] ?? '') + typed.slice(index + 1)
  }),
  typo('one letter is in the wrong case', 0, (typed) => {
    const index = typed.search(/[a-z]/)
    return index < 1 ? null : typed.slice(0, index) + (typed[index] ?? '').toUpperCase() + typed.slice(index + 1)
  }),
]

/** The names that the senders' own guides give to the variable. */
const variables = [
  'STRIPE_WEBHOOK_SECRET',
  '$STRIPE_WEBHOOK_SECRET',
  'GITHUB_WEBHOOK_SECRET',
  '${GITHUB_WEBHOOK_SECRET}',
  'SLACK_SIGNING_SECRET',
  'process.env.SLACK_SIGNING_SECRET',
  '$GITLAB_TOKEN',
  'SHOPIFY_API_SECRET',
  '%SHOPIFY_API_SECRET%',
  'TWILIO_AUTH_TOKEN',
  '$TWILIO_AUTH_TOKEN',
  'SVIX_WEBHOOK_SECRET',
  'CLERK_WEBHOOK_SECRET',
  'PADDLE_WEBHOOK_SECRET',
  '{{ WEBHOOK_SECRET }}',
]

/** Whether atob takes the secret, where it should not be decoded. */
function isBase64(text: Buffer, scheme: SignatureScheme): boolean {
  return 'key' in scheme && scheme.key.decode === 'utf8' && /^[A-Za-z0-9+/]+={0,2}$/.test(text.toString())
}

/** Changes that users and deployments make to a secret, as seen in issue trackers and guides. */
export const freshSecrets: readonly Mistake[] = [
  ...typos,
  ofSecret('secret-doubled', 'pasted twice', (text) => text + text),
  ofSecret('secret-doubled', 'pasted twice, on two lines', (text) => `${text}\n${text}`),
  ...variables.map((name) => ofKey('secret-placeholder', `the name of the variable, ${name}`, () => name)),
  // echo "secret" | base64, put where the plain text belongs.
  ofKey(['secret-encoded', 'secret-whitespace'], 'base64 of a line', (text) =>
    Buffer.from(`${text.toString()}\n`).toString('base64'),
  ),
  ofKey('secret-encoded', 'base64 of base64', (text) => Buffer.from(text.toString('base64')).toString('base64')),
  ofKey(['secret-decoded', 'secret-charset'], 'atob, then the text as UTF-8', (text, { scheme }) =>
    isBase64(text, scheme) ? Buffer.from(Buffer.from(text.toString(), 'base64').toString('latin1')) : null,
  ),
  ofKey(['secret-decoded', 'secret-charset'], 'decoded from base64, then read as UTF-8', (text, { scheme }) =>
    isBase64(text, scheme) ? Buffer.from(Buffer.from(text.toString(), 'base64').toString()) : null,
  ),
  ofKey('secret-hashed', 'its SHA-1 as bytes', (text) => hashOf('sha1', text)),
  ofKey('secret-hashed', 'its SHA-512 in hex', (text) => hashOf('sha512', text).toString('hex')),
  ofSecret('secret-quotes', 'a quote only before it', (text) => `"${text}`),
  ofSecret('secret-quotes', 'a quote only after it', (text) => `${text}"`),
  ofSecret(['secret-whitespace', 'secret-cut'], 'a semicolon after it', (text) => `${text};`),
  ofSecret(['secret-whitespace', 'secret-cut'], 'a comma after it', (text) => `${text},`),
  ofKey(
    ['secret-other-environment', 'secret-previous'],
    'the secret before this one',
    () => 'another-secret-of-the-tests',
  ),
]
