import { compareDeliveryIds, type DeliverySummary, type HeaderLine } from '../../../../shared/model.ts'
import { redacted } from '../../../../shared/credentials.ts'
import type { Attempt } from '../../../../shared/wireTypes.ts'
import type { Problem } from '../../../data/wire/problem.ts'

/** The methods to choose from. */
export const methods: readonly string[] = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** A request that is being written. It does not know where it came from: a stored delivery, or nothing yet. */
export interface RequestDraft {
  method: string
  url: string
  /** In order; a name may come more than once. */
  headers: readonly DraftHeader[]
  /** What was typed. Null: the bytes of its source, as they are. */
  body: TypedBody | null
  signing: Signing
}

export interface DraftHeader {
  /** Stays with the line when it is moved. */
  key: number
  name: string
  value: string
}

/** A text that may be large: it is put together when it is asked for. */
export interface TypedBody {
  text: () => string
}

/** How the request is signed: as it is, or again with the current secret, one that is stored, or one that is typed. */
export type Signing =
  | { kind: 'kept' }
  | { kind: 'current' }
  | { kind: 'stored'; fingerprint: string }
  | { kind: 'typed'; secret: string }

/** Where a request begins. */
export interface RequestSource {
  /** Null while they are on their way. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** Why they cannot be had, as a sentence. */
  problem: string | null
  /** Only the beginning of them is known. */
  truncated: boolean
  /** It carries a signature that was made for these bytes. */
  isSigned: boolean
  /** The headers as they are at the source, such as a stored delivery's. */
  headers: readonly HeaderLine[]
  /** Fingerprint of the current secret of its environment; null where there is none. */
  currentSecret: string | null
  /** Other secrets to sign with. */
  secrets: readonly SigningSecret[]
}

/** How the last sending went. */
export interface Sending {
  busy: boolean
  /** The last answer, also while the request is sent again. */
  answer: Attempt | undefined
  problem: Problem | null
}

export interface SigningSecret {
  fingerprint: string
  label: string
  /** Name of its environment, if that is not the delivery's. */
  environment: string | null
}

export function headersOf(lines: readonly HeaderLine[]): DraftHeader[] {
  return lines.map(([name, value], key) => ({ key, name, value }))
}

/** As they are sent: without lines that are empty. Pure. */
export function linesOf(headers: readonly DraftHeader[]): HeaderLine[] {
  return headers.flatMap(({ name, value }): HeaderLine[] => (name === '' && value === '' ? [] : [[name, value]]))
}

/** With one more, empty, at the end. Pure. */
export function withNewHeader(headers: readonly DraftHeader[]): DraftHeader[] {
  return [...headers, { key: Math.max(-1, ...headers.map(({ key }) => key)) + 1, name: '', value: '' }]
}

/** Moves one header up (negative) or down by some places, at most to the end. Pure. */
export function withMovedHeader(headers: readonly DraftHeader[], key: number, by: number): DraftHeader[] {
  const from = headers.findIndex((header) => header.key === key)
  const [moved] = headers.slice(from, from + 1)
  if (from === -1 || moved === undefined) return [...headers]
  const rest = headers.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(from + by, 0), rest.length), 0, moved)
}

export type HeaderProblem = 'nameMissing' | 'nameUnusable' | 'valueUnusable' | 'valueNotKept'

/** Why a header cannot be sent as it is typed; null when it can. The engine has the last word. Pure. */
export function headerProblem({ name, value }: Pick<DraftHeader, 'name' | 'value'>): HeaderProblem | null {
  if (name === '') return value === '' ? null : 'nameMissing'
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name)) return 'nameUnusable'
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return 'valueUnusable'
  return value === redacted ? 'valueNotKept' : null
}

/**
 * Headers of something that was sent before, to be sent again: credentials were not kept with it, and are taken from the
 * source where it has the same header. Pure.
 */
export function withCredentials(kept: readonly HeaderLine[], source: readonly HeaderLine[]): HeaderLine[] {
  const unused = [...source]
  return kept.map(([name, value]): HeaderLine => {
    const place = unused.findIndex(([other]) => other.toLowerCase() === name.toLowerCase())
    const [same] = place === -1 ? [] : unused.splice(place, 1)
    return [name, value.includes(redacted) && same !== undefined ? same[1] : value]
  })
}

/** Whether this can be an address to send to. The engine has the last word. Pure. */
export function isSendable(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Whether it can be sent, as far as can be said here. Pure. */
export function canSend({ url, headers, signing }: RequestDraft): boolean {
  const isBroken = headers.some((header) => {
    const problem = headerProblem(header)
    return problem !== null && problem !== 'valueNotKept'
  })
  return isSendable(url) && !isBroken && (signing.kind !== 'typed' || signing.secret !== '')
}

/** Larger bodies are not opened in the editor, bytes. */
const maxEditable = 1_048_576

/** The body as text to be edited, or why there is none. Pure. */
export function editableBody(bytes: Uint8Array): { text: string } | { why: 'notText' | 'tooLarge' } {
  if (bytes.length > maxEditable) return { why: 'tooLarge' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { why: 'notText' }
  }
}

/** Remarks for the user before it is sent. Pure. */
export function doubtsOf(
  { body, signing }: Pick<RequestDraft, 'body' | 'signing'>,
  { truncated, isSigned }: Pick<RequestSource, 'truncated' | 'isSigned'>,
): ('willNotFit' | 'willNotBeWhole')[] {
  if (body === null) return truncated ? ['willNotBeWhole'] : []
  return signing.kind === 'kept' && isSigned ? ['willNotFit'] : []
}

/**
 * The delivery that a request became: the one that came since and has its method and size. Null while there is none, and
 * where several could be it. Pure.
 */
export function arrivedSince(
  window: readonly DeliverySummary[],
  after: string,
  { method, size }: { method: string; size: number },
): DeliverySummary | null {
  const end = window.findIndex(({ id }) => compareDeliveryIds(id, after) <= 0)
  const fresh = end === -1 ? window : window.slice(0, end)
  const [found, ...others] = fresh.filter((delivery) => delivery.method === method && delivery.size === size)
  return found === undefined || others.length > 0 ? null : found
}
