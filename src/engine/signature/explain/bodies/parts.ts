import type { ChangeHow, FieldSpelling } from '../../../../shared/codes/changes.ts'
import { changed, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from '../json/jsonDocument.ts'
import { kind } from '../json/jsonTokens.ts'
import { numberRules } from '../json/numberRules.ts'
import { stringValue } from '../json/stringRules.ts'

/** Fields of the outermost object that are looked at. */
const mostFields = 24
/** With no more fields than these, every two of them are tried as what was kept. */
const mostPaired = 8
/** Objects with more tokens are not written in parts. */
const mostTokens = 5_000

/** Only some of the fields: one alone, all but one, or those that a list of names keeps. */
export function fieldParts({ tokens }: JsonDocument): Variant[] {
  if (tokens.kinds[0] !== kind.object || tokens.count > mostTokens) return []
  const fields = topFields({ tokens }).slice(0, mostFields)
  const part = (how: ChangeHow, make: () => string | null, cost = 9) => variant('body-part', cost, how, make)
  const alone = fields.flatMap(({ name, value }) =>
    spellings(value).map(([as, text]) => part(changed('only-field', { field: name.slice(0, 60), as }), () => text)),
  )
  const without = fields.length < 2 ? [] : fields
  return [
    ...alone,
    ...(fields.length < mostFields ? without : []).map((left) =>
      part(changed('field-left-out', { field: left.name.slice(0, 60) }), () =>
        compact(fields.filter((field) => field !== left)),
      ),
    ),
    ...keptByName(tokens.text, fields, part),
  ]
}

interface Field {
  name: string
  /** As it is written in the body. */
  value: string
}

/** JSON.stringify takes a list of names to keep, which holds for every level: a well-meant way to sort the keys. */
function keptByName(
  text: string,
  fields: readonly Field[],
  part: (how: ChangeHow, make: () => string | null, cost?: number) => Variant,
): Variant[] {
  const names = fields.map(({ name }) => name)
  const kept = (list: readonly string[]) => () => attempt(() => JSON.stringify(JSON.parse(text), [...list]))
  const pairs =
    names.length > mostPaired
      ? []
      : names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second] as const))
  return [
    part(changed('names-kept', { sorted: true }), kept(names.toSorted())),
    part(changed('names-kept', { sorted: false }), kept(names)),
    ...pairs.map(([first, second]) =>
      part(changed('only-fields', { fields: [first, second] }), kept([first, second]), 10),
    ),
  ]
}

/** How one value is written alone: as in the body, as its text, as JSON again. */
function spellings(value: string): [as: FieldSpelling, text: string][] {
  const found = new Map<string, FieldSpelling>()
  const add = (as: FieldSpelling, text: string | null) => {
    if (text !== null && text !== '' && !found.has(text)) found.set(text, as)
  }
  if (value.startsWith('"')) add('as-it-is', stringValue(value, 0, value.length))
  add('as-it-is', value)
  if (value.startsWith('{') || value.startsWith('[')) {
    add(
      'json',
      attempt(() => JSON.stringify(JSON.parse(value))),
    )
    add(
      'indented-json',
      attempt(() => JSON.stringify(JSON.parse(value), null, 2)),
    )
    add(
      'python-json',
      attempt(() => spaced(value)),
    )
  } else if (/^[-\d]/.test(value)) {
    add('number-rewritten', numberRules.js(value))
    add('number-rewritten', numberRules.python(value))
  }
  return [...found].map(([text, as]) => [as, text])
}

/** With ", " and ": " between what JSON.stringify writes. */
function spaced(value: string): string {
  return JSON.stringify(JSON.parse(value), null, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '')
}

function compact(fields: readonly Field[]): string | null {
  return attempt(() =>
    JSON.stringify(JSON.parse(`{${fields.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(',')}}`)),
  )
}

function topFields({ tokens }: Pick<JsonDocument, 'tokens'>): Field[] {
  const fields: Field[] = []
  const end = tokens.closes[0] as number
  for (let key = 1; key < end && fields.length < mostFields; key = (tokens.closes[key + 1] as number) + 1) {
    const value = key + 1
    fields.push({
      name: stringValue(tokens.text, tokens.starts[key], tokens.ends[key]),
      value: tokens.text.slice(tokens.starts[value], tokens.ends[tokens.closes[value] as number]),
    })
  }
  return fields
}

/** Some thousand levels exhaust JSON.stringify. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** Sizes in which streams hand a body over, and limits of what reads only its beginning. */
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
]

/** Only the first or the last of the chunks in which a body was read. */
export function chunkParts(body: Buffer): Variant[] {
  return chunks.flatMap(([size, name]) => {
    if (body.length <= size) return []
    const last = Math.floor((body.length - 1) / size) * size
    return [
      variant('body-part', 7, changed('chunk', { part: 'first', size: name }), () => body.subarray(0, size)),
      variant('body-part', 7, changed('chunk', { part: 'last', size: name }), () => body.subarray(last)),
      variant('body-part', 8, changed('chunk', { part: 'rest', size: name }), () => body.subarray(size)),
    ]
  })
}
