import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import { type Variant, variant } from '../causes/change.ts'

/** A body may not become larger than this: a few kilobytes can hide gigabytes. */
const maxOutputLength = 32_000_000

/** The plain body, where the wire had it compressed. The content decides, since proxies forget the header. */
export function decompressedVariants(body: Buffer, contentEncoding: string): Variant[] {
  const claimed = (name: string) => contentEncoding.includes(name)
  const plain = (words: string, wanted: boolean, expand: () => Buffer) =>
    variant('body-compressed', 4, words, () => (wanted && body.length > 0 ? attempt(expand) : null))
  return [
    plain(' after gzip decompression', isGzip(body), () => gunzipSync(body, { maxOutputLength })),
    plain(' after deflate decompression', claimed('deflate') || isZlib(body), () =>
      inflateSync(body, { maxOutputLength }),
    ),
    plain(' after raw deflate decompression', claimed('deflate'), () => inflateRawSync(body, { maxOutputLength })),
    plain(' after brotli decompression', claimed('br'), () => brotliDecompressSync(body, { maxOutputLength })),
  ]
}

/** Beyond this, compressing takes longer than what it may find is worth. */
const largestCompressed = 1_000_000
const largestBrotli = 16_000

/** The compressed body, where the wire had it plain: compressors with the usual settings give the same bytes. */
export function compressedVariants(body: Buffer): Variant[] {
  if (body.length === 0 || body.length > largestCompressed) return []
  const levels = [6, 9, 1]
  return [
    ...levels.flatMap((level) => {
      let packed: Buffer | undefined
      return operatingSystems.map(([id, name]) =>
        variant('body-compressed', 8, ` compressed by gzip (level ${level}, ${name})`, () => {
          packed ??= gzipSync(body, { level })
          return Buffer.from(packed).fill(id, 9, 10)
        }),
      )
    }),
    ...levels.map((level) =>
      variant('body-compressed', 8, ` compressed by deflate (level ${level})`, () => deflateSync(body, { level })),
    ),
    variant('body-compressed', 8, ' compressed by raw deflate', () => deflateRawSync(body)),
    ...[11, 4].map((quality) =>
      variant('body-compressed', 8, ` compressed by brotli (quality ${quality})`, () =>
        body.length > largestBrotli
          ? null
          : brotliCompressSync(body, {
              params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
            }),
      ),
    ),
  ]
}

/** The byte of the gzip header that names the writer's system. */
const operatingSystems: readonly [number, string][] = [
  [3, 'Unix'],
  [255, 'Go or Python'],
  [0, 'Java'],
  [10, '.NET'],
  [19, 'macOS'],
]

/** Whether the bytes begin as gzip does. */
export function isGzip(body: Buffer): boolean {
  return body.length > 18 && body[0] === 0x1f && body[1] === 0x8b && body[2] === 8
}

function isZlib(body: Buffer): boolean {
  return body.length > 6 && body[0] === 0x78 && body.readUInt16BE(0) % 31 === 0
}

function attempt(expand: () => Buffer): Buffer | null {
  try {
    return expand()
  } catch {
    return null
  }
}
