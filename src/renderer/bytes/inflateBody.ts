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
