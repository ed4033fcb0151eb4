import { base64Of } from '../basics/base64.ts'
import { requestWithoutCredentials } from '../credentials.ts'
import type { HeaderLine } from '../model.ts'
import { proofNote } from '../redaction/redactionNote.ts'
import { bodyWithoutSecrets, type ProvenRequest } from '../redaction/withoutSecrets.ts'
import { commentText } from '../verifyCode/programText.ts'
import { sendableHeaders } from './sendableHeaders.ts'

/** How a body is in a text: as text, as base64 where it is none, in a file where it is too large to be copied. */
export type OutgoingBody =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'base64'; base64: string }
  | { kind: 'file'; name: string }

/** A delivery as a request that can be written down. */
export interface OutgoingRequest {
  id: string
  method: string
  url: string
  /** In order, spelled as they came. Each character of a value is one byte. */
  headers: HeaderLine[]
  body: OutgoingBody
  bodySize: number
  /** Headers that are not sent because they belong to one connection; names, in order. */
  left: string[]
  /** What a person must know or do before it works, as sentences for comments. */
  notes: string[]
}

/** What is written down, and where it goes. */
export interface RequestSource {
  delivery: {
    id: string
    method: string
    target: string
    headers: readonly HeaderLine[]
    truncated: boolean
    signature?: ProvenRequest['signature']
  }
  bytes: Uint8Array
  /** Such as "http://127.0.0.1:4690". */
  origin: string
  /** Values of Authorization, cookies and the like are in it as they came. */
  withCredentials: boolean
}

/** A body in the middle of a text may have so many bytes: a single argument of a command line takes little more. */
const longestInline = 100_000

/** Gets a delivery ready to be written down in any language. Pure. */
export function outgoingRequest({ delivery, bytes, origin, withCredentials }: RequestSource): OutgoingRequest {
  const { id, method, target, truncated } = delivery
  const { sent, left } = sendableHeaders(delivery.headers)
  const fit = sent.filter(isOneLine)
  const clean = withCredentials
    ? { target, lines: fit, headers: [], parameters: [], proof: null }
    : requestWithoutCredentials({ ...delivery, headers: fit })
  const shown = withCredentials ? bytes : bodyShown(delivery, bytes)
  const body = bodyOf(id, shown)
  return {
    id,
    method,
    url: urlOf(origin, clean.target),
    headers: clean.lines,
    body,
    bodySize: shown.length,
    left,
    notes: [
      ...(truncated
        ? [`Only the first ${bytes.length} bytes of the body are known, so this is not what was sent.`]
        : []),
      ...[...clean.headers, ...clean.parameters.map((name) => `the parameter ${name}`)].map(
        (name) => `The value of ${commentText(name)} is not in here. Put yours in its place.`,
      ),
      ...(clean.proof === null ? [] : [proofNote(clean.proof)]),
      ...(shown === bytes ? [] : ['The token in the body is not in here. Put yours in its place.']),
      ...(body.kind === 'file' ? [fileNote(body.name)] : []),
      ...(fit.length < sent.length ? ['A header with a control character, such as a tab, was left out.'] : []),
    ],
  }
}

function bodyShown({ headers, signature }: RequestSource['delivery'], bytes: Uint8Array): Uint8Array {
  return signature === undefined ? bytes : bodyWithoutSecrets({ headers: [...headers], signature }, bytes)
}

/** A target that is a whole address of its own would send the request elsewhere: only its path counts. */
function urlOf(origin: string, target: string): string {
  const path = target.startsWith('/') ? target : `/${target.replace(/^[a-z]+:\/\/[^/]*\/?/i, '')}`
  return origin + path.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()))
}

/** No control character, not even a tab: typed into a shell it is a key. */
function isOneLine([name, value]: HeaderLine): boolean {
  return /^[\x21-\x7e]+$/.test(name) && /^[\x20-\x7e\x80-\xff]*$/.test(value)
}

function bodyOf(id: string, bytes: Uint8Array): OutgoingBody {
  if (bytes.length === 0) return { kind: 'none' }
  if (bytes.length > longestInline) return { kind: 'file', name: fileOf(id) }
  const text = pasteableText(bytes)
  return text === null ? { kind: 'base64', base64: base64Of(bytes) } : { kind: 'text', text }
}

/** The file that Save in the Body tab makes of bytes. */
export function fileOf(id: string): string {
  return `delivery-${id}.bin`
}

/** Says where a file with the body comes from. */
export function fileNote(name: string): string {
  return `Reads the body from ${name}, which Save in the tab Body makes.`
}

/** Null when it is not UTF-8, or holds control characters that a paste or an editor would change. */
function pasteableText(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => (byte < 0x20 && byte !== 0x0a && byte !== 0x09) || byte === 0x7f)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * A header's value as text whose UTF-8 is what came, for languages that write UTF-8; null when no text has these bytes.
 */
export function utf8Value(value: string): string | null {
  if (/^[\t\x20-\x7e]*$/.test(value)) return value
  try {
    const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Header lines as `utf8Value` has them, and a note on each that no text can hold. */
export function utf8Headers(headers: readonly HeaderLine[]): { lines: HeaderLine[]; notes: string[] } {
  const texts = headers.map(([name, value]) => ({ name, text: utf8Value(value) }))
  return {
    lines: texts.flatMap(({ name, text }): HeaderLine[] => (text === null ? [] : [[name, text]])),
    notes: texts.flatMap(({ name, text }) =>
      text === null ? [`The value of ${commentText(name)} is no text, so this header was left out.`] : [],
    ),
  }
}

/** Of headers that a program adds on its own, those that did not come and must not be sent. */
export function unwantedOf(headers: readonly HeaderLine[], own: readonly string[]): string[] {
  return own.filter((name) => !headers.some(([present]) => present.toLowerCase() === name))
}
