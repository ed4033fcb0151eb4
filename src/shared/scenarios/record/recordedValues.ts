import { readJson } from '../../basics/readJson.ts'
import { isExactNumber, parseExactly } from '../../json/exactJson.ts'

/** Ids of a recording that get new values in each run. */
export interface RecordedIds {
  /** Variables by name, each with the template that makes it. */
  vars: Record<string, string>
  /** A text with new ids in place of those that are known, and `${` of the sender escaped. */
  inText(text: string): string
}

/** A text of a delivery, and the name of its field. */
export interface FoundText {
  text: string
  field: string
  /** Number of the delivery. */
  of: number
}

/** Ids that are known by their meaning. */
export interface KnownIds {
  /** By which a repetition is recognised. */
  events: ReadonlySet<string>
  objects: ReadonlySet<string>
}

/**
 * Finds the ids of deliveries: those of events and objects, and those that occur in several deliveries. One that occurs more than
 * once becomes a variable, the others are made in their place. Numbers stay. Pure.
 */
export function recordedIds(found: readonly FoundText[], { events, objects }: KnownIds): RecordedIds {
  const uses = new Map<string, { fields: string[]; of: Set<number> }>()
  for (const { text, field, of } of found) {
    if (!events.has(text) && !objects.has(text) && !looksLikeId(text, field)) continue
    const known = uses.get(text) ?? { fields: [], of: new Set() }
    known.fields.push(field)
    known.of.add(of)
    uses.set(text, known)
  }
  const vars: Record<string, string> = {}
  const replacements = new Map<string, string>()
  for (const [text, { fields, of }] of uses) {
    const template = newIdLike(text)
    if (template === null) continue
    if (of.size < 2 && !events.has(text) && !objects.has(text)) continue
    if (fields.length === 1) {
      replacements.set(text, template)
      continue
    }
    const name = freeName(events.has(text) ? 'event' : nameOf(fields, text), vars)
    vars[name] = template
    replacements.set(text, `\${vars.${name}}`)
  }
  // The longest first: an id may begin with a shorter one.
  const ids = [...replacements.keys()].toSorted((a, b) => b.length - a.length)
  return { vars, inText: (text) => replaced(text, ids, replacements) }
}

function replaced(text: string, ids: readonly string[], replacements: ReadonlyMap<string, string>): string {
  const whole = replacements.get(text)
  if (whole !== undefined) return whole
  const id = ids.find((each) => text.includes(each))
  if (id === undefined) return escaped(text)
  const parts = text.split(id).map((part) => replaced(part, ids, replacements))
  return parts.join(replacements.get(id) ?? id)
}

/** A text of the sender that looks like a value of the format. Pure. */
export function escaped(text: string): string {
  return text.replaceAll('${', () => '$${')
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const wordForm = /^(?=[\w-]*\d)[A-Za-z0-9][\w-]{7,127}$/
const prefixForm = /^[a-z]{1,10}(?:_[a-z]{1,10}){0,2}_(?=\w*\d)\w{6,120}$/

function looksLikeId(text: string, field: string): boolean {
  if (uuidForm.test(text) || prefixForm.test(text)) return true
  const namesId = /(?:^|[^a-z])(?:id|uuid|guid|reference|ref|key)s?$|[a-z](?:Id|Ids|ID|Uuid|Ref)$/.test(field)
  return namesId && wordForm.test(text) && !/^\d{4}-\d\d-\d\d|^\d+$/.test(text)
}

/** A template that makes ids of the same form: its prefix stays, the rest is random. Null for one with nothing random in it. */
function newIdLike(text: string): string | null {
  if (uuidForm.test(text)) return '${uuid}'
  const prefix = /^(?:[A-Za-z]{1,10}[_-]){0,3}/.exec(text)?.[0] ?? ''
  const { length } = text.slice(prefix.length)
  if (length < 6 || !wordForm.test(text) || /^\d+$/.test(text)) return null
  return prefix + '${uuid8}'.repeat(Math.min(4, Math.ceil(length / 8)))
}

/** "payment_intent" -> paymentIntent: of the fields of an id the first that says what it is of, else its prefix. Pure. */
function nameOf(fields: readonly string[], id: string): string {
  const names = fields.map((field) =>
    field
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== '' && !/^(?:ids?|uuid|x|\d.*)$/i.test(word))
      .map((word) => word.toLowerCase())
      .map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
      .join('')
      .slice(0, 40),
  )
  const saysNothing = /^(?:object|data|resource|payload|item|event)?$/
  const prefix = /^([a-z]{1,10})_/.exec(id)?.[1]
  return names.find((name) => !saysNothing.test(name)) ?? prefix ?? names.find((name) => name !== '') ?? 'id'
}

function freeName(name: string, taken: Readonly<Record<string, string>>): string {
  if (!(name in taken)) return name
  let number = 2
  while (`${name}${number}` in taken) number += 1
  return `${name}${number}`
}

/** A time within a day of the delivery follows it. */
const nearMs = 86_400_000

/** A time near the delivery's as a distance from the run's: an ISO text, or seconds since 1970. Null for all else. Pure. */
export function recordedTime(value: string | number, receivedAt: number): string | null {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || Math.abs(value * 1000 - receivedAt) > nearMs) return null
    return `\${now.unix${distance(value * 1000 - receivedAt)}}`
  }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return null
  const at = Date.parse(value)
  return Number.isFinite(at) && Math.abs(at - receivedAt) <= nearMs ? `\${now${distance(at - receivedAt)}}` : null
}

function distance(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  return seconds === 0 ? '' : `${ms < 0 ? '-' : '+'}${seconds}s`
}

/**
 * The value of a JSON text; undefined where YAML would change it: numbers that JavaScript writes in a different way, and names
 * that occur twice. Pure.
 */
export function plainJson(text: string): unknown {
  try {
    const value = parseExactly(text)
    if (typeof value !== 'object' || value === null || hasExact(value)) return undefined
    // As many names in the value as in the text, or one came twice.
    let names = 0
    readJson(text, 0, { open: nothing, close: nothing, value: nothing, name: () => (names += 1) })
    return namesIn(value) === names ? value : undefined
  } catch {
    return undefined
  }
}

const nothing = () => undefined

function hasExact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return isExactNumber(value) || Object.values(value).some(hasExact)
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + namesIn(part), Array.isArray(value) ? 0 : parts.length)
}
