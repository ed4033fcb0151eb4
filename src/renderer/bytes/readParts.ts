import { hasHalves } from './utf8.ts'

/** One part of a form: what it says, and where it is in the body. */
export interface FormPart {
  name: string
  /** The value as text; long ones are cut, see `valueEnd`. */
  value: string
  /** Byte offsets of the value as it was sent. */
  valueStart: number
  valueEnd: number
  /** Headers of a multipart's part, in order, and the file's name that it claims. */
  headers: [string, string][]
  fileName: string | null
  remarks: FormRemark[]
}

/** `percent`: a % that no two hex digits follow. `utf8`: its bytes are no UTF-8. `again`: the name occurred before. */
type FormRemark = 'percent' | 'utf8' | 'again' | 'unfinished'

/** Maximum number of listed parts. */
export const maxParts = 10_000
/** Maximum bytes of a value, a name or a header that are read for the list. */
export const longestValue = 2000

/** Reads `name=value&...` as servers do, and says where they would disagree. Pure. */
export function readForm(bytes: Uint8Array): { parts: FormPart[]; more: boolean } {
  const parts: FormPart[] = []
  const names = new Set<string>()
  for (let at = 0; at < bytes.length;) {
    if (parts.length === maxParts) return { parts, more: true }
    const end = find(bytes, 0x26, at, bytes.length)
    if (end > at) {
      const equals = find(bytes, 0x3d, at, end)
      const name = readPiece(bytes.subarray(at, Math.min(equals, at + longestValue)))
      const valueStart = Math.min(end, equals + 1)
      const value = readPiece(bytes.subarray(valueStart, Math.min(end, valueStart + longestValue)))
      const remarks = new Set<FormRemark>([...name.remarks, ...value.remarks])
      if (names.has(name.text)) remarks.add('again')
      names.add(name.text)
      const place = { valueStart, valueEnd: end, headers: [], fileName: null }
      parts.push({ name: name.text, value: value.text, ...place, remarks: [...remarks] })
    }
    at = end + 1
  }
  return { parts, more: false }
}

function readPiece(piece: Uint8Array): { text: string; remarks: FormRemark[] } {
  const bytes = new Uint8Array(piece.length)
  const remarks = new Set<FormRemark>()
  let length = 0
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at] as number
    const digits = byte === 0x25 ? String.fromCharCode(piece[at + 1] ?? 0, piece[at + 2] ?? 0) : ''
    if (/^[\da-f]{2}$/i.test(digits)) {
      bytes[length++] = Number.parseInt(digits, 16)
      at += 2
    } else {
      // A cut value may end within an escape; the sender did nothing wrong.
      if (byte === 0x25 && at + 2 < piece.length) remarks.add('percent')
      bytes[length++] = byte === 0x2b ? 0x20 : byte
    }
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length))
  if (hasHalves(bytes.subarray(0, length), piece.length === longestValue)) remarks.add('utf8')
  return { text, remarks: [...remarks] }
}

function find(bytes: Uint8Array, byte: number, from: number, until: number): number {
  const found = bytes.indexOf(byte, from)
  return found === -1 || found > until ? until : found
}

/** Maximum number of listed headers of a part. */
const maxHeaders = 50

/** The boundary that a Content-Type names, or null. */
export function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  return found?.[1] ?? found?.[2] ?? null
}

/** Cuts a multipart body at its boundaries. A part's content is never interpreted. Pure. */
export function readMultipart(bytes: Uint8Array, boundary: string): { parts: FormPart[]; more: boolean } {
  const parts: FormPart[] = []
  const names = new Set<string>()
  const mark = new TextEncoder().encode(`--${boundary}`)
  let at = findBoundary(bytes, mark, 0)
  while (at !== -1 && parts.length < maxParts) {
    const from = at + mark.length
    if (bytes[from] === 0x2d && bytes[from + 1] === 0x2d) return { parts, more: false }
    const start = behindLine(bytes, from)
    const next = findBoundary(bytes, mark, start)
    const end = next === -1 ? bytes.length : withoutLineEnd(bytes, start, next)
    const part = readPart(bytes, start, end)
    if (next === -1) part.remarks.push('unfinished')
    if (names.has(part.name)) part.remarks.push('again')
    names.add(part.name)
    parts.push(part)
    at = next
  }
  return { parts, more: at !== -1 }
}

function readPart(bytes: Uint8Array, start: number, end: number): FormPart {
  const headers: [string, string][] = []
  let at = start
  while (at < end) {
    const lineEnd = Math.min(end, behindLine(bytes, at))
    const line = decode(bytes.subarray(at, Math.min(lineEnd, at + longestValue))).replace(/\r?\n$/, '')
    at = lineEnd
    if (line === '') break
    if (headers.length === maxHeaders) continue
    const colon = line.indexOf(':')
    headers.push(colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()])
  }
  const disposition = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? ''
  const until = Math.min(end, at + longestValue)
  const remarks: FormRemark[] = hasHalves(bytes.subarray(at, until), until < end) ? ['utf8'] : []
  return {
    name: parameterOf(disposition, 'name') ?? '',
    fileName: parameterOf(disposition, 'filename'),
    value: decode(bytes.subarray(at, until)),
    valueStart: at,
    valueEnd: end,
    headers,
    remarks,
  }
}

function parameterOf(header: string, name: string): string | null {
  const found = /* linear: the name is a word */ new RegExp(
    `;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`,
    'i',
  ).exec(header)
  return found?.[1] ?? found?.[2] ?? null
}

/** A boundary counts only at the beginning of a line. */
function findBoundary(bytes: Uint8Array, mark: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x2d, from); at !== -1; at = bytes.indexOf(0x2d, at + 1)) {
    if (at > 0 && bytes[at - 1] !== 0x0a) continue
    if (mark.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}

function behindLine(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(0x0a, from)
  return found === -1 ? bytes.length : found + 1
}

/** The line end before a boundary belongs to the boundary. */
function withoutLineEnd(bytes: Uint8Array, start: number, boundary: number): number {
  const end = boundary - 1
  return Math.max(start, bytes[end - 1] === 0x0d ? end - 1 : end)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
