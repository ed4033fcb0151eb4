import { countOf, groupDigits, ordinal } from '../../../../shared/words/counts.ts'
import type { AnswerEnding } from '../../../../shared/codes/responses.ts'
import type { ContractResult } from '../../../../shared/wireTypes.ts'

/** Texts of the delivery pane: its head, tabs and actions. */
export const deliveryWords = {
  filterByValue: 'Filter by this value',
  excludeValue: 'Exclude this value',
  delivery: 'Delivery',
  noneChosen: 'No delivery chosen',
  noneChosenHint: 'Choose one in the list to see its bytes, its signature and the object it names.',
  loading: 'the delivery',
  tryAgain: 'Try again',
  request: (method: string) => `${method} request`,
  deliveryId: (id: string) => `delivery ${id}`,
  copyDeliveryId: "the delivery's id",
  parts: 'Parts of this delivery',
  tabs: {
    overview: 'Overview',
    body: 'Body',
    headers: 'Headers',
    signature: 'Signature',
    object: 'Object',
    attempts: 'Attempts',
  },
  runAgainHint: 'Fetch the object once more (f)',

  notification: 'Notification',
  object: 'Object',
  objectId: 'Object id',
  copyObjectId: "the object's id",
  action: 'Action',
  notificationId: 'Notification id',
  copyNotificationId: "the notification's id",
  repeated: 'A delivery with this id had arrived before: this one is a repetition, and was not followed up again.',
  created: 'Created',
  copyCreated: 'the moment of its creation',
  organization: 'Organization',
  copyOrganizationId: "the organization's id",
  bytesKept: 'The bytes are kept as they came; the Body tab shows them.',

  requestPart: 'Request',
  received: 'Received',
  requestLine: 'Request line',
  lineOf: (method: string, target: string, version: string) => `${method} ${target} HTTP/${version}`,
  body: 'Body',
  bytes: (count: number) => `${groupDigits(count)} bytes`,
  sha256: 'SHA-256',
  copySha256: 'the SHA-256 of the body',
  from: 'From',
  notAnswered: 'nothing',
  answered: 'Answered',
  notComplete:
    'Incomplete: it was larger than the limit, or the sender disconnected early. The part that arrived is kept.',
  announced: (count: number) => `Content-Length announced ${groupDigits(count)} bytes.`,

  headers: 'Headers',
  trailers: 'Trailers',
  headersAsCame: 'In order of arrival, spelled as they came',
  headersNormalised: (tunnel: string) => `As normalised by the tunnel (${tunnel}), in order of arrival`,
  copyAllHeaders: (redacted: boolean) => (redacted ? 'all headers without credentials' : 'all headers'),
  headerName: 'Name',
  headerValue: 'Value',

  way: 'The way of this delivery',
  timesTell: 'Latency notes',
} as const

/** Texts of the comparison of a notification with its object. */
export const saidWords = {
  said: 'Notification',
  isTrue: 'Object at the service',
  isTrueOf: (sender: string) => `Object at ${sender}`,
  theBody: 'the body',
  wholeBody: 'Open in Body',
  history: 'Show changes and response',
  emptyBody: 'The body is empty.',
  notText: 'The body is not UTF-8 text. The Body tab shows its bytes.',
  largeBody: (size: string) => `The body is large (${size}). The Body tab shows all of it.`,
  largeObject: (size: string) => `The object is large (${size}). The Object tab shows all of it.`,
  firstSnapshot: 'First snapshot of this object.',
  notComparable: 'Not comparable with the snapshot before: one of the two is not JSON, or too large.',
  changed: (count: number) =>
    count === 0
      ? 'Same as the snapshot before.'
      : `${count} ${count === 1 ? 'field' : 'fields'} changed since the snapshot before.`,
  was: (before: string) => `was ${before}`,
  isNew: 'new',
  movedFrom: (path: string) => `moved from ${path}`,
  gone: (path: string, before: string) => `− ${path}: ${before}`,
  changesNull: "The sender didn't list what changed.",
  details: 'Details',
} as const

/** Texts about the follow-up and other attempts. */
export const attemptWords = {
  none: 'No requests have been made for this delivery yet.',
  kinds: { 'follow-up': 'Follow-up', forward: 'Forward', replay: 'Replay', confirmation: 'Confirmation' },
  forwarded: ({ rule, nth, most, again }: { rule: string; nth: number; most: number; again: boolean }) =>
    `${rule}, try ${nth} of ${most}${again ? ', sent again' : ''}`,
  sentAgain: 'Sent again: Hookscope ended while this delivery was on its way, so your app may have got it already.',
  nextTry: 'Next try',
  noAnswer: 'No answer',
  signedAnew: 'signed again',
  signedWith: (fingerprint: string) => `signed again with ${fingerprint}`,
  requestBody: 'Body that was sent',
  character: 'character',
  openInReplay: 'Open in Replay',
  edited: 'with another body',
  asItCame: 'as it came',
  request: 'Request',
  requestHeaders: 'Request headers',
  answerHeaders: "Answer's headers",
  line: 'line',
  answer: 'Answer',
  answerBody: "The answer's body",
  answerLonger: 'The answer was longer; this is what is kept of it.',
  when: 'When',
  noStatus: 'none',
  took: (duration: string) => ` in ${duration}`,
  theObject: 'The object',
  whatAnswered: 'Response from the service',
  difference: 'Difference',
  differenceBefore: 'Difference to the snapshot before',
  storyOf: "the object's story",
  nothingFetched: 'Nothing was fetched for this delivery, so there is nothing to compare.',
} as const

export const handOverWords = {
  menu: 'Hand over …',
  menuHint: 'Copy a link, or download the delivery',
  exportHint: 'As a case file or another format, with personal data left out as you choose',
  json: 'Download as JSON',
  jsonHint: 'Everything but secrets; the body as it came',
  har: 'Download as HAR',
  harHint: 'For browsers and API clients',
  bytes: 'Download exact bytes',
  saved: (file: string) => `Saved as ${file}.`,
  notRead: 'The delivery could not be read whole, so nothing was saved. Try again.',
} as const

/** A part of a header's value, explained. */
interface HeaderPart {
  name: string
  value: string
  /** The value identifies something in other tools, such as a trace. */
  isId?: true
}

const words = {
  trace: 'trace',
  parent: 'parent',
  flags: 'flags',
  sampled: (flags: string) => `${flags}, sampled`,
  notSampled: (flags: string) => `${flags}, not sampled`,
  app: 'app',
  note: 'note',
  notATrace: 'not a valid traceparent: version, 32 hex digits, 16 hex digits and flags, none of the ids all zero',
  notAState: 'not a valid tracestate: a list of name=value',
} as const

/** Splits the value of a header with a known format into parts, or returns null. Pure. */
export function explainHeader(name: string, value: string): HeaderPart[] | null {
  switch (name.toLowerCase()) {
    case 'traceparent':
      return traceparentParts(value)
    case 'tracestate':
      return tracestateParts(value)
    case 'request-context':
      return requestContextParts(value)
    default:
      return null
  }
}

/** W3C Trace Context, version 00: version, trace id, parent id and flags in lower-case hex. */
function traceparentParts(value: string): HeaderPart[] {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(value.trim())
  const [, version = 'ff', traceId = '', parentId = '', flags = ''] = match ?? []
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId)) {
    return [{ name: words.note, value: words.notATrace }]
  }
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  return [
    { name: words.trace, value: traceId, isId: true },
    { name: words.parent, value: parentId, isId: true },
    { name: words.flags, value: sampled ? words.sampled(flags) : words.notSampled(flags) },
  ]
}

/** W3C Trace Context: up to 32 `vendor=value`, the newest first; a vendor may follow its tenant (`tenant@vendor`). */
function tracestateParts(value: string): HeaderPart[] | null {
  const members = value.split(',').map((member) => member.trim())
  const pairs = members.filter((member) => member !== '').map((member) => /^([^=\s]+)=([\x20-\x7e]*)$/.exec(member))
  if (pairs.length === 0) return null
  const parts = pairs.flatMap((pair) => (pair?.[1] === undefined ? [] : [{ name: pair[1], value: pair[2] ?? '' }]))
  return parts.length === pairs.length ? parts : [{ name: words.note, value: words.notAState }]
}

/** Such as "appId=cid-v1:7d5a0a4e-...": comma separated pairs. The app's id follows its version. */
function requestContextParts(value: string): HeaderPart[] | null {
  const pairs = value.split(',').map((pair) => /^([^=\s]+)=(.*)$/.exec(pair.trim()))
  const parts = pairs.flatMap((pair): HeaderPart[] => {
    if (pair?.[1] === undefined) return []
    const [, app] = /^cid-v1:(\S+)$/.exec(pair[2] ?? '') ?? []
    return app === undefined ? [{ name: pair[1], value: pair[2] ?? '' }] : [{ name: words.app, value: app, isId: true }]
  })
  return parts.length === pairs.length ? parts : null
}

/** Texts about a recognised sender that differs from the one its environment checks for. */
export const looksLikeWords = {
  title: 'Recognised sender',
  /** {sender}: its name. */
  looksLike: 'Looks like {sender}',
  evidence: { header: 'header', body: 'field' },
  checkedAs: (label: string) => `This environment checks deliveries as: ${label}.`,
  ownScheme: 'own scheme',
  apply: 'Use this sender',
  applyTo: (label: string) => `Use this sender: ${label}`,
  applyHint: 'Changes the sender of this environment, and checks and reads all its stored deliveries again',
  /** {environments}: link to the environments, labeled `environments`. */
  otherEnvironment: 'This environment belongs to the service. Create one for this sender under {environments}.',
  environments: 'Environments',
  dismiss: 'Dismiss',
} as const

/** Texts about a request with which a sender verified the address. */
export const handshakeWords = {
  title: 'Handshake',
  outcome: {
    answered: 'The sender checked this address. Hookscope stored the request, then answered as the sender expects.',
    'to-confirm': 'The sender asks to confirm a subscription. Nothing is sent before you confirm it.',
    refused: 'It got the ordinary answer.',
  },
  checked: 'Checked',
  answered: 'Answered',
  emptyBody: '(empty)',
  offered: (fingerprint: string) =>
    `It brought a new secret, fingerprint ${fingerprint}. Anyone who knows the address can send one, so it counts only after you accept it.`,
  accept: 'Accept secret',
  drop: 'Drop it',
  accepted: 'The secret is accepted. Stored deliveries are checked again with it.',
  confirm: 'Confirm subscription',
  confirmNote: 'This fetches the address in the request once, at AWS only, without credentials.',
  confirmed: 'The subscription is confirmed. AWS SNS sends notifications from now on.',
  notConfirmed: (status: number) =>
    `AWS SNS answered ${status}. The link is valid for three days; request a new confirmation in the AWS console.`,
} as const

/** An opened delivery whose environment is not in use. */
export const otherEnvironmentWords = {
  /** @param name null: the environment was deleted */
  isOf: (name: string | null, active: string) =>
    `This delivery is from ${name ?? 'a deleted environment'}. The list shows ${active}.`,
  change: (name: string) => `Switch to ${name}`,
} as const

/** Texts about a delivery from a case file. */
export const foreignWords = {
  from: (name: string, id: string, verdict: string) =>
    `Delivery ${id} out of ${name}. Verdict in the file: ${verdict}.`,
  replaced: (count: number) => `${count} ${count === 1 ? 'value was' : 'values were'} replaced`,
}

/** Texts about a delivery's answer, and the sender's next steps. */
export const answerWords = {
  title: 'Answer',
  answer: 'Answer',
  nth: (nth: number) => `${ordinal(nth)} match of this rule.`,
  delay: 'Delay',
  ending: 'Response',
  endings: {
    sent: 'sent in full',
    truncated: 'truncated on purpose',
    reset: 'connection reset on purpose',
    'sender-gone': 'the sender closed the connection before the answer',
    'sent-early': 'sent before its delay was over',
    waiting: 'waiting',
    unknown: 'not known: Hookscope ended before it was sent',
  } satisfies Record<AnswerEnding, string>,
  next: 'What the sender did',
  came: 'Came',
  after: 'After',
  documented: 'Documented',
  fit: {
    'as-documented': (wait: string) => `${wait}, as documented`,
    earlier: (wait: string) => `${wait}, came earlier`,
    later: (wait: string) => `${wait}, came later`,
  },
  answered: 'Answered',
  none: 'none',
  nothingSince: 'It has not sent this notification again since.',
  schedule: (waits: readonly string[], source: string, isDocumented: boolean) => {
    const what =
      waits.length === 0 ? 'The sender does not try again.' : `The sender tries again after ${waits.join(', ')}.`
    return `${what} (${source}${isDocumented ? '' : ', not confirmed'})`
  },
}

/** Texts of what a contract says about a delivery. */
export const contractPanelWords = {
  title: 'Contract',
  loading: 'what the contract says',
  heads: {
    held: (message: string) => `Fits ${message}.`,
    violated: (message: string, count: number) => `${countOf(count, 'violation')} of ${message}.`,
    unmatched: () => 'Matches no message of the contract.',
    unfinished: (message: string) => (message === '' ? 'Not validated.' : `Not validated against ${message}.`),
  },
  pointer: 'Place',
  rule: 'Rule',
  expected: 'Expected',
  found: 'Found',
  nothing: 'nothing',
  body: '(body)',
  showAll: (count: number) => `Show all ${count}`,
  more: (count: number) => `${count} more.`,
  open: 'Open contract',
} as const

/** How the message was found, as a sentence. Pure. */
export function matchedWords({ matched }: ContractResult): string | null {
  if (matched === null) return null
  if (matched.by === 'only') return 'It is the only message of the contract.'
  const evidence = matched.evidence.map(({ place, value }) => `${place} is ${value}`).join(' and ')
  const by =
    matched.by === 'name' ? 'Matched by name' : `Matched by its ${matched.by === 'header' ? 'headers' : 'fields'}`
  return `${by}: ${evidence}.`
}
