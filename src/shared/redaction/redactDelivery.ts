import { base64Of } from '../basics/base64.ts'
import { mapTexts } from '../basics/mapTexts.ts'
import { namesSignature, redacted, requestWithoutCredentials } from '../credentials.ts'
import { headerLinesValue } from '../headers.ts'
import type { HeaderLine } from '../model.ts'
import { splitReceiverTarget } from '../receiverKey.ts'
import type { DeliveryFile } from '../wireTypes.ts'
import { meaningOf, namesPerson } from './fieldNames.ts'
import { literalsOf, type ReplaceLiterals } from './literals.ts'
import { hideIn, type HiddenText, redactBytes, type RedactedBytes, spelledOut } from './redactBytes.ts'
import { noteOfRedactions } from './redactionNote.ts'
import { redactPlain, redactText, type Search } from './redactText.ts'
import { markOf, markStart, type OnHit, type RedactionKind, type RedactionRules } from './rules.ts'
import { bodyWithoutSecrets, withoutSecrets } from './withoutSecrets.ts'

type FileDelivery = DeliveryFile['delivery']
type FileAttempt = FileDelivery['attempts'][number]
type Redactions = DeliveryFile['redactions']
type Place = NonNullable<Redactions['places']>[number]

/** Number of places that are named one by one. */
const maxPlaces = 200

/** A delivery with its bytes before it is handed over; `before`: what was replaced in it already, where it came from a file. */
export interface HandedOver {
  delivery: FileDelivery
  bytes: Uint8Array
  before?: Pick<DeliveryFile, 'body' | 'redactions'>
}

export interface RedactionContext {
  rules: RedactionRules
  /** Hidden everywhere, in addition to what the delivery itself names: hosts of tunnels, fingerprints that are left out. */
  hidden: readonly HiddenText[]
  /** Its signature covers the public address. */
  signsAddress: boolean
  onHit?: OnHit
}

/**
 * A delivery as one value for a file: without credentials, and without the parts that the user chose to leave out. Where that changes
 * the body, neither its hash nor its signature goes along. A value that is replaced in one place is replaced in all. Doing
 * it again changes nothing. Pure.
 */
export function redactDelivery(handed: HandedOver, context: RedactionContext): DeliveryFile {
  const { delivery, bytes, before } = handed
  const { rules } = context
  const hits = collectHits(before?.redactions, context.onHit)
  const values = new Set<string>()
  const searchOf = (part: string, literals: ReplaceLiterals | null): Search => ({
    rules,
    // Parts with their own form have had their credentials replaced by now.
    credentials: part === 'body' ? !rules.exactBodies : part !== '',
    literals,
    onHit: (hit) => {
      if (hit.kind !== 'value' && hit.before !== '') values.add(hit.before)
      hits.add({ ...hit, at: `${part}${hit.at}` })
    },
  })
  const hidden = spelledOut([...context.hidden, ...hiddenOf(delivery)])
  const clean = requestWithoutCredentials(delivery)
  const isFirst = before === undefined
  const plain = isFirst ? bodyWithoutSecrets(delivery, bytes) : bytes
  const tokenGone = plain !== bytes
  const found = redactOnce(plain, delivery, searchOf('body', null), hidden)
  const shown = redactParts(withoutSecrets(delivery), searchOf, hidden)
  const literals = literalsOf(values)
  const body = literals === null ? found : redactOnce(found.bytes, delivery, searchOf('body', literals), [])
  const isUnread = body.unread !== null && (rules.personal.length > 0 || rules.pointers.length > 0)
  const isChanged = body.bytes !== plain || (isUnread && plain.length > 0)
  const swept = sweep(shown, searchOf('', literals), hidden)
  const redactions: Redactions = {
    headers: union(before?.redactions.headers, clean.headers),
    parameters: union(before?.redactions.parameters, clean.parameters),
    proof: before?.redactions.proof ?? proofOf(tokenGone, clean.proof, context.signsAddress, delivery),
    ...bodyState(before?.redactions.body, isChanged, isUnread),
    ...(body.unread === null && before?.redactions.unread === undefined
      ? {}
      : { unread: before?.redactions.unread ?? body.unread ?? 'binary' }),
    ...hits.done(),
  }
  const isBodyGone = redactions.body !== undefined
  const final = isBodyGone ? withoutProofOfBody(swept, delivery) : swept
  return {
    format: 'hookscope-delivery',
    version: 1,
    delivery: rules.fingerprints === 'left-out' ? withoutFingerprints(final) : final,
    body:
      before !== undefined && !isChanged
        ? before.body
        : {
            base64: isUnread ? '' : base64Of(body.bytes),
            size: isUnread ? delivery.size : body.bytes === bytes ? delivery.size : body.bytes.length,
            complete: !delivery.truncated && !tokenGone && !isUnread,
            sha256: isBodyGone || tokenGone ? redacted : final.sha256,
          },
    redactions,
    note: noteOfRedactions(redactions),
  }
}

function redactOnce(
  bytes: Uint8Array,
  { headers }: FileDelivery,
  search: Search,
  hidden: readonly HiddenText[],
): RedactedBytes {
  const contentType = headerLinesValue(headers, 'content-type')
  return redactBytes(
    bytes,
    { contentType, contentEncoding: headerLinesValue(headers, 'content-encoding') },
    search,
    hidden,
  )
}

function bodyState(before: Redactions['body'], isChanged: boolean, isUnread: boolean): Pick<Redactions, 'body'> {
  if (isChanged) return { body: isUnread ? 'left-out' : 'redacted' }
  return before === undefined ? {} : { body: before }
}

function proofOf(
  tokenGone: boolean,
  header: string | null,
  signsAddress: boolean,
  { target }: FileDelivery,
): Redactions['proof'] {
  if (tokenGone) return 'body'
  if (header !== null) return 'header'
  return signsAddress && splitReceiverTarget(target) !== null ? 'address' : null
}

function union(before: readonly string[] = [], now: readonly string[]): string[] {
  return [...new Set([...before, ...now])]
}

/** Hits in order, each place once for each kind, the first ones by name. */
function collectHits(before: Redactions | undefined, onHit: OnHit | undefined) {
  const places = new Map<string, Place>((before?.places ?? []).map((place) => [`${place.kind} ${place.at}`, place]))
  let more = before?.more ?? 0
  return {
    add(hit: { kind: RedactionKind; at: string; before: string; after: string }) {
      onHit?.(hit)
      const at = hit.at.slice(0, 300)
      const key = `${hit.kind} ${at}`
      if (places.has(key)) return
      if (places.size < maxPlaces) places.set(key, { at, kind: hit.kind })
      else more += 1
    },
    done: (): Pick<Redactions, 'places' | 'more'> =>
      places.size === 0 ? {} : { places: [...places.values()], ...(more === 0 ? {} : { more }) },
  }
}

/** The hosts by which the receiver was reached from outside: who knows them and a key can post. */
function hiddenOf({ tunnel, headers }: FileDelivery): HiddenText[] {
  const named = [
    tunnel === null || !URL.canParse(tunnel.publicUrl) ? '' : new URL(tunnel.publicUrl).host,
    ...headers.flatMap(([name, value]) =>
      /^(?:host|x-forwarded-host|x-original-host|x-forwarded-server)$/i.test(name) ? value.split(',') : [],
    ),
    ...headers.flatMap(([name, value]) =>
      /^forwarded$/i.test(name) ? (/host="?([^;,"]+)/i.exec(value)?.[1] ?? []) : [],
    ),
  ]
  const hosts = new Set(named.map((host) => host.trim()).filter(isPublicHost))
  return [...hosts].map((text) => ({ text, mark: '[tunnel-host]' }))
}

function isPublicHost(host: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(host) && !/^127\.|^localhost(?::|$)/.test(host)
}

/** The parts of a delivery that have a form of their own. */
function redactParts(
  delivery: FileDelivery,
  searchOf: (part: string, literals: null) => Search,
  hidden: readonly HiddenText[],
): FileDelivery {
  const { rules } = searchOf('', null)
  const mayHide = rules.personal.length > 0 || rules.pointers.length > 0
  const inText = (text: string, part: string, form = false): string => {
    const clean = redactText(hideIn(text, hidden), form, searchOf(part, null))
    if ('text' in clean) return clean.text
    // Binary data is kept when only credentials would be hidden.
    return clean.unread === 'binary' && !mayHide ? text : redacted
  }
  const inLines = (lines: readonly HeaderLine[], part: string): HeaderLine[] =>
    lines.map(([name, value]) => [name, inHeader(name, value, searchOf(`${part} ${name}`, null))])
  const inAddress = (address: string, part: string): string => {
    const [path, query] = splitOnce(address, '?')
    return query === undefined ? path : `${path}?${inText(query, part, true)}`
  }
  return {
    ...delivery,
    target: inAddress(delivery.target, 'query '),
    headers: inLines(delivery.headers, 'header'),
    trailers: inLines(delivery.trailers, 'trailer'),
    changes: delivery.changes === null ? null : inText(delivery.changes, 'changes '),
    headline: delivery.headline === null ? null : redactHeadline(delivery.headline, searchOf('headline ', null)),
    attempts: delivery.attempts.map((attempt, place) =>
      redactAttempt(attempt, { part: `attempt ${place + 1} `, inText, inLines, inAddress, search: searchOf('', null) }),
    ),
  }
}

function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function inHeader(name: string, value: string, search: Search): string {
  if (
    value === '' ||
    value.startsWith(markStart) ||
    !search.rules.personal.includes('field') ||
    !namesPerson(name, [])
  ) {
    return value
  }
  search.onHit({ kind: 'field', at: '', before: value, after: markOf('field') })
  return markOf('field')
}

function redactHeadline(headline: NonNullable<FileDelivery['headline']>, search: Search): FileDelivery['headline'] {
  const value = (field: string, text: string | null): string | null => {
    const path = field.split(/[.[\]]+/).filter(Boolean)
    if (text === null || !meaningOf(path).isPersonal || !search.rules.personal.includes('field')) return text
    search.onHit({ kind: 'field', at: field, before: '', after: markOf('field') })
    return markOf('field')
  }
  const items = headline.items.map((item) => ({
    ...item,
    before: value(item.field, item.before),
    after: value(item.field, item.after),
  }))
  return { ...headline, items }
}

interface AttemptTools {
  part: string
  search: Search
  inText(text: string, part: string, form?: boolean): string
  inLines(lines: readonly HeaderLine[], part: string): HeaderLine[]
  inAddress(address: string, part: string): string
}

/** Leaves out what cannot be read as text where personal data is hidden: its content is unknown. */
function redactAttempt(attempt: FileAttempt, { part, search, inText, inLines, inAddress }: AttemptTools): FileAttempt {
  const { bodyBase64, requestBodyBase64, ...rest } = attempt
  const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(
    headerLinesValue(attempt.requestHeaders, 'content-type'),
  )
  const mayHide = search.rules.personal.length > 0 || search.rules.pointers.length > 0
  const isLeft = (bytes: string | undefined) => bytes !== undefined && mayHide
  return {
    ...rest,
    url: inAddress(attempt.url, `${part}query `),
    requestHeaders: inLines(attempt.requestHeaders, `${part}header`),
    responseHeaders: inLines(attempt.responseHeaders, `${part}answer header`),
    ...(attempt.requestBody == null
      ? {}
      : { requestBody: isLeft(requestBodyBase64) ? redacted : inText(attempt.requestBody, `${part}body`, isForm) }),
    body: attempt.body === null ? null : isLeft(bodyBase64) ? redacted : inText(attempt.body, `${part}answer`),
    ...(bodyBase64 === undefined || mayHide ? {} : { bodyBase64 }),
    ...(requestBodyBase64 === undefined || mayHide ? {} : { requestBodyBase64 }),
  }
}

const nowhere = (): string => ''

/** All other texts: what the detectors find, what was replaced elsewhere, and what is hidden everywhere. */
function sweep(delivery: FileDelivery, search: Search, hidden: readonly HiddenText[]): FileDelivery {
  return mapTexts(delivery, (text) => redactPlain(hideIn(text, hidden), search, nowhere))
}

/** A hash or a signature of the body as it came would let what is left out be guessed. */
function withoutProofOfBody(delivery: FileDelivery, came: FileDelivery): FileDelivery {
  const { signature } = delivery
  const header = signature.header.toLowerCase()
  const inLines = (lines: readonly HeaderLine[]): HeaderLine[] =>
    lines.map(([name, value]) => [name, name.toLowerCase() === header || namesSignature(name) ? redacted : value])
  const proofs = [came.sha256, came.signature.received, came.signature.expected, came.signature.signed.sha256]
  const hidden = proofs.flatMap((text) =>
    text === null || text.length < 8 || text === redacted ? [] : [{ text, mark: redacted }],
  )
  const stripped: FileDelivery = {
    ...delivery,
    sha256: redacted,
    headers: inLines(delivery.headers),
    trailers: inLines(delivery.trailers),
    signature: {
      ...signature,
      received: signature.received === null ? null : redacted,
      expected: signature.expected === null ? null : redacted,
      signatures: signature.signatures.map((one) => ({ ...one, text: redacted })),
      signed: { ...signature.signed, sha256: redacted, first: '', last: '' },
      explanation: { state: 'not-searched', findings: [], ruledOut: [], notTried: [], tried: 0, complete: true },
    },
    attempts: delivery.attempts.map((attempt) => ({
      ...attempt,
      requestHeaders: inLines(attempt.requestHeaders),
      responseHeaders: inLines(attempt.responseHeaders),
    })),
  }
  const spelled = spelledOut(hidden)
  return mapTexts(stripped, (text) => hideIn(text, spelled))
}

function withoutFingerprints(delivery: FileDelivery): FileDelivery {
  const { signature } = delivery
  const hide = <T extends { secret: object | null }>(one: T): T => ({ ...one, secret: null })
  return {
    ...delivery,
    signature: {
      ...signature,
      secret: null,
      signatures: signature.signatures.map(hide),
      explanation: { ...signature.explanation, findings: signature.explanation.findings.map(hide) },
    },
  }
}
