import { type How, quoting, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from '../json/jsonDocument.ts'
import { entriesOf, jsonTokens, rawOf } from '../../../../shared/basics/jsonTokens.ts'
import { kind, stringText } from '../../../../shared/basics/readJson.ts'
import { numberRules } from '../json/numberRules.ts'

/** Maximum fields of the outermost object. */
const maxFields = 24
/** With up to this number of fields, every pair is tried. */
const maxPaired = 8
/** Objects with more tokens are not written in parts. */
const maxTokens = 5_000

/** Only some of the fields: one alone, all but one, or those that a list of names keeps. */
export function fieldParts({ tokens }: JsonDocument): Variant[] {
  if (tokens.kinds[0] !== kind.object || tokens.count > maxTokens) return []
  const fields = topFields({ tokens }).slice(0, maxFields)
  const part = (how: How, make: () => string | null, cost = 9) => variant('body-part', cost, how, make)
  const alone = fields.flatMap(({ name, value }) =>
    spellings(value).map(([as, text]) => part(quoting(`: only its field "{1}"${as}`, shortName(name)), () => text)),
  )
  const without = fields.length < 2 ? [] : fields
  const ifFewerFields = fewerFieldsOnly(tokens.text)
  return [
    ...alone,
    ...(fields.length < maxFields ? without : []).map((left) =>
      part(quoting(' without its field "{1}", as JSON on one line', shortName(left.name)), () =>
        ifFewerFields(compact(fields.filter((field) => field !== left))),
      ),
    ),
    ...keptByName(tokens.text, fields, { part, ifFewerFields }),
    ...deeperFields(tokens.text).flatMap(({ path, value }) =>
      spellings(value).map(([as, text]) => part(quoting(`: only {1}${as}`, path.slice(0, 200)), () => text, 11)),
    ),
  ]
}

/** Nested levels, and values in them; the object of an event is two levels down. */
const maxDepth = 4
const maxNestedParts = 150

/** Fields and items below the outermost ones, as JSON.stringify writes them, with their path. */
function deeperFields(text: string): { path: string; value: string }[] {
  const found: { path: string; value: string }[] = []
  const look = (value: unknown, path: string, depth: number) => {
    if (depth >= maxDepth || typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (found.length >= maxNestedParts) return
      const place = `${path}/${name}`
      const written = attempt(() => JSON.stringify(inner))
      if (depth > 0 && written !== null) found.push({ path: place, value: written })
      look(inner, place, depth + 1)
    }
  }
  try {
    look(JSON.parse(text), '', 0)
  } catch {
    return []
  }
  return found
}

/** Returns a filter that keeps a text only if it has fewer fields; otherwise only order or numbers changed. */
function fewerFieldsOnly(text: string): (made: string | null) => string | null {
  let all: number | undefined
  return (made) => {
    all ??= fieldsIn(attempt(() => JSON.stringify(JSON.parse(text))))
    return made !== null && fieldsIn(made) < all ? made : null
  }
}

function fieldsIn(text: string | null): number {
  const tokens = text === null ? null : jsonTokens(text)
  if (tokens === null) return 0
  return tokens.kinds
    .subarray(0, tokens.count)
    .reduce((sum, what, at) => sum + (what === kind.object ? entriesOf(tokens, at).length : 0), 0)
}

interface Field {
  name: string
  /** As it is written in the body. */
  value: string
}

/** JSON.stringify with a list of names drops all other fields on every level; code that sorts keys does this by mistake. */
function keptByName(
  text: string,
  fields: readonly Field[],
  {
    part,
    ifFewerFields,
  }: {
    part: (how: How, make: () => string | null, cost?: number) => Variant
    ifFewerFields: ReturnType<typeof fewerFieldsOnly>
  },
): Variant[] {
  const names = fields.map(({ name }) => name)
  const withNames = (list: readonly string[]) => () =>
    ifFewerFields(attempt(() => JSON.stringify(JSON.parse(text), [...list])))
  const pairs =
    names.length > maxPaired
      ? []
      : names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second] as const))
  return [
    part(
      " as JavaScript's JSON.stringify writes it with a list of names: those of its outermost fields, sorted",
      withNames(names.toSorted()),
    ),
    part(
      " as JavaScript's JSON.stringify writes it with a list of names: those of its outermost fields",
      withNames(names),
    ),
    ...pairs.map(([first, second]) =>
      part(
        quoting(': only its fields "{1}" and "{2}", as JSON on one line', shortName(first), shortName(second)),
        withNames([first, second]),
        10,
      ),
    ),
  ]
}

/** Spellings of a single value: as in the body, as its text, as rewritten JSON. */
function spellings(value: string): [as: string, text: string][] {
  const found = new Map<string, string>()
  const add = (as: string, text: string | null) => {
    if (text !== null && text !== '' && !found.has(text)) found.set(text, as)
  }
  if (value.startsWith('"')) add('', stringText(value))
  add('', value)
  if (value.startsWith('{') || value.startsWith('[')) {
    add(
      ', as JSON on one line',
      attempt(() => JSON.stringify(JSON.parse(value))),
    )
    add(
      ', as JSON indented by two spaces',
      attempt(() => JSON.stringify(JSON.parse(value), null, 2)),
    )
    add(
      ", as Python's json.dumps writes it",
      attempt(() => pythonSpacing(value)),
    )
  } else if (/^[-\d]/.test(value)) {
    add(', its number rewritten', numberRules.js(value))
    add(', its number rewritten', numberRules.python(value))
  }
  return [...found].map(([text, as]) => [as, text])
}

/** The name of a field; only the beginning of a long one. */
function shortName(name: string): string {
  return name.slice(0, 60)
}

/** With ", " and ": " between what JSON.stringify writes. */
function pythonSpacing(value: string): string {
  return JSON.stringify(JSON.parse(value), null, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '')
}

function compact(fields: readonly Field[]): string | null {
  return attempt(() =>
    JSON.stringify(JSON.parse(`{${fields.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(',')}}`)),
  )
}

function topFields({ tokens }: Pick<JsonDocument, 'tokens'>): Field[] {
  const { text, starts, ends, closes } = tokens
  return entriesOf(tokens, 0)
    .slice(0, maxFields)
    .map((key) => ({
      name: stringText(rawOf(tokens, key)),
      value: text.slice(starts[key + 1], ends[closes[key + 1] as number]),
    }))
}

/** Returns null for deep nesting, which exhausts the stack of JSON.stringify. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** Chunk sizes of streams, and limits of readers that take the beginning. */
const chunks: readonly [number, string][] = [
  [16_384, '16 KiB'],
  [65_536, '64 KiB'],
  [8_192, '8 KiB'],
  [32_768, '32 KiB'],
  [4_096, '4 KiB'],
  [1_024, '1 KiB'],
  [131_072, '128 KiB'],
  [102_400, '100 KiB'],
  [1_048_576, '1 MiB'],
  ...[64, 100, 128, 200, 255, 256, 500, 512, 1_000, 2_048, 10_000, 100_000].map((size): [number, string] => [
    size,
    `${size} bytes`,
  ]),
]

/** Only the first or the last of the chunks in which a body was read. */
export function chunkParts(body: Buffer): Variant[] {
  return chunks.flatMap(([size, name]) => {
    if (body.length <= size) return []
    const last = Math.floor((body.length - 1) / size) * size
    return [
      variant('body-part', 7, `: only its first ${name}`, () => body.subarray(0, size)),
      variant('body-part', 7, `: only its last chunk of ${name}`, () => body.subarray(last)),
      variant('body-part', 8, `: all but its first ${name}`, () => body.subarray(size)),
    ]
  })
}
