import type { Difference } from '../../../shared/difference.ts'
import type { HeadlineItem } from '../../../shared/model.ts'
import { maskWords } from './words.ts'
import { maskContent } from './maskContent.ts'
import { maskOfField, maskText } from './maskText.ts'

/** Fields of answers that hold content of the service or of a sender, as JSON text or any other. */
const contents = new Set(['changes', 'snapshot', 'body', 'before', 'after', 'context', 'begins'])
/** Fields of answers that name a person or an access. */
const names = new Set(['username', 'readonlyUsername', 'readonlyEmail', 'email', 'clientId'])
/** Headers whose values are credentials, or say who somebody is. */
const closedHeaders =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|from|forwarded|.*(?:api-key|token|password|secret|user(?:name)?|email)|x-(?:forwarded-for|real-ip|client-ip)|cf-connecting-ip|true-client-ip)$/i

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
  // Bytes and the like are no answers that can be walked through.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
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
  return [name, closedHeaders.test(name) ? maskWords.value : (maskOfField(name) ?? maskText(value))]
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

/** What a row says of a field: plain text, not JSON. */
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
