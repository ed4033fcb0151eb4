import { base64Of } from '../basics/base64.ts'
import { requestWithoutCredentials } from '../credentials.ts'
import type { HeaderLine } from '../model.ts'
import { proofNote } from '../redaction/redactionNote.ts'
import { bodyWithoutSecrets, type ProvenRequest } from '../redaction/withoutSecrets.ts'
import { commentText } from '../verifyCode/programText.ts'
import { sendableHeaders } from './sendableHeaders.ts'

/** How a body is written: as text, as base64 if it is not text, or in a file if it is too large to copy. */
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
  /** In order and spelled as received. Each character of a value is one byte. */
  headers: HeaderLine[]
  body: OutgoingBody
  bodySize: number
  /** Names of headers that are not sent because they belong to one connection; in order. */
  left: string[]
  /** Preconditions and omissions that the user must know about, as sentences for comments. */
  notes: string[]
}

/** The delivery to write down, and its target. */
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
  /** Whether to include Authorization, cookies and other credentials as received. */
  withCredentials: boolean
}

/** Maximum size of an inline body, bytes: a single command line argument holds little more. */
const longestInline = 100_000

/** Prepares a delivery for writing it as a request in any language. Pure. */
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

/** Uses only the path of a target that is an absolute URL, which would send the request elsewhere. */
function urlOf(origin: string, target: string): string {
  const path = target.startsWith('/') ? target : `/${target.replace(/^[a-z]+:\/\/[^/]*\/?/i, '')}`
  return origin + path.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()))
}

/** Rejects control characters, even a tab: a shell would treat them as keystrokes. */
function isOneLine([name, value]: HeaderLine): boolean {
  return /^[\x21-\x7e]+$/.test(name) && /^[\x20-\x7e\x80-\xff]*$/.test(value)
}

function bodyOf(id: string, bytes: Uint8Array): OutgoingBody {
  if (bytes.length === 0) return { kind: 'none' }
  if (bytes.length > longestInline) return { kind: 'file', name: fileOf(id) }
  const text = pasteableText(bytes)
  return text === null ? { kind: 'base64', base64: base64Of(bytes) } : { kind: 'text', text }
}

/** Name of the file that Save in the Body tab writes. */
export function fileOf(id: string): string {
  return `delivery-${id}.bin`
}

/** Returns a note on where the body file comes from. */
export function fileNote(name: string): string {
  return `Reads the body from ${name}, which Save in the tab Body makes.`
}

/** Decodes UTF-8. Returns null for other bytes, and for control characters that pasting or an editor would change. */
function pasteableText(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => (byte < 0x20 && byte !== 0x0a && byte !== 0x09) || byte === 0x7f)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Decodes a header value for languages that write UTF-8, so that the same bytes are sent; null when it is not UTF-8.
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

/** Decodes header lines with `utf8Value`, and returns a note for each one that it cannot decode. */
export function utf8Headers(headers: readonly HeaderLine[]): { lines: HeaderLine[]; notes: string[] } {
  const texts = headers.map(([name, value]) => ({ name, text: utf8Value(value) }))
  return {
    lines: texts.flatMap(({ name, text }): HeaderLine[] => (text === null ? [] : [[name, text]])),
    notes: texts.flatMap(({ name, text }) =>
      text === null ? [`The value of ${commentText(name)} is no text, so this header was left out.`] : [],
    ),
  }
}

/** Returns the headers that a program adds on its own but the delivery did not have, so must not be sent. */
export function unwantedOf(headers: readonly HeaderLine[], own: readonly string[]): string[] {
  return own.filter((name) => !headers.some(([present]) => present.toLowerCase() === name))
}
