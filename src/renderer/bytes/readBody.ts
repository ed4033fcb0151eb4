import { checkUtf8, hasUtf8Mark, type TextCheck } from './utf8.ts'
import { indexJson } from './indexJson.ts'
import type { JsonIndex } from './jsonIndex.ts'
import { layOutXml, type XmlLines } from './layOutXml.ts'
import { boundaryOf, type FormPart, readForm, readMultipart } from './readParts.ts'

/** The format of a body, by its content; its header does not count. */
export type BodyKind = 'json' | 'broken-json' | 'xml' | 'form' | 'multipart' | 'text' | 'binary'

/** A body, looked at once for all views. */
export interface ReadBody {
  kind: BodyKind
  check: TextCheck
  /** The bytes as UTF-8, when they came in another charset; the charset by name. */
  recoded: { bytes: Uint8Array<ArrayBuffer>; charset: string } | null
  /** A charset that is named but not known here. */
  unknownCharset: string | null
  json: JsonIndex | null
  xml: XmlLines | null
  form: { parts: FormPart[]; more: boolean } | null
}

/** Reads bytes as far as they can be read. Slow for large ones: those are read by a worker. Pure. */
export function readBody(exact: Uint8Array<ArrayBuffer>, contentType: string): ReadBody {
  const { recoded, unknownCharset } = recode(exact, contentType)
  const bytes = recoded?.bytes ?? exact
  const check = checkUtf8(bytes)
  const known = { check, recoded, unknownCharset, json: null, xml: null, form: null }
  const type = contentType.toLowerCase()
  const boundary = type.startsWith('multipart/') ? boundaryOf(contentType) : null
  if (boundary !== null) {
    const form = readMultipart(bytes, boundary)
    if (form.parts.length > 0) return { ...known, kind: 'multipart', form }
  }
  const from = hasUtf8Mark(bytes) ? 3 : 0
  const first = firstByte(bytes, from)
  const saysForm = type.startsWith('application/x-www-form-urlencoded')
  if (saysForm && first !== 0x7b && first !== 0x5b) return { ...known, kind: 'form', form: readForm(bytes) }
  const saysJson = /^[\w.+-]+\/(?:[\w.+-]+\+)?json/.test(type)
  if (saysJson || first === 0x7b || first === 0x5b || (first !== 0x3c && bytes.length < 64)) {
    const json = indexJson(bytes, from)
    if (json.problem === null) return { ...known, kind: 'json', json }
    if ((saysJson || first === 0x7b || first === 0x5b) && json.count > 0) return { ...known, kind: 'broken-json', json }
    if (json.problem.what === 'many') return { ...known, kind: 'broken-json', json }
  }
  if (looksBinary(check, bytes.length)) return { ...known, kind: 'binary' }
  const saysXml = /^[\w.+-]+\/(?:[\w.+-]+\+)?(?:xml|html)/.test(type)
  if (first === 0x3c && (saysXml || looksLikeXml(bytes, from)))
    return { ...known, kind: 'xml', xml: layOutXml(bytes, from) }
  return { ...known, kind: 'text' }
}

/** Text in another charset than UTF-8 is shown as UTF-8; the bytes themselves stay what they are. */
function recode(bytes: Uint8Array<ArrayBuffer>, contentType: string): Pick<ReadBody, 'recoded' | 'unknownCharset'> {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const named = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? null
  const charset = mark ?? named
  if (charset === null || /^(?:utf-?8|us-ascii)$/.test(charset)) return { recoded: null, unknownCharset: null }
  try {
    const text = new TextDecoder(charset, { ignoreBOM: true }).decode(bytes)
    return { recoded: { bytes: new TextEncoder().encode(text), charset }, unknownCharset: null }
  } catch {
    return { recoded: null, unknownCharset: charset }
  }
}

/** A hundredth of it is no text. */
function looksBinary({ invalid, nuls, controls }: TextCheck, length: number): boolean {
  return (invalid + nuls + controls) * 100 > length
}

function firstByte(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at++
  return bytes[at] ?? 0
}

function looksLikeXml(bytes: Uint8Array, from: number): boolean {
  const text = new TextDecoder().decode(bytes.subarray(from, from + 200)).trimStart()
  return /^<(?:\?xml|!DOCTYPE|!--|[A-Za-z_][\w:.-]*[\s/>])/i.test(text)
}

/** Bytes after decompression. */
export type Inflated =
  | { ok: true; blob: Blob; cut: boolean }
  /** `unknown`: this browser cannot undo the coding. `broken`: the bytes are not what the header says. */
  | { ok: false; why: 'unknown' | 'broken'; coding: string }

/** More than this is not unpacked: a few bytes can become gigabytes. */
export const maxInflated = 64 * 1024 * 1024

/** The codings that a Content-Encoding names, in the order in which they were applied; none for `identity`. */
export function codingsOf(contentEncoding: string): string[] {
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '' && name !== 'identity')
}

/** Undoes the codings of a body, the last one first. A body that ends too early keeps its unpacked part. */
export async function inflateBody(blob: Blob, codings: readonly string[]): Promise<Inflated> {
  let inner = blob
  let cut = false
  for (const coding of codings.toReversed()) {
    const formats = formatsOf(coding)
    if (formats.length === 0) return { ok: false, why: 'unknown', coding }
    let undone: { blob: Blob; cut: boolean } | null = null
    for (const format of formats) undone ??= await undo(inner, format)
    if (undone === null) return { ok: false, why: 'broken', coding }
    inner = undone.blob
    cut ||= undone.cut
  }
  return { ok: true, blob: inner, cut }
}

/** `deflate` is meant to be wrapped, and often is not. */
function formatsOf(coding: string): CompressionFormat[] {
  const names =
    { gzip: ['gzip'], 'x-gzip': ['gzip'], deflate: ['deflate', 'deflate-raw'], br: ['brotli'] }[coding] ?? []
  return names.filter((name) => isKnown(name)) as CompressionFormat[]
}

function isKnown(format: string): boolean {
  try {
    return 'readable' in new DecompressionStream(format as CompressionFormat)
  } catch {
    return false
  }
}

/** Null when not a single byte came out. */
async function undo(blob: Blob, format: CompressionFormat) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  let cut = false
  const reader = blob.stream().pipeThrough(new DecompressionStream(format)).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      length += value.length
      if (length > maxInflated) {
        cut = true
        await reader.cancel()
        break
      }
    }
  } catch {
    if (length === 0) return null
    cut = true
  }
  return { blob: new Blob(parts), cut }
}
