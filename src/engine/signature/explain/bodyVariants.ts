import { isUtf8 } from 'node:buffer'
import { charsetVariants } from './bodies/charsets.ts'
import { compressedVariants, decompressedVariants } from './bodies/compressedVariants.ts'
import { encodedVariants } from './bodies/encodedVariants.ts'
import { formVariants } from './bodies/formVariants.ts'
import { hasBom, lineVariants } from './bodies/lineVariants.ts'
import { literalVariants, printVariants } from './bodies/literals.ts'
import { chunkParts, fieldParts } from './bodies/parts.ts'
import { addedTexts, hashedTexts, htmlTexts, characterReferences } from './bodies/writtenTexts.ts'
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
import { lazy } from '../../../shared/basics/lazy.ts'

/** The bodies that may have been hashed, in groups. A group makes its variants when it is called. */
export interface BodyVariants {
  asIs: Variant
  literals(): Variant[]
  /** The most common changes, made with JSON.parse and JSON.stringify where the body is large. */
  likely(): Variant[]
  /** The most common changes, also combined with others: final line breaks, rewritten JSON. */
  common(): Variant[]
  /** Every other single change. */
  single(): Variant[]
  /** Known writers of JSON. */
  profiles(): Variant[]
  /** Two or more changes. */
  combined(): Generator<Variant>
  charsets(): Variant[]
  /** All except the combined ones, cached for small bodies, because `pairs` uses them several times. */
  all(): Variant[]
}

/** Variants of bodies up to this size are cached, bytes. */
const maxCachedBytes = 65_536

/** Returns the variants of a body. */
export function bodyVariants(
  body: Buffer,
  contentEncoding: string,
  direction: 'wire' | 'receiver',
  isSpent: () => boolean,
): BodyVariants {
  const json = lazy(() => documentOf(body, isSpent))
  const ofJson = (make: (document: JsonDocument) => Variant[]) =>
    lazy(() => {
      const document = json()
      if (document === null) return []
      const made = make(document).map((variant) => withTextLosses(body, variant))
      return document.small ? made.map(cached) : made
    })
  const tokens = ofJson(tokenVariants)
  const written = ofJson((document) => writtenVariants(document, direction))
  const profiles = ofJson(profileVariants)
  const cachedIfSmall = (make: () => Variant[]) =>
    lazy(() => (body.length > maxCachedBytes ? make() : make().map(cached)))
  const charsets = cachedIfSmall(() => charsetVariants(body))
  const lines = cachedIfSmall(() => lineVariants(body))
  const variants: Omit<BodyVariants, 'all'> = {
    asIs: { changes: [], make: () => body },
    literals: literalVariants,
    likely: () => {
      const likely = lines().filter(({ changes: [change] }) => isLikely(change))
      // Small bodies are fast with the exact writers.
      const [again, ...more] = body.length > maxCachedBytes ? likelyJson(body, json) : []
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
      ...characterReferences(body),
      ...chunkParts(body),
      ...ofJson(restoredLines)(),
      ...ofJson(fieldParts)(),
    ],
    profiles,
    *combined() {
      yield* afterDecompression(body, contentEncoding, direction, isSpent)
      const document = json()
      if (document === null) yield* combinedLines(body)
      else yield* combinedJson(body, document, [...tokens(), ...written(), ...profiles()], written().slice(0, 4))
      yield* compressedVariants(body)
    },
    charsets,
  }
  const { common, literals, single } = variants
  return {
    ...variants,
    all: cachedIfSmall(() => [...common(), ...literals(), ...single(), ...profiles(), ...compressedVariants(body)]),
  }
}

/** Cheap changes are likely, such as line breaks and byte order marks. */
function isLikely(change: Change | undefined): boolean {
  return change !== undefined && change.cost <= 5
}

/** Adds what a body loses when it is read as text: its byte order mark, and bytes that are not UTF-8. */
function withTextLosses(body: Buffer, { changes, make }: Variant): Variant {
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
 * @param single variants with one change
 * @param common the most common of them, which are combined with character sets and base64
 */
function* combinedJson(
  body: Buffer,
  document: JsonDocument,
  single: readonly Variant[],
  common: readonly Variant[],
): Generator<Variant> {
  for (const variant of single) yield withLineFeed(variant)
  if (document.small) {
    for (const variant of combinedVariants(document)) yield withTextLosses(body, variant)
    for (const variant of boundAndWritten(document)) yield withTextLosses(body, variant)
  }
  for (const variant of common) {
    for (const charset of charsetVariants(variant.make() ?? Buffer.alloc(0))) {
      yield { changes: [...variant.changes, ...charset.changes], make: charset.make }
    }
    for (const encoded of encodedVariants(variant.make() ?? Buffer.alloc(0)).filter(isCommonEncoding)) {
      yield { changes: [...variant.changes, ...encoded.changes], make: encoded.make }
    }
  }
}

/** Whether it is plain base64 or a JSON string. */
function isCommonEncoding({ changes }: Variant): boolean {
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

/** Makes the bytes once and keeps them. */
function cached({ changes, make }: Variant): Variant {
  return { changes, make: lazy(make) }
}

/** Two changes of line breaks, for a body that is not JSON. */
function* combinedLines(body: Buffer): Generator<Variant> {
  if (body.length > 1_000_000) return
  for (const first of lineVariants(body)) {
    const bytes = first.make()
    if (bytes === null || bytes.equals(body)) continue
    for (const second of lineVariants(bytes).slice(0, 10))
      yield { changes: [...first.changes, ...second.changes], make: second.make }
  }
}

/** Changes after decompression: a compressed body is often decompressed and parsed. */
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
