import { headerValues } from '../../../shared/headers.ts'
import { scalarText, valueAt } from '../../../shared/json/jsonPointer.ts'
import type { IdForm, Meaning, Place } from '../../../shared/signature/meaning.ts'

/** A delivery of another sender, read by its meaning. A field is null when its place has nothing; nothing is guessed. */
export interface SenderEvent {
  /** Such as "payment_intent.succeeded". */
  eventType: string | null
  /** The same on every retry. */
  eventId: string | null
  /** Milliseconds since the epoch. */
  happenedAt: number | null
  objectType: string | null
  objectId: string | null
  /** The form of its sender's object ids. */
  objectIdForm: IdForm
  amount: string | null
  currency: string | null
  customer: string | null
  reference: string | null
  /** Number of events in this delivery; the fields describe the first one. */
  events: number
}

/** Larger bodies are not parsed for their meaning, bytes. */
const largestBody = 8 * 1024 * 1024

/** Reads a delivery as its sender's preset says; CloudEvents (binary, structured, batch) are understood of every sender. Pure; never throws. */
export function readEvent(headers: readonly string[], body: Uint8Array, meaning: Meaning): SenderEvent {
  const root = fieldsOf(headers, body)
  const used = cloudEvents(headers) ?? meaning
  const listed = used.items === undefined ? undefined : valueAt(root, used.items)
  const items = Array.isArray(listed) ? (listed as unknown[]) : null
  const item = items?.[0] ?? root
  const textOf = (place: Place | undefined) => (place === undefined ? null : textAt(place, headers, item, root))
  const types = used.eventType.map((place) => textOf(place)).filter((text) => text !== null)
  const object = objectOf(used, textOf, (pointer) => (valueAt(item, pointer) ?? null) !== null)
  return {
    eventType: types.length === 0 ? null : types.join('.'),
    eventId: textOf(used.eventId),
    happenedAt: momentOf(textOf(used.time)),
    objectType: object.type,
    objectId: object.id,
    objectIdForm: used.objectIdForm ?? 'word',
    amount: textOf(used.headline?.amount),
    currency: textOf(used.headline?.currency),
    customer: textOf(used.headline?.customer),
    reference: textOf(used.headline?.reference),
    events: items?.length ?? 1,
  }
}

/** The object that an event is about, or the part of it. */
function objectOf(
  { objectType, objectId, objectParts = [] }: Meaning,
  textOf: (place: Place | undefined) => string | null,
  isThere: (pointer: string) => boolean,
): { type: string | null; id: string | null } {
  const id = textOf(objectId)
  if (id !== null) {
    for (const part of objectParts) {
      const partId = part.where === undefined || isThere(part.where) ? textOf(part.id) : null
      if (partId !== null) return { type: part.type, id: `${id}/${part.path}/${partId}` }
    }
  }
  return { type: textOf(objectType), id }
}

function textAt(place: Place, headers: readonly string[], item: unknown, root: unknown): string | null {
  for (const one of place.split('|')) {
    const text = one.startsWith('=')
      ? one.slice(1)
      : one === '@key'
        ? (keyOfFirstObject(item) ?? keyOfFirstObject(root))
        : one.startsWith('/')
          ? (scalarText(valueAt(item, one)) ?? scalarText(valueAt(root, one)))
          : (headerValues(headers, one)[0]?.trim() ?? null)
    if (text !== null && text !== '') return text
  }
  return null
}

function keyOfFirstObject(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.entries(value).find(([, field]) => typeof field === 'object' && field !== null)?.[0] ?? null
}

/** The body as JSON, the claims of a token, or the fields of a form (with the JSON of its field `payload` in their place); undefined for anything else. */
export function fieldsOf(headers: readonly string[], body: Uint8Array, parse = parseJson): unknown {
  if (body.length === 0 || body.length > largestBody) return undefined
  const text = new TextDecoder().decode(body)
  const [type = ''] = headerValues(headers, 'content-type')
  if (/^\s*application\/jwt\b/i.test(type)) return jsonOf(claimsOf(text), parse) ?? jsonOf(text, parse)
  if (!/^\s*application\/x-www-form-urlencoded\b/i.test(type)) return jsonOf(text, parse)
  const fields = new URLSearchParams(text)
  const payload = fields.get('payload')
  return (payload === null ? undefined : jsonOf(payload, parse)) ?? Object.fromEntries(fields)
}

/** The claims of a body that is a token, as text; its signature is not checked here. */
function claimsOf(token: string): string {
  const [, claims = ''] = token.split('.')
  return Buffer.from(claims, 'base64url').toString('utf8')
}

const parseJson = (text: string): unknown => JSON.parse(text)

function jsonOf(text: string, parse: typeof parseJson): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Seconds, milliseconds (from 1973 on they are larger than seconds ever get) or a date. */
function momentOf(text: string | null): number | null {
  if (text === null) return null
  const number = /^\d{1,16}(?:\.\d+)?$/.test(text) ? Number(text) : null
  const at = number === null ? Date.parse(text) : number < 100_000_000_000 ? number * 1000 : number
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? Math.trunc(at) : null
}

const structured: Meaning = {
  eventType: ['/type'],
  eventId: '/id',
  time: '/time',
  objectType: '/source',
  objectId: '/subject',
  objectIdForm: 'text',
}

const binary: Meaning = {
  eventType: ['ce-type'],
  eventId: 'ce-id',
  time: 'ce-time',
  objectType: 'ce-source',
  objectId: 'ce-subject',
  objectIdForm: 'text',
}

/** How a CloudEvent says its meaning; null when the request is none. The content type decides, then the headers. */
function cloudEvents(headers: readonly string[]): Meaning | null {
  const [type = ''] = headerValues(headers, 'content-type')
  if (/^\s*application\/cloudevents-batch\b/i.test(type)) return { ...structured, items: '' }
  if (/^\s*application\/cloudevents\b/i.test(type)) return structured
  const isBinary = ['ce-specversion', 'ce-id', 'ce-type'].every((name) => headerValues(headers, name).length > 0)
  return isBinary ? binary : null
}
