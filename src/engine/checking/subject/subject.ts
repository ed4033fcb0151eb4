import { createHash } from 'node:crypto'
import type { HeaderLine } from '../../../shared/model.ts'
import { scalarText, valueAt } from '../../../shared/jsonPointer.ts'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { WatchedObject } from '../../../shared/wireTypes.ts'
import { otherSecret } from '../../signature/otherSecret.ts'
import { type SigningSecret, signingSecret, signRequest, type UnsignedRequest } from '../../signature/signRequest.ts'
import { verificationSecret } from '../../signature/verificationSecret.ts'
import { signatureOf } from '../../signature/verifySignature.ts'
import { type JsonObject, objectOf, withValueAt } from './jsonTexts.ts'

/** A delivery that the handler should take, without its signature. */
export interface Template {
  method: string
  headers: HeaderLine[]
  body: Uint8Array
}

/** Differences from an ordinary valid delivery. */
export interface Difference {
  /** A body in place of the template's; it is sent as it is. */
  body?: string | Uint8Array
  /** Another body is signed than the one that is sent. */
  signedBody?: string | Uint8Array
  headers?: readonly HeaderLine[]
  scheme?: SignatureScheme
  /** Signs in place of the real one. */
  secret?: string
  /** Another secret or key of the same form signs. */
  otherSecret?: true
  /** Milliseconds that its signing lies in the past; negative for the future. */
  age?: number
  /** The id, for another delivery of the same notification. */
  id?: string
}

/** The sender under test, and the ways to make its deliveries. */
export interface Subject {
  scheme: SignatureScheme
  template: Template
  /** The body as a JSON object; null where it is none. */
  json: JsonObject | null
  /** The sender's timeout for an answer, ms, and whose limit that is. */
  limit: { ms: number; sender: string }
  /** Whether an id of the notification has a place: only then repetitions can be recognised. */
  hasId: boolean
  /** A new id, of the form that the template's has. */
  newId(): string
  /** The template's JSON with this id, and everything of it that says when it was sent. */
  jsonWith(id: string, age?: number): JsonObject
  /** Sets the object of later deliveries; null: the template's. */
  setObject(object: WatchedObject | null): void
  object(): WatchedObject | null
  /** A delivery with a right signature, but for what is said. Null when it cannot be signed in this way. */
  delivery(difference?: Difference): UnsignedRequest | null
  secret: string
  /** The signature that the request should have; null where there is none, such as for tokens. */
  rightSignature(request: UnsignedRequest): string | null
}

export interface SubjectParts {
  url: string
  scheme: SignatureScheme
  secret: string
  template: Template
  seed: number
  /** Milliseconds since the epoch. */
  now(): number
}

const limits: Readonly<Record<string, number>> = {
  service: 3000,
  shopify: 5000,
  github: 10_000,
  slack: 3000,
  svix: 15_000,
}

/** Gets everything ready that probes are made of. */
export function subjectOf({ url, scheme, secret, template, seed, now }: SubjectParts): Subject {
  const json = objectOf(template.body)
  const idPlaces = placesOfId(scheme, template, json)
  const [idPlace] = idPlaces
  let made = 0
  let about: WatchedObject | null = null
  const newId = () => {
    made += 1
    return idLike(idPlace?.sample ?? '', seed, made)
  }
  /** The id itself where it has the main place; derived from it where a delivery has several. */
  const idFor = (id: string, sample: string) => (sample === idPlace?.sample ? id : idLike(sample, seed, id))
  const jsonWith = (id: string, age = 0) => {
    const moment = now() - age
    let copy = json ?? {}
    for (const { pointer, sample } of idPlaces) {
      if (pointer === undefined) continue
      const isNumber = typeof valueAt(copy, pointer) === 'number'
      copy = withValueAt(copy, pointer, isNumber ? Number(idFor(id, sample)) : idFor(id, sample))
    }
    if (scheme.timestamp?.from === 'body')
      copy = withValueAt(copy, pointerTo(scheme.timestamp.name), stamp(scheme, moment))
    if (scheme.id === 'service') copy = { ...copy, createdAtUtc: new Date(moment).toISOString().replace('Z', '0000Z') }
    if (about !== null) {
      const { id: resourceId, resourceType, organizationId } = about
      copy = { ...copy, resourceId, resourceType, organizationId }
    }
    return copy
  }
  /** Made once: a key pair takes long to make. */
  const others = new Map<string, SigningSecret>()
  const otherOf = (right: SigningSecret, used: SignatureScheme) => {
    const made = others.get(used.kind) ?? otherSecret(right, used)
    others.set(used.kind, made)
    return made
  }
  const delivery = (difference: Difference = {}): UnsignedRequest | null => {
    const id = difference.id ?? newId()
    const age = difference.age ?? 0
    const used = difference.scheme ?? scheme
    const body = bytesOf(difference.body ?? (json === null ? template.body : JSON.stringify(jsonWith(id, age))))
    const more = idPlaces.flatMap(({ header, sample }): HeaderLine[] =>
      header === undefined ? [] : [[header, idFor(id, sample)]],
    )
    const headers = withHeaders(template.headers, [...more, ...(difference.headers ?? [])])
    const right = preparedSecret(difference.secret ?? secret, used)
    if (right === null) return null
    const key = difference.otherSecret === true ? otherOf(right, used) : right
    const signedBody = difference.signedBody === undefined ? body : bytesOf(difference.signedBody)
    const moment = { at: now() - age, id }
    const signed = signRequest({ method: template.method, url, headers, body: signedBody }, used, key, moment)
    // A signature that is in the body changes it.
    return signed === null || difference.signedBody === undefined ? signed : { ...signed, body }
  }
  return {
    scheme,
    template,
    json,
    limit: { ms: limits[scheme.id] ?? 10_000, sender: scheme.id in limits ? scheme.label : 'Most senders' },
    hasId: idPlace !== undefined,
    newId,
    jsonWith,
    setObject: (object) => {
      about = object
    },
    object: () => about,
    delivery,
    secret,
    rightSignature: (request) => {
      const key = preparedSecret(secret, scheme)
      const { method, body } = request
      const seen = { method, body, headers: request.headers.flat(), truncated: false, urls: [url], receivedAt: null }
      return key === null ? null : signatureOf(seen, scheme, key)
    },
  }
}

/** Prepares texts that are not a valid key of the scheme, too, such as an empty one: handlers that fall back to one do not decode it either. */
function preparedSecret(text: string, scheme: SignatureScheme): SigningSecret | null {
  if (credentialOf(scheme) === 'public-key') {
    const read = signingSecret('', text, scheme)
    return read.ok ? read.secret : null
  }
  const parts = { id: '', label: '', text, current: true }
  const ready = verificationSecret(parts, scheme)
  if (ready.key !== null || !('key' in scheme)) return ready.key === null ? null : ready
  const plain = verificationSecret(parts, { ...scheme, key: { decode: 'utf8', prefix: '' } })
  return plain.key === null ? null : plain
}

interface IdPlace {
  pointer?: string
  header?: string
  /** An id of the right form. */
  sample: string
}

/** Every place by which a repetition can be recognised, the sender's own first: all of them change with each delivery. */
function placesOfId(scheme: SignatureScheme, { headers }: Template, json: JsonObject | null): IdPlace[] {
  const headerValue = (name: string) => headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
  const places = scheme.id === 'service' ? ['/id'] : (senderPreset(scheme.id)?.meaning.eventId ?? '/id').split('|')
  const own = scheme.idHeader
  return [
    ...(own === null ? [] : [{ header: own, sample: headerValue(own) ?? 'msg_1' }]),
    ...places
      .filter((place) => place.toLowerCase() !== own?.toLowerCase())
      .flatMap((place): IdPlace[] => {
        if (!place.startsWith('/')) {
          const sample = headerValue(place)
          return sample === undefined ? [] : [{ header: place, sample }]
        }
        const sample = scalarText(json === null ? undefined : valueAt(json, place))
        return sample === null ? [] : [{ pointer: place, sample }]
      }),
  ]
}

/** A new id that looks like the sample, and as far as that allows like one of ours. */
function idLike(sample: string, seed: number, count: number | string): string {
  const digest = createHash('sha256').update(`${seed} ${count}`).digest('hex')
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(sample))
    return `c4ec0000-${digest.slice(0, 4)}-4${digest.slice(4, 7)}-a${digest.slice(7, 10)}-${digest.slice(10, 22)}`
  if (/^\d+$/.test(sample)) return String(Number.parseInt(digest.slice(0, 8), 16))
  const prefix = /^[A-Za-z]+_/.exec(sample)?.[0] ?? ''
  return `${prefix}check${digest.slice(0, 20)}`
}

function pointerTo(name: string): string {
  return name.startsWith('/') ? name : `/${name}`
}

function stamp({ timestamp }: SignatureScheme, at: number): unknown {
  return timestamp?.unit === 's' ? Math.floor(at / 1000) : at
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body
}

/** Each header in place of those of its name. */
export function withHeaders(headers: readonly HeaderLine[], lines: readonly HeaderLine[]): HeaderLine[] {
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...lines]
}
