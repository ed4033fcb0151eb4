import { countOf } from '../../../../shared/words/counts.ts'

/** Texts of the form that Connection and Secrets share. */
export const formWords = {
  fillIn: (sender: string) => `Fill in the API of ${sender}`,
  fillInNote: (baseUrl: string, paths: number) =>
    `${baseUrl} and ${countOf(paths, 'object path')}. Your own paths stay.`,
  authUrl: 'Auth URL',
  baseUrl: 'Base URL',
  signatureHeader: 'Signature header',
  apiKeyHeader: 'Header of the key',
  ownScheme: 'Own scheme',
  /** Names of fields inside a sentence. */
  inSentence: {
    authUrl: 'auth URL',
    clientId: 'client id',
    audience: 'audience',
    username: 'username',
    password: 'password',
  },
  fillInFirst: (names: readonly string[]) => `Fill in ${listed(names)} first.`,
  giveAddress: 'Give an absolute address that starts with http:// or https://, for example https://api.example.com',
  giveHeaderName: 'A header name has letters, digits and hyphens only.',
  save: 'Save',
  saving: 'Saving …',
  saved: 'Saved.',
  notSaved: (count: number) => `${countOf(count, 'change')} not saved.`,
  /** Behind a refusal. */
  typedIsKept: 'What you typed is kept.',
  notJson: 'This is not a JSON object.',
  sayHeader: 'Say which header carries the signature.',
  sayPair: 'Say which pair has the signature, for example v1.',
  sayTimestamp: 'Say what the timestamp is called there.',
  saySeconds: 'Whole seconds, at most 86400; leave it empty when age does not matter.',
} as const

/** "one", "one and two", "one, two and three". */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
