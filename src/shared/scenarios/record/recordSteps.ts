import { namesSignature, redacted } from '../../credentials.ts'
import type { CauseId } from '../../codes/signature/causes.ts'
import type { RecordNote } from '../../codes/recording.ts'
import type { HeaderLine } from '../../model.ts'
import { splitReceiverTarget } from '../../receiverKey.ts'
import { markStart } from '../../redaction/rules.ts'
import { sendableHeaders } from '../../requestText/sendableHeaders.ts'
import { requestPath } from '../../schemas/sending/fixtureSchemas.ts'
import { credentialOf } from '../../signature/signatureScheme.ts'
import type { BreakKind, CaseEnvironment, DeliveryFile, Signature } from '../../wireTypes.ts'
import type { Expectation, ScenarioStep, Sign } from '../scenarioFormat.ts'
import { escaped, plainJson, recordedTime, type RecordedIds } from './recordedValues.ts'

/** A delivery as a file has it, and what is known of its signature, which a file without the body leaves out. */
export interface RecordedDelivery {
  file: DeliveryFile
  signature: Pick<Signature, 'explanation' | 'age'>
}

/** A delivery that was read for its step. */
export interface ReadDelivery extends RecordedDelivery {
  method: string
  path: string
  headers: HeaderLine[]
  bytes: Uint8Array
  /** Null where the body is no text. */
  text: string | null
  /** Undefined where the body is not written as YAML. */
  json: unknown
  notes: RecordNote[]
}

/** Headers that proxies, tunnels and tracing add on the way, and those about the encoding of the answer. */
const ofTheWay =
  /^(?:(?:x-forwarded-|x-original-|cf-|ngrok-|x-amzn-trace).*|x-real-ip|forwarded|via|true-client-ip|accept-encoding|traceparent|tracestate|request-id|request-context)$/i

/** Parts a delivery into what a step can send, with notes on what it cannot. Pure. */
export function readDelivery(recorded: RecordedDelivery, { scheme }: Pick<CaseEnvironment, 'scheme'>): ReadDelivery {
  const { delivery, body, redactions } = recorded.file
  const notes: RecordNote[] = []
  const ofScheme = new Set(
    [
      ...(scheme.kind === 'http-signature' ? ['content-digest', 'signature-input', 'signature'] : []),
      ...(scheme.timestamp?.from === 'header' ? [scheme.timestamp.name] : []),
      scheme.header,
      ...(scheme.alsoIn ?? []),
    ].map((name) => name.toLowerCase()),
  )
  // A malformed signature proves nothing, so it is sent as it came.
  const isSigned = ([name]: HeaderLine) =>
    delivery.verdict !== 'malformed' && (ofScheme.has(name.toLowerCase()) || namesSignature(name))
  const own = sendableHeaders(delivery.headers).sent.filter((line) => !ofTheWay.test(line[0]) && !isSigned(line))
  const isGone = ([, value]: HeaderLine) => value.includes(markStart)
  const gone = [...new Set(own.filter(isGone).map(([name]) => name))]
  if (gone.length > 0) notes.push({ code: 'headers-left-out', fields: { names: gone } })
  const { rest } = splitReceiverTarget(delivery.target) ?? { rest: '' }
  const parameters = new URLSearchParams(rest.split('?').slice(1).join('?'))
  const changed = [...parameters].flatMap(([name, value]) => (value.includes(markStart) ? name : []))
  const names = [...new Set([...redactions.parameters, ...changed])]
  if (names.length > 0) notes.push({ code: 'parameters-left-out', fields: { names } })
  const hasPath = requestPath.safeParse(rest).success
  if (!hasPath) notes.push({ code: 'path-left-out', fields: {} })
  const bytes = Uint8Array.from(atob(body.base64), (letter) => letter.charCodeAt(0))
  if (redactions.body === 'left-out') notes.push({ code: 'body-left-out', fields: {} })
  else if (!body.complete) notes.push({ code: 'body-cut', fields: { kept: bytes.length } })
  const places = (redactions.places ?? []).filter(({ at }) => at.startsWith('body')).map(({ at }) => at.slice(4))
  if (redactions.body === 'redacted' && places.length > 0) {
    const known = [...new Set(places)]
    const count = known.length + (redactions.more ?? 0)
    notes.push({ code: 'values-left-out', fields: { count, places: known.slice(0, maxPlaces) } })
  }
  const text = textOf(bytes)
  const json = text === null ? undefined : plainJson(text)
  if (json === undefined && bytes.length > 0) notes.push({ code: 'body-as-text', fields: {} })
  return {
    ...recorded,
    method: delivery.method,
    path: hasPath ? rest : '',
    headers: joined(own.filter((line) => !isGone(line))),
    bytes,
    text,
    json,
    notes,
  }
}

/** Maximum places of left out values that a note names. */
const maxPlaces = 8

/** A mapping has each name once; several values of a header are one with commas between them (RFC 9110, section 5.3). */
function joined(lines: readonly HeaderLine[]): HeaderLine[] {
  const known = new Map<string, HeaderLine>()
  for (const [name, value] of lines) {
    const before = known.get(name.toLowerCase())
    known.set(name.toLowerCase(), before === undefined ? [name, value] : [before[0], `${before[1]}, ${value}`])
  }
  return [...known.values()]
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // YAML has no way to write other control characters as they are.
    return /[^\t\n\r\x20-\x7e\x85\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** The request of a delivery as a step writes it. Pure. */
export function composedOf(read: ReadDelivery, ids: RecordedIds): Extract<ScenarioStep, { send: unknown }>['send'] {
  const { method, path, headers, bytes, text, json } = read
  const isJson = json !== undefined
  // Content-Type: application/json is what a JSON body has without a word.
  const shown = headers.filter(
    ([name, value]) => !(isJson && /^content-type$/i.test(name) && value.trim().toLowerCase() === 'application/json'),
  )
  const body = isJson
    ? { body: valueOf(json, read, ids) as never }
    : bytes.length === 0
      ? {}
      : text === null
        ? { bodyBase64: read.file.body.base64 }
        : { body: ids.inText(text) }
  return {
    ...(method === 'POST' ? {} : { method }),
    ...(path === '' ? {} : { path: ids.inText(path) }),
    ...(shown.length === 0
      ? {}
      : { headers: Object.fromEntries(shown.map(([name, value]) => [name, ids.inText(value)])) }),
    ...body,
  }
}

/** A JSON value with new ids and times. Pure. */
export function valueOf(value: unknown, read: Pick<ReadDelivery, 'file'>, ids: RecordedIds): unknown {
  if (Array.isArray(value)) return value.map((item) => valueOf(item, read, ids))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [escaped(name), valueOf(item, read, ids)]))
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const time = recordedTime(value, Date.parse(read.file.delivery.receivedAt))
  return time ?? (typeof value === 'string' ? ids.inText(value) : value)
}

/** How a step signs. Undefined: as the sender does. */
export function signOf(read: ReadDelivery, environment: CaseEnvironment): Sign | undefined {
  const { verdict } = read.file.delivery
  const { scheme } = environment
  if (verdict === 'unsigned' || verdict === 'malformed') return 'none'
  if (credentialOf(scheme) === 'public-key') {
    read.notes.push({ code: 'key-of-the-sender', fields: {} })
    return 'none'
  }
  if (verdict === 'valid-previous') return { secret: 'previous' }
  const { age, explanation } = read.signature
  if (age?.tooOld === true) return { break: 'old-timestamp' }
  if (verdict !== 'invalid') return undefined
  const proof = explanation.findings.find(({ kind }) => kind === 'proof')
  if (proof === undefined) {
    read.notes.push({ code: 'cause-unknown', fields: {} })
    return { break: 'other-secret' }
  }
  const kind = breakOf(proof.cause as CauseId, read)
  if (kind === null) read.notes.push({ code: 'cause-without-break', fields: { cause: proof.title } })
  return { break: kind ?? 'other-secret' }
}

const rewriting: ReadonlySet<CauseId> = new Set([
  'body-reserialised',
  'body-python-spacing',
  'body-formatting',
  'body-whitespace',
])

/** The break that repeats a proven cause; null where there is none. */
function breakOf(cause: CauseId, { json }: ReadDelivery): BreakKind | null {
  if (cause.startsWith('secret-')) return 'other-secret'
  if (rewriting.has(cause)) return json === undefined ? null : 'rewritten-body'
  return cause === 'digest-encoding' ? 'other-encoding' : null
}

/** The answer of a rule that a step before it sets up; null for the ordinary answer. */
export function respondOf(read: ReadDelivery, fast: boolean): Extract<ScenarioStep, { respond: unknown }> | null {
  const { answer } = read.file.delivery
  if (answer?.by?.kind !== 'response-rule') return null
  const { status, delayMs, reset, truncateAt } = answer
  if (reset === 'middle') read.notes.push({ code: 'reset-in-the-middle', fields: {} })
  return {
    respond: {
      ...(reset === null ? { status } : { drop: true }),
      times: 1,
      ...(delayMs === 0 || fast ? {} : { delay: durationText(delayMs) }),
      ...(truncateAt === null ? {} : { truncate: truncateAt }),
    },
  }
}

/** Returns what a step expects; null where nothing is known. @param target the app of the run, or null */
export function expectationOf(read: ReadDelivery, target: string | null, sign: Sign | undefined): Expectation | null {
  const { delivery, body, redactions } = read.file
  const { verdict } = delivery
  const isWhole = body.complete || redactions.body === 'left-out' || verdict === 'unsigned'
  const isKnown = verdict !== 'no-secret' && verdict !== 'cannot-tell'
  if (!isKnown && sign !== 'none') read.notes.push({ code: 'verdict-not-known', fields: { verdict } })
  const isSaid = isKnown && isWhole && !(sign === 'none' && isProven(verdict))
  const status = target === null ? ownStatus(read) : statusOfApp(read, target)
  if (!isSaid && status === null) return null
  return { ...(status === null ? {} : { status }), ...(isSaid ? { verdict } : {}) }
}

function isProven(verdict: DeliveryFile['delivery']['verdict']): boolean {
  return verdict !== 'unsigned' && verdict !== 'malformed'
}

function ownStatus({ file: { delivery }, notes }: ReadDelivery): number | null {
  const { answeredStatus, handshake, answer } = delivery
  if (handshake !== undefined) {
    notes.push({ code: 'handshake-answer', fields: {} })
    return null
  }
  if (answer?.reset != null) return null
  if (answeredStatus < 100) notes.push({ code: 'answer-unknown', fields: {} })
  return answeredStatus < 100 ? null : answeredStatus
}

function statusOfApp(read: ReadDelivery, target: string): number | null {
  const own = forwardsOf(read).findLast((forward) => forward.target === target)
  if (own === undefined) read.notes.push({ code: 'not-forwarded', fields: {} })
  return own?.status ?? null
}

/** The apps that got a delivery, with the status of the last answer of each try. Pure. */
export function forwardsOf({ file, path }: Pick<ReadDelivery, 'file' | 'path'>) {
  return file.delivery.attempts.flatMap(({ kind, url, status }) => {
    if (kind !== 'forward' || url.includes(redacted)) return []
    return [{ target: path !== '' && url.endsWith(path) ? url.slice(0, -path.length) : url, status }]
  })
}

/** A length of time as steps have it: in ms below a second, else in whole seconds or minutes. Pure. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`
  return `${Math.round(ms / 1000)}s`
}
