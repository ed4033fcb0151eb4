import { hasHalves } from './halves.ts'

/** One part of a form: what it says, and where it stands in the body. */
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

/** `percent`: a % that no two hex digits follow. `utf8`: its bytes are no UTF-8. `again`: the name stood before. */
export type FormRemark = 'percent' | 'utf8' | 'again' | 'unfinished'

/** So many parts are listed. */
export const mostParts = 10_000
/** So many bytes of a value, a name or a header are read for the list. */
export const longestValue = 2000

/** Reads `name=value&...` as servers do, and says where they would disagree. Pure. */
export function readForm(bytes: Uint8Array): { parts: FormPart[]; more: boolean } {
  const parts: FormPart[] = []
  const names = new Set<string>()
  for (let at = 0; at < bytes.length;) {
    if (parts.length === mostParts) return { parts, more: true }
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
      // A cut value may end within an escape; that is no mistake of the sender.
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
