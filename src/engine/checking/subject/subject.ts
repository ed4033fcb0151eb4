import { createSecretKey } from 'node:crypto'
import type { HeaderLine } from '../../../shared/model.ts'
import { scalarText, valueAt } from '../../../shared/json/jsonPointer.ts'
import { credentialOf, type SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { WatchedObject } from '../../../shared/wireTypes.ts'
import { otherSecret } from '../../signature/otherSecret.ts'
import { type SigningSecret, signingSecret, signRequest, type UnsignedRequest } from '../../signature/signRequest.ts'
import { verificationSecret } from '../../signature/keys/verificationSecret.ts'
import { signatureOf } from '../../signature/verifySignature.ts'
import { writtenMoment } from '../../signature/writtenMoment.ts'
import { withValueInText } from '../../signature/jsonText.ts'
import { type JsonObject, jsonTextOf, objectOf } from './jsonTexts.ts'
import { idLike, placesOfId } from './idPlaces.ts'

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
  limit: { ms: number; sender: string | null }
  /** Whether an id of the notification has a place: only then repetitions can be recognised. */
  hasId: boolean
  /** A new id, of the form that the template's has. */
  newId(): string
  /** The template's JSON with this id, and everything of it that says when it was sent; every other byte is the template's. */
  textWith(id: string, age?: number): string
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
  const given = jsonTextOf(template.body)
  const idPlaces = placesOfId(scheme, template.headers, given)
  const [idPlace] = idPlaces
  let made = 0
  let about: WatchedObject | null = null
  const newId = () => {
    made += 1
    return idLike(idPlace?.sample ?? '', seed, made)
  }
  /** The id itself where it has the main place; derived from it where a delivery has several. */
  const idFor = (id: string, sample: string) => (sample === idPlace?.sample ? id : idLike(sample, seed, id))
  const textWith = (id: string, age = 0) => {
    const ids = idPlaces.flatMap(({ pointer, sample, isNumber }): [string, string][] =>
      pointer === undefined
        ? []
        : [[pointer, isNumber === true ? idFor(id, sample) : JSON.stringify(idFor(id, sample))]],
    )
    const changes = [...ids, ...momentsIn(scheme, json, now() - age), ...(about === null ? [] : aboutObject(about))]
    return changes.reduce((text, [pointer, literal]) => withValueInText(text, pointer, literal) ?? text, given ?? '{}')
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
    const body = bytesOf(difference.body ?? (given === null ? template.body : textWith(id, age)))
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
    limit: { ms: limits[scheme.id] ?? 10_000, sender: scheme.id in limits ? scheme.label : null },
    hasId: idPlace !== undefined,
    newId,
    textWith,
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
  const ready = verificationSecret({ id: '', label: '', text, current: true }, scheme)
  return ready.key === null ? { ...ready, key: createSecretKey(Buffer.from(text)) } : ready
}

function aboutObject({ id, resourceType, organizationId }: WatchedObject): [string, string][] {
  return Object.entries({ resourceId: id, resourceType, organizationId }).map(([name, value]) => [
    `/${name}`,
    JSON.stringify(value),
  ])
}

/** The places of a body that say when it was signed or made, each with its value as JSON. */
function momentsIn(scheme: SignatureScheme, json: JsonObject | null, at: number): [string, string][] {
  if (json === null) return []
  if (scheme.id === 'service') {
    const example = scalarText(json['createdAtUtc']) ?? '2026-01-31T12:00:00.0000000Z'
    return [['/createdAtUtc', JSON.stringify(writtenMoment(at, 'ms', example))]]
  }
  if (scheme.timestamp?.from !== 'body') return []
  const { name, unit } = scheme.timestamp
  const pointer = name.startsWith('/') ? name : `/${name}`
  const value = valueAt(json, pointer)
  const written = writtenMoment(at, unit, scalarText(value) ?? undefined)
  return [[pointer, typeof value === 'string' ? JSON.stringify(written) : written]]
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body
}

/** Each header in place of those of its name. */
export function withHeaders(headers: readonly HeaderLine[], lines: readonly HeaderLine[]): HeaderLine[] {
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...lines]
}
