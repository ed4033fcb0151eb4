import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  crc32,
  deflateRawSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import { type Variant, variant } from '../causes/change.ts'

/** Limit for decompressed bodies: a few kilobytes can hold gigabytes, bytes. */
const maxOutputLength = 32_000_000

/** The decompressed body. The content decides, because proxies drop the header. */
export function decompressedVariants(body: Buffer, contentEncoding: string): Variant[] {
  const claimed = (name: string) => contentEncoding.includes(name)
  const plain = (how: string, wanted: boolean, expand: () => Buffer) =>
    variant('body-compressed', 4, how, () => (wanted && body.length > 0 ? attempt(expand) : null))
  return [
    plain(' after gzip decompression', isGzip(body), () => gunzipSync(body, { maxOutputLength })),
    plain(' after deflate decompression', claimed('deflate') || isZlib(body), () =>
      inflateSync(body, { maxOutputLength }),
    ),
    plain(' after raw deflate decompression', claimed('deflate'), () => inflateRawSync(body, { maxOutputLength })),
    plain(' after brotli decompression', claimed('br'), () => brotliDecompressSync(body, { maxOutputLength })),
  ]
}

/** Larger bodies take too long to compress, bytes. */
const maxCompressedBytes = 1_000_000
const maxBrotliBytes = 16_000

/** The body compressed with the usual settings, which give the same bytes everywhere. */
export function compressedVariants(body: Buffer): Variant[] {
  if (body.length === 0 || body.length > maxCompressedBytes) return []
  const packed = new Map<number, Buffer>()
  // Formats differ only around the compressed bytes, so these are made once for each level.
  const raw = (level: number) => {
    const known = packed.get(level) ?? deflateRawSync(body, { level })
    packed.set(level, known)
    return known
  }
  const compressed = (how: string, make: () => Buffer | null) => variant('body-compressed', 8, how, make)
  return [
    ...levels.flatMap(([level, hint]) =>
      operatingSystems.map(([id, system]) =>
        compressed(` compressed by gzip (level ${level}, ${system})`, () => gzipped(body, raw(level), hint, id)),
      ),
    ),
    ...levels.map(([level, , flags]) =>
      compressed(` compressed by deflate (level ${level})`, () => zlibbed(body, raw(level), flags)),
    ),
    compressed(' compressed by raw deflate', () => raw(6)),
    ...[11, 4].map((quality) =>
      compressed(` compressed by brotli (quality ${quality})`, () =>
        body.length > maxBrotliBytes
          ? null
          : brotliCompressSync(body, {
              params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
            }),
      ),
    ),
  ]
}

/** Levels with what they write into the headers: gzip's hint at the level, and zlib's two bytes. */
const levels: readonly [level: number, hint: number, flags: number][] = [
  [6, 0, 0x789c],
  [9, 2, 0x78da],
  [1, 4, 0x7801],
]

function gzipped(body: Buffer, raw: Buffer, hint: number, system: number): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(body), 0)
  tail.writeUInt32LE(body.length, 4)
  return Buffer.concat([Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, hint, system), raw, tail])
}

function zlibbed(body: Buffer, raw: Buffer, flags: number): Buffer {
  let [a, b] = [1, 0]
  for (const byte of body) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  const around = Buffer.alloc(6)
  around.writeUInt16BE(flags, 0)
  around.writeUInt32BE(b * 65_536 + a, 2)
  return Buffer.concat([around.subarray(0, 2), raw, around.subarray(2)])
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
