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
import { type Change, changed, type Variant } from './causes/change.ts'
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
  /** What happens most, by the fastest means. */
  likely(): Variant[]
  /** What happens most, and in company of other changes: final line breaks, JSON written again. */
  common(): Variant[]
  /** Every other single change. */
  single(): Variant[]
  /** Known writers of JSON. */
  profiles(): Variant[]
  /** Two or more changes. */
  combined(): Generator<Variant>
  charsets(): Variant[]
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
      return document.small ? make(document).map(remembered) : make(document)
    })
  const tokens = ofJson(tokenVariants)
  const written = ofJson((document) => writtenVariants(document, direction))
  const profiles = ofJson(profileVariants)
  const kept = (make: () => Variant[]) => once(() => (body.length > largestKept ? make() : make().map(remembered)))
  const charsets = kept(() => charsetVariants(body))
  const lines = kept(() => lineVariants(body))
  return {
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
      else yield* combinedJson(document, [...tokens(), ...written(), ...profiles()], written().slice(0, 4))
      yield* compressedVariants(body)
    },
    charsets,
  }
}

/** What costs little is likely; line breaks and byte order marks are. */
function isLikely(change: Change | undefined): boolean {
  return change !== undefined && change.cost <= 5
}

function documentOf(body: Buffer, isSpent: () => boolean): JsonDocument | null {
  return jsonDocument((hasBom(body) ? body.subarray(3) : body).toString('utf8'), isSpent)
}

/**
 * @param single every way in which one thing is changed
 * @param common the commonest of them, which come together with character sets and base64
 */
function* combinedJson(
  document: JsonDocument,
  single: readonly Variant[],
  common: readonly Variant[],
): Generator<Variant> {
  for (const variant of single) yield withLineFeed(variant)
  if (document.small) {
    yield* combinedVariants(document)
    yield* boundAndWritten(document)
  }
  for (const variant of common) {
    for (const charset of charsetVariants(variant.make() ?? Buffer.alloc(0))) {
      yield { changes: [...variant.changes, ...charset.changes], make: charset.make }
    }
    for (const encoded of encodedVariants(variant.make() ?? Buffer.alloc(0)).slice(0, 1)) {
      yield { changes: [...variant.changes, ...encoded.changes], make: encoded.make }
    }
  }
}

/** What is often added after JSON was written. */
function withLineFeed({ changes, make }: Variant): Variant {
  return {
    changes: [...changes, { cause: 'body-final-newline', cost: 3, how: changed('end-added', { end: 'lf' }) }],
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
