import { isUtf8 } from 'node:buffer'
import { charsetVariants } from './bodies/charsets.ts'
import { compressedVariants, decompressedVariants } from './bodies/compressedVariants.ts'
import { encodedVariants } from './bodies/encodedVariants.ts'
import { formVariants } from './bodies/formVariants.ts'
import { hasBom, lineVariants } from './bodies/lineVariants.ts'
import { literalVariants, printVariants } from './bodies/literals.ts'
import { chunkParts, fieldParts } from './bodies/parts.ts'
import { addedTexts, hashedTexts, htmlTexts, referencedTexts } from './bodies/writtenTexts.ts'
import { objectTextVariants } from './bodies/objectTexts.ts'
import { type Change, type Variant } from './causes/change.ts'
import { likelyJson } from './json/likelyJson.ts'
import { type JsonDocument, jsonDocument } from './json/jsonDocument.ts'
import { tokenVariants } from './json/tokenVariants.ts'
import {
  boundAndWritten,
  combinedVariants,
  profileVariants,
  restoredLines,
  writtenVariants,
} from './json/writtenVariants.ts'

/** The bodies that may have been hashed, in groups; each is made only when its turn comes. */
export interface BodyVariants {
  asIs: Variant
  literals(): Variant[]
  /** The most common changes, made by the fastest means. */
  likely(): Variant[]
  /** The most common changes, which also come with others: final line breaks, JSON written again. */
  common(): Variant[]
  /** Every other single change. */
  single(): Variant[]
  /** Known writers of JSON. */
  profiles(): Variant[]
  /** Two or more changes. */
  combined(): Generator<Variant>
  charsets(): Variant[]
  /** All of these but the combined ones, kept where the body is small: two mistakes at once need them again and again. */
  each(): Variant[]
}

/** Bodies up to this size keep what is made of them, since several waves use it, bytes. */
const largestKept = 65_536

/** All ways to write a body again. */
export function bodyVariants(
  body: Buffer,
  contentEncoding: string,
  direction: 'wire' | 'receiver',
  isSpent: () => boolean,
): BodyVariants {
  const json = once(() => documentOf(body, isSpent))
  const ofJson = (make: (document: JsonDocument) => Variant[]) =>
    once(() => {
      const document = json()
      if (document === null) return []
      const made = make(document).map((variant) => afterReading(body, variant))
      return document.small ? made.map(remembered) : made
    })
  const tokens = ofJson(tokenVariants)
  const written = ofJson((document) => writtenVariants(document, direction))
  const profiles = ofJson(profileVariants)
  const kept = (make: () => Variant[]) => once(() => (body.length > largestKept ? make() : make().map(remembered)))
  const charsets = kept(() => charsetVariants(body))
  const lines = kept(() => lineVariants(body))
  const variants: Omit<BodyVariants, 'each'> = {
    asIs: { changes: [], make: () => body },
    literals: literalVariants,
    likely: () => {
      const likely = lines().filter(({ changes: [change] }) => isLikely(change))
      // With small bodies all means are fast.
      const [again, ...more] = body.length > largestKept ? likelyJson(body, json) : []
      return again === undefined ? likely : [...likely.slice(0, 5), again, ...likely.slice(5), ...more]
    },
    common: () => [...decompressedVariants(body, contentEncoding), ...lines().slice(0, 5), ...written().slice(0, 4)],
    single: () => [
      ...lines(),
      ...encodedVariants(body),
      ...tokens(),
      ...written(),
      ...charsets(),
      ...formVariants(body),
      ...printVariants(body),
      ...ofJson(objectTextVariants)(),
      ...addedTexts(body),
      ...hashedTexts(body),
      ...htmlTexts(body),
      ...referencedTexts(body),
      ...chunkParts(body),
      ...ofJson(restoredLines)(),
      ...ofJson(fieldParts)(),
    ],
    profiles,
    *combined() {
      yield* afterDecompression(body, contentEncoding, direction, isSpent)
      const document = json()
      if (document === null) yield* otherwiseCombined(body)
      else yield* combinedJson(body, document, [...tokens(), ...written(), ...profiles()], written().slice(0, 4))
      yield* compressedVariants(body)
    },
    charsets,
  }
  const { common, literals, single } = variants
  return {
    ...variants,
    each: kept(() => [...common(), ...literals(), ...single(), ...profiles(), ...compressedVariants(body)]),
  }
}

/** Cheap changes are likely, such as line breaks and byte order marks. */
function isLikely(change: Change | undefined): boolean {
  return change !== undefined && change.cost <= 5
}

/** Adds the losses of reading the body as text, before JSON is written: its byte order mark, and bytes that are not UTF-8. */
function afterReading(body: Buffer, { changes, make }: Variant): Variant {
  const lost: Change[] = [
    ...(hasBom(body) ? [{ cause: 'body-bom', cost: 4, how: ' without its byte order mark' } as const] : []),
    ...(isUtf8(body)
      ? []
      : [{ cause: 'body-replacement-characters', cost: 6, how: ' with U+FFFD for what is not UTF-8' } as const]),
  ]
  return lost.length === 0 ? { changes, make } : { changes: [...lost, ...changes], make }
}

function documentOf(body: Buffer, isSpent: () => boolean): JsonDocument | null {
  return jsonDocument((hasBom(body) ? body.subarray(3) : body).toString('utf8'), isSpent)
}

/**
 * @param body what the document was read from
 * @param single every way in which one thing is changed
 * @param common the commonest of them, which come together with character sets and base64
 */
function* combinedJson(
  body: Buffer,
  document: JsonDocument,
  single: readonly Variant[],
  common: readonly Variant[],
): Generator<Variant> {
  for (const variant of single) yield withLineFeed(variant)
  if (document.small) {
    for (const variant of combinedVariants(document)) yield afterReading(body, variant)
    for (const variant of boundAndWritten(document)) yield afterReading(body, variant)
  }
  for (const variant of common) {
    for (const charset of charsetVariants(variant.make() ?? Buffer.alloc(0))) {
      yield { changes: [...variant.changes, ...charset.changes], make: charset.make }
    }
    for (const encoded of encodedVariants(variant.make() ?? Buffer.alloc(0)).filter(isPlainest)) {
      yield { changes: [...variant.changes, ...encoded.changes], make: encoded.make }
    }
  }
}

/** Base64 and a JSON string. */
function isPlainest({ changes }: Variant): boolean {
  return changes.every(({ cost }) => cost <= 6)
}

/** Adds the line feed that often follows written JSON. */
function withLineFeed({ changes, make }: Variant): Variant {
  return {
    changes: [...changes, { cause: 'body-final-newline', cost: 3, how: ' with a line feed at its end' }],
    make: () => {
      const bytes = make()
      return bytes === null ? null : Buffer.concat([bytes, Buffer.of(0x0a)])
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Makes its bytes once: several waves use them. Only for small bodies, since it keeps them. */
function remembered({ changes, make }: Variant): Variant {
  return { changes, make: once(make) }
}

/** Text that is no JSON: two changes of lines, or lines and character set. */
function* otherwiseCombined(body: Buffer): Generator<Variant> {
  if (body.length > 1_000_000) return
  for (const first of lineVariants(body)) {
    const bytes = first.make()
    if (bytes === null || bytes.equals(body)) continue
    for (const second of lineVariants(bytes).slice(0, 10))
      yield { changes: [...first.changes, ...second.changes], make: second.make }
  }
}

/** A compressed body is often parsed after it was decompressed. */
function* afterDecompression(
  body: Buffer,
  contentEncoding: string,
  direction: 'wire' | 'receiver',
  isSpent: () => boolean,
): Generator<Variant> {
  for (const { changes, make } of decompressedVariants(body, contentEncoding)) {
    const plain = make()
    if (plain === null || !isUtf8(plain)) continue
    const document = documentOf(plain, isSpent)
    const inner = [
      ...lineVariants(plain),
      ...(document === null ? [] : [...writtenVariants(document, direction), ...profileVariants(document)]),
    ]
    for (const variant of inner) yield { changes: [...changes, ...variant.changes], make: variant.make }
  }
}
