import type { Client, Wire } from '../../../data/wire/wire.ts'
import { Problem } from '../../../data/wire/problem.ts'
import { checkUtf8 } from '../../../bytes/utf8.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { namesCredential } from '../../../../shared/credentials.ts'
import type { Difference } from '../../../../shared/json/difference.ts'
import type { HeadlineItem } from '../../../../shared/model.ts'
import { maskAlone, maskOfField, maskText, type PutMask } from './maskText.ts'
import { maskWords } from './maskWords.ts'
// The larger type comes with the masks: neither is needed before.
import './Presentation.css'

/** Larger bodies would take too long to be masked as a whole. */
const largestBody = 500_000

/** Calls that only look, and those of the sandbox: a demo may do there what it likes. */
const allowed =
  /(?:^|\.)(?:get|list|status|history|preview|ask|explain|attempts|schemes|providers|count\w*)$|^(?:latency|rates?|feed|sandbox\..+|shell\..+|unseen\..+|environments\.activate|deliveries\.(?:followUp|cancelFollowUp)|scenarios\.runs\.(?:start|next|pause|cancel)|tunnel\.(?:check|close)|signatures\.(?:verifyAll|cancel))$/

/**
 * A wire whose answers are masked: what is secret or personal never reaches the page, so it is in no screen, tooltip or
 * copy. Calls that would store what the user reads there are refused with a sentence, and the key is out of reach.
 */
export function maskedWire(wire: Wire): Wire {
  return { ...wire, session: null, client: maskedCalls(wire.client, []) as Client }
}

type Call = (input: unknown, options?: object) => Promise<unknown>

/** Each call of the contract is at the end of a path of names. */
function maskedCalls(calls: unknown, path: readonly string[]): unknown {
  const call = async (input: unknown, options?: object) => answer(calls as Call, path.join('.'), input, options)
  return new Proxy(call, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then'
        ? maskedCalls((calls as Record<string, unknown>)[name], [...path, name])
        : undefined,
  })
}

async function answer(call: Call, path: string, input: unknown, options?: object): Promise<unknown> {
  try {
    if (path === 'deliveries.body') return await maskedBody(call, input as BodyInput, options)
    if (!allowed.test(path)) throw refusal(maskWords.notWhilePresenting)
    const answered = await call(input, options)
    return isStream(answered) ? maskedStream(answered) : maskAnswer(answered)
  } catch (error) {
    throw maskedError(error)
  }
}

interface BodyInput {
  id: string
  start?: number
  end?: number
}

/** A part of a body: what is to be masked may begin before it, so the whole is masked. */
async function maskedBody(call: Call, { id, start, end }: BodyInput, options?: object): Promise<Blob> {
  const whole = await call({ id, start: 0, end: largestBody + 1 }, options)
  if (!(whole instanceof Blob)) return new Blob([])
  if (whole.size > largestBody) throw refusal(maskWords.bodyTooLarge(formatBytes(largestBody)))
  const bytes = new Uint8Array(await whole.arrayBuffer())
  // The page would unpack or recode these, and show unmasked text.
  const { invalid, nuls, controls } = checkUtf8(bytes)
  if (invalid + nuls + controls > 0) throw refusal(maskWords.bodyNotText)
  const masked = maskBytes(bytes)
  return new Blob([masked.subarray(start ?? 0, end ?? masked.length)], { type: whole.type })
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function* maskedStream(stream: AsyncIterable<unknown>): AsyncGenerator {
  for await (const message of stream) yield maskAnswer(message)
}

function refusal(message: string): Problem {
  return new Problem(message)
}

/** A sentence of the engine may name what is hidden. */
function maskedError(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  const { message, why, field, issues, answer, isLost } = error
  return new Problem(maskAnswer(message), maskAnswer({ why, field, issues, answer, isLost }))
}

/** Fields of answers that hold content of the service or of a sender, as JSON text or any other. */
const contents = new Set(['changes', 'snapshot', 'body', 'requestBody', 'before', 'after', 'context', 'begins'])
/** Fields of answers that name people or give access. */
const names = new Set(['username', 'readonlyUsername', 'readonlyEmail', 'email', 'clientId'])
/** Headers whose values identify a user. */
const personalHeaders =
  /^(?:from|forwarded|.*(?:user(?:name)?|email)|x-(?:forwarded-for|real-ip|client-ip)|cf-connecting-ip|true-client-ip)$/i

/**
 * An answer of the engine as a room may see it: the same shape, with what is secret or personal masked in every text.
 * Fingerprints, signatures, ids and times stay. Pure.
 */
export function maskAnswer<T>(answer: T): T {
  return masked(answer, '') as T
}

function masked(value: unknown, field: string): unknown {
  if (typeof value === 'string') return maskedText(value, field)
  if (Array.isArray(value))
    return /headers$|^trailers$/i.test(field) ? value.map(maskedHeader) : value.map((item) => masked(item, field))
  // Bytes and other objects without fields are returned as they are.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  // A few words of a text: what field they are of is not known.
  if (field === 'match') return null
  if (isDifference(value)) return maskedDifference(value)
  if (isHeadlineItem(value)) return maskedHeadlineItem(value)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, masked(part, name)]))
}

function maskedText(text: string, field: string): string {
  if (names.has(field)) return text === '' ? '' : maskWords.name
  if (contents.has(field)) return maskContent(text)
  return field === 'label' ? maskLabel(text) : maskText(text)
}

function maskedHeader(line: unknown): unknown {
  if (!Array.isArray(line)) return masked(line, '')
  const [name, value]: unknown[] = line
  if (typeof name !== 'string' || typeof value !== 'string') return line
  return [
    name,
    namesCredential(name) || personalHeaders.test(name) ? maskWords.value : (maskOfField(name) ?? maskText(value)),
  ]
}

function isDifference(value: object): value is Difference {
  return 'path' in value && typeof value.path === 'string' && 'before' in value && 'after' in value
}

function isHeadlineItem(value: object): value is HeadlineItem {
  return 'field' in value && typeof value.field === 'string' && 'before' in value && 'after' in value
}

/** The word for values of a place in an object: the names on the way to it say what they are. */
function maskOfPlace(path: string): string | undefined {
  return (
    path
      .split(/[./[\]]+/)
      .map(maskOfField)
      .find((mask) => mask !== null) ?? undefined
  )
}

/** A field in a row's headline: plain text, not JSON. */
function maskedHeadlineItem(item: HeadlineItem): HeadlineItem {
  const word = maskOfPlace(item.field)
  const hide = (text: string | null) => (text === null || text === 'null' ? text : (word ?? maskContent(text)))
  return { ...item, field: maskText(item.field), before: hide(item.before), after: hide(item.after) }
}

function maskedDifference(difference: Difference): Difference {
  const { path } = difference
  const word = maskOfPlace(path)
  const hide = (text: string | null) =>
    text === null || text === 'null' ? text : word === undefined ? maskContent(text) : `"${word}"`
  return {
    ...difference,
    ...(difference.movedFrom === undefined ? {} : { movedFrom: maskText(difference.movedFrom) }),
    path: maskText(path),
    before: hide(difference.before),
    after: hide(difference.after),
  }
}

/** The sandbox's few words for an object end with whom it is about: "EUR 12.00 to Acme GmbH". */
function maskLabel(text: string): string {
  return maskText(text).replace(/^([A-Z]{3} [\d.,]+ (?:to|from) ).+$/, `$1${maskWords.name}`)
}

/** The tokens of JSON that matter here: a text (with the colon that makes it a name; or one that is cut off), or a number. */
const tokens = /"([^"\\]*(?:\\[^][^"\\]*)*)(?:"(\s*:)?|\\?$)|-?\d[\d.eE+-]*/g

/**
 * JSON text with the values of personal fields masked, and in the others what looks personal. In what is no JSON, the
 * fields of forms and XML are known by their names, and everything by its looks. Pure.
 */
export function maskContent(content: string, put: PutMask = maskAlone): string {
  if (!/^\s*[[{"]/.test(content)) return maskLoose(content, put)
  const known = new Map<string, string | null>()
  let word: string | null = null
  return content.replace(tokens, (token: string, text: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) {
      const field = unescaped(text ?? '')
      word = known.has(field) ? (known.get(field) ?? null) : maskOfField(field)
      known.set(field, word)
      return token
    }
    if (text === undefined) return maskNumber(token, word ?? maskText(token), put)
    const end = token.length > text.length + 1 ? '"' : ''
    if (text === '') return token
    if (word !== null) return `"${put(text, word)}${end}`
    const plain = unescaped(text)
    const masked = maskText(plain)
    return masked === plain ? token : `"${put(text, JSON.stringify(masked).slice(1, -1))}${end}`
  })
}

/** A number becomes a text, which can say so; one that is too short for that becomes nines. */
function maskNumber(token: string, word: string, put: PutMask): string {
  if (word === token) return token
  return token.length > 2 ? `"${put(token.slice(2), word)}"` : '9'.repeat(token.length)
}

function maskLoose(content: string, put: PutMask): string {
  const byName = content
    .replace(/(^|[&\n])([\w.[\]-]{1,60})=([^&\n]+)/g, (found, before: string, name: string, value: string) => {
      const word = maskOfField(name)
      return word === null ? found : `${before}${name}=${put(value, word)}`
    })
    .replace(/<([\w:.-]{1,60})((?:\s[^<>]*)?)>([^<>]+)</g, (found, name: string, more: string, value: string) => {
      const word = maskOfField(name)
      return word === null ? found : `<${name}${more}>${put(value, word)}<`
    })
  return maskText(byName, put)
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}

/** Bytes of a body with what is personal masked; as many bytes as before, so that sizes stay true. Pure. */
export function maskBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(maskContent(signsOf(bytes), filled), (sign) => sign.charCodeAt(0))
}

/** Bytes converted in one call: its number of arguments is limited. */
const piece = 8192

/** One sign for each byte: whatever the encoding is, nothing moves. */
function signsOf(bytes: Uint8Array): string {
  let signs = ''
  for (let at = 0; at < bytes.length; at += piece) signs += String.fromCharCode(...bytes.subarray(at, at + piece))
  return signs
}

function filled(found: string): string {
  const word = maskWords.value
  return found.length < word.length ? '*'.repeat(found.length) : word.padEnd(found.length, '*')
}
