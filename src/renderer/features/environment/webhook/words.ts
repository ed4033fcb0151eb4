import type { Application, WebhookConfigAsked, WebhookConfigPreview } from '../../../../shared/wireTypes.ts'
import { webhookTypes } from '../../../../shared/model.ts'
import { shortReceiverKey } from '../../../../shared/receiverKey.ts'

/** Texts of the Webhook config screen: the form, applying it, and the config at the service. */
export const webhookConfigWords = {
  title: 'Webhook',
  /** {name}: of the environment; {goLive}, {secrets}: links. */
  noneOfSender:
    'Does not apply: the webhooks of {name} are configured at the sender. {goLive} lists the steps, {secrets} has the signing secrets.',
  goLive: 'Setup',
  secrets: 'Secrets',
  /** {name}: of the environment. */
  lead: 'Tells the service of {name} where to send notifications, which ones, and with which secret to sign them.',
  /** For "Loading ...". */
  what: 'the webhook config',

  where: 'URL',
  url: 'URL',
  urlHint:
    'The address of this receiver. The key in its path is a secret; it is shown here because the address can be edited.',
  takeOwnUrl: "Use the receiver's address",
  enabled: 'Enabled',
  enabledHint: 'The service sends only while this is on.',
  sentDisabled: 'The service took this with Enabled off: it sends nothing until you turn Enabled on and apply again.',
  signedWith: 'Secret',
  secret: 'Shared secret',
  generate: 'Generate',
  newSecret: 'New. It is kept sealed, and used from the moment you apply.',
  replacesSecret: (fingerprint: string) =>
    `New. The current one (fingerprint ${fingerprint}) goes on verifying what was signed with it.`,
  noSecret: 'None yet. Generate one, or paste the one that you agreed on.',
  keepsSecret: (fingerprint: string) => `Fingerprint ${fingerprint}. Leave it as it is to keep it.`,
  which: 'Event types',
  types: 'Types',
  others: 'Other types',
  othersHint: 'Types that the service has added since. Leave it empty if you know of none.',
  otherExample: 'refund',
  /** Names the list of chips. */
  givenOthers: 'Types beyond the ten',
  addOther: 'Add type',
  removeOther: (type: string) => `Remove the type ${type}`,
  otherAdded: (types: string) => `Added: ${types}.`,
  otherRemoved: (type: string) => `Removed: ${type}.`,
  otherGoesAlong: 'It is included when you apply. Press Enter to add more.',
  otherKnown: (type: string) => `"${type}" is one of the ten above: tick it there.`,
  otherTwice: (type: string) => `"${type}" is in the list already.`,
  otherLong: 'A type has at most 200 characters.',
  otherTooMany: 'At most 90 other types can be given.',
  otherCharacters: 'A type has letters, digits, ".", "_", "-", ":" and "/" only, for example refund or card-dispute.',

  giveUrl: 'Give an absolute address that starts with http:// or https://, without a user name or password in it.',
  giveSecret: 'Without a shared secret nothing can be verified. Generate one, or leave the config disabled.',
  onlyThisMachine: (host: string) =>
    `${host} is this machine only: a service elsewhere cannot reach it. Give the public address of a tunnel or proxy that passes requests on to the receiver.`,
  otherPath: (path: string) =>
    `The path differs from the receiver's (${path}). A proxy in between has to restore it, or requests are answered 404.`,
  noType: 'No type is chosen, so the service has nothing to send.',
  openTunnel: 'Open a tunnel',
  mendFirst: 'Fix the fields above first.',

  changes: 'What will change',
  changesLead: 'Compared with what this app applied last.',
  changesLeadFirst: 'This app has applied nothing yet, so all of it is new; what the service holds is not known.',
  sending: 'What is sent',
  sendings: { changed: 'Only what changed', all: 'All four fields' },
  /** For screen readers, before a value. */
  before: 'before: ',
  after: 'after: ',
  body: 'The body that is sent',

  apply: 'Apply',
  /** Nothing has changed, and all of it is sent. */
  applyAgain: 'Apply again',
  asking: 'Asking the service …',
  neverApplied: 'Never applied by this app: what the service holds is not known.',
  /** {ago}: such as "4 min ago"; {status}: of HTTP. */
  lastApplied: 'Last applied {ago}, answered {status}.',
  typedIsKept: 'What you typed is kept.',
  lookAtAccess: 'Open Connection',

  said: 'What the service said',
  sentNothing:
    'Nothing was sent, because nothing differs from what was applied last. Choose "All four fields" to send it once more.',
  sent: (labels: string) => `Sent: ${labels}.`,

  drift: "The service's webhook config is out of date.",
  repair: 'Repair',
  /** {fields}: such as "Types: payment"; while there are changes that are not applied. */
  repairSends: (fields: string) =>
    `Repair sends what was wanted before your changes below: ${fields}. Your changes stay; Apply sends them.`,

  history: 'Change history',
  historyLead: 'Newest first, with those that failed; the last 50 are kept.',
  historyEmpty: 'Nothing yet. Each apply is kept here, with what was sent and what the service answered.',
  historyTable: 'History of applications',
  historyHead: ['When', 'What was sent', 'Why', 'Answer'],
  showAll: (count: number) => `Show all ${count}`,

  held: 'What the service holds',
  heldLead: 'Not every service supports this. Asking changes nothing.',
  ask: 'Ask the service',
  /** {ago}: such as "4 min ago". */
  asked: 'Asked {ago}.',
  heldHead: ['Field', 'The service says', 'Applied here', 'Compared'],
  never: 'never',
  answer: 'Its answer, with secrets left out',
} as const

/** Automatic updates of the service. */
export const followWords = {
  title: 'Automatic updates',
  lead: 'Updates that Hookscope makes at the service without a click. These switches take effect at once.',
  followTunnel: 'Follow the tunnel',
  followTunnelHint: 'When the tunnel gets another public URL, an enabled webhook config is applied again with it.',
  onQuit: 'When Hookscope quits',
  leave: 'Leave it',
  leaveHint: 'The service goes on sending; what it sends while the app is closed does not arrive.',
  disable: 'Disable it',
  disableHint: 'The service sends nothing until the config is applied again.',
  restore: 'Restore what was before',
  restoreHint: 'The service gets back the webhook config that it had before this start, such as another URL.',
} as const

/** The four fields of a webhook-config, as their labels. */
export const fieldLabels = {
  url: 'URL',
  enabled: 'Enabled',
  sharedSecret: 'Shared secret',
  webhookTypes: 'Types',
} as const

/** Texts for field values that are not texts. */
export const valueNames = {
  fingerprint: (fingerprint: string) => `fingerprint ${fingerprint}`,
  none: 'none',
  unknown: 'unknown',
  yes: 'yes',
  no: 'no',
  allTypes: 'all ten',
  allTypesBut: (types: string) => `all ten but ${types}`,
  andTypes: (types: string, others: string) => `${types}, and ${others}`,
} as const

/** Sentences about the fields that an apply would send. */
export const sendingSentences = {
  nothing: 'Nothing differs from what is known of the service, so nothing would be sent.',
  sent: (labels: string) => `Will be sent: ${labels}.`,
  again: (labels: string) => `Of these as before: ${labels}.`,
  allAgain: 'All as before.',
  left: (labels: string) => `Different and yet not sent: ${labels}.`,
} as const

/** Texts about past applies and the config at the service. */
export const historyNames = {
  by: { person: 'manually', tunnel: 'the tunnel moved', quit: 'the app quit', repair: 'repaired' },
  nothing: 'nothing',
  noToken: 'no token',
  noAnswer: 'no answer',
  refused: (status: number) => `${status}, refused`,
  failed: (status: number) => `${status}, failed`,
  same: 'the same',
  differs: 'differs',
  cannotCompare: 'cannot be compared',
  notSaid: 'not said',
  hiddenSecret: 'hidden by the service',
  notReadable: 'not readable',
} as const

/** Lists the sent fields: "URL: https://… · Enabled: yes". */
export function sentWords(sent: Application['sent']): string {
  if (sent.length === 0) return historyNames.nothing
  return sent.map(({ field, value }) => `${fieldLabels[field]}: ${valueWords(field, value)}`).join(' · ')
}

/** The outcome of an apply. Without a token the service is not asked. */
export function outcomeWords({ asked, status, problem }: Pick<Application, 'asked' | 'status' | 'problem'>): string {
  if (status === null) return asked ? historyNames.noAnswer : historyNames.noToken
  if (problem === null) return `${status}`
  return status >= 500 ? historyNames.failed(status) : historyNames.refused(status)
}

/** Compares the value at the service with the applied one. */
export function comparedWords({ same, told }: Pick<WebhookConfigAsked['fields'][number], 'same' | 'told'>): string {
  if (same === true) return historyNames.same
  if (same === false) return historyNames.differs
  return told ? historyNames.cannotCompare : historyNames.notSaid
}

/** A field's value at the service; "not said" when the answer lacks it. */
export function heldWords({ field, told, held }: WebhookConfigAsked['fields'][number]): string {
  if (!told) return historyNames.notSaid
  if (held === null) return field === 'sharedSecret' ? historyNames.hiddenSecret : historyNames.notReadable
  return valueWords(field, held)
}

export type ConfigField = WebhookConfigPreview['fields'][number]['field']
export type FieldValue = WebhookConfigPreview['fields'][number]['before']

/** Human-readable value of a field: a secret as its fingerprint, a receiver address with a shortened key. Pure. */
export function valueWords(field: ConfigField, value: FieldValue): string {
  if (field === 'sharedSecret') return typeof value === 'string' ? valueNames.fingerprint(value) : valueNames.none
  if (value === null) return valueNames.unknown
  if (typeof value === 'boolean') return value ? valueNames.yes : valueNames.no
  if (typeof value === 'string') return value === '' ? valueNames.none : shortReceiverKey(value)
  return typeWords(value)
}

/** "all ten", "none", "payment, kyc"; when nearly all: "all ten but nft". */
export function typeWords(types: readonly string[], none: string = valueNames.none): string {
  if (types.length === 0) return none
  const missing = webhookTypes.filter((type) => !types.includes(type))
  const others = types.filter((type) => !webhookTypes.some((known) => known === type))
  if (missing.length > 3) return types.join(', ')
  const head = missing.length === 0 ? valueNames.allTypes : valueNames.allTypesBut(missing.join(', '))
  return others.length === 0 ? head : valueNames.andTypes(head, others.join(', '))
}
