import type { CauseId } from '../../../../shared/codes/causes.ts'
import { type Change, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { jsonChanges } from './jsonChanges.ts'
import { jsonTokens } from './jsonTokens.ts'
import type { KeyOrder } from './keyOrder.ts'
import type { NumberRuleName } from './numberRules.ts'
import { type FormatName, jsonProfiles } from './profiles.ts'
import type { StringRuleName } from './stringRules.ts'

/** JSON written again with one thing changed beside the white space, tokens kept; and JavaScript's own writer. */
export function writtenVariants(document: JsonDocument, direction: 'wire' | 'receiver'): Variant[] {
  const kept = (cause: CauseId, cost: number, words: string, format: FormatName, rules: object = {}) =>
    variant(cause, cost, words, () =>
      document.write(format, { texts: document.texts('kept', 'kept'), order: 'kept', ...rules }),
    )
  const parsed = (cost: number, name: string, indent?: string | number) =>
    written(document, 'body-reserialised', cost, name, layoutOf(indent), () =>
      document.tokens.depth > deepestStringified ? null : stringified(document.tokens.text, indent),
    )
  const again = direction === 'receiver' ? 'body-reserialised' : 'body-formatting'
  return [
    kept(again, 8, ' written as JSON on one line without spaces', 'compact'),
    kept('body-duplicate-keys', 8, ' with only the last of equal keys, on one line without spaces', 'compact', {
      dropDuplicates: true,
    }),
    parsed(8, "JavaScript's JSON.stringify(JSON.parse(body))"),
    kept('body-python-spacing', 9, ' with Python\'s spacing (", " and ": ")', 'spaced'),
    ...spacings.map((format) => kept('body-formatting', 9, ` ${layouts[format]}`, format)),
    parsed(10, "JavaScript's JSON.stringify(value, null, 2)", 2),
    parsed(10, "JavaScript's JSON.stringify(value, null, 4)", 4),
    parsed(10, "JavaScript's JSON.stringify(value, null, '\\t')", '\t'),
    kept('body-key-order', 9, ' with its keys sorted, on one line without spaces', 'compact', { order: 'sorted' }),
    kept('body-key-order', 9, ' with its keys sorted by JavaScript (numbers first), on one line', 'compact', {
      order: 'sortedJs',
    }),
    kept('body-key-order', 9, ' with its outermost keys sorted, on one line without spaces', 'compact', {
      order: 'sortedTop',
    }),
    kept('body-key-order', 9, ' with shorter keys first (as jsonb keeps them), on one line without spaces', 'compact', {
      order: 'length',
    }),
    kept('body-key-order', 9, " in the key order of Java's HashMap, on one line without spaces", 'compact', {
      order: 'javaHash',
    }),
    kept('body-nulls-dropped', 9, ' without the fields that are null, on one line without spaces', 'compact', {
      dropNulls: true,
    }),
    kept('body-nulls-dropped', 10, " without the fields that are null, with Python's spacing", 'spaced', {
      dropNulls: true,
    }),
    kept('body-nulls-dropped', 10, ' without the fields that are null, indented by two spaces', 'indent2', {
      dropNulls: true,
    }),
  ]
}

const spacings = [
  'indent2',
  'indent4',
  'tab',
  'indent1',
  'indent2Crlf',
  'indent4Crlf',
  'tabCrlf',
  'colonSpaced',
  'itemSpaced',
  'jackson',
  'swift',
] as const satisfies readonly FormatName[]

/** A variant that a known writer of JSON gives. */
function written(
  document: JsonDocument,
  cause: CauseId,
  cost: number,
  name: string,
  layout: string,
  make: () => string | null,
): Variant {
  const changed = () => {
    const text = make()
    const after = text === null ? null : jsonTokens(text, { isSpent: () => false, most: Infinity })
    return after === null ? null : jsonChanges(document.tokens, after)
  }
  const words = ` as ${name} writes it`
  return { changes: [{ cause, cost, words, writer: { name, layout, changed } }], make: () => encoded(make()) }
}

const layouts: Readonly<Record<FormatName, string>> = {
  indent2: 'indented by two spaces',
  indent4: 'indented by four spaces',
  tab: 'indented by tabs',
  indent1: 'indented by one space',
  indent2Crlf: 'indented by two spaces, with CRLF',
  indent4Crlf: 'indented by four spaces, with CRLF',
  tabCrlf: 'indented by tabs, with CRLF',
  colonSpaced: 'with a space after each colon',
  itemSpaced: 'with a space after each comma',
  jackson: "indented in Jackson's way",
  swift: 'indented, with spaces around each colon',
  compact: 'on one line without spaces',
  spaced: 'with a space after each comma and colon',
  ruby: 'indented by two spaces',
}

function layoutOf(indent: string | number | undefined): string {
  if (indent === undefined) return layouts.compact
  return indent === 2 ? layouts.indent2 : indent === 4 ? layouts.indent4 : layouts.tab
}

/** What the known writers of JSON give, to the byte. */
export function profileVariants(document: JsonDocument): Variant[] {
  return jsonProfiles.map((profile) =>
    written(document, profile.cause, profile.cost, profile.name, layouts[profile.format], () => {
      const { emptyObject, dropNulls } = profile
      return document.write(profile.format, {
        texts: document.texts(profile.strings, profile.numbers),
        order: profile.order,
        dropDuplicates: true,
        dropNulls: dropNulls === true,
        ...(emptyObject === undefined ? {} : { emptyObject }),
      })
    }),
  )
}

/** How a bound model is usually written: with .NET's escapes or without, indented, without nulls. */
export function boundWriters(document: JsonDocument): Variant[] {
  const strings = ['kept', 'dotnet'] as const
  return strings.flatMap((rule) =>
    (['compact', 'indent2'] as const).flatMap((format) =>
      [false, true].map((dropNulls): Variant => ({
        changes: [
          {
            cause: 'body-reserialised',
            cost: 3,
            words: ` as JSON (${format === 'compact' ? 'on one line' : 'indented by two spaces'})`,
          },
          ...(rule === 'kept' ? [] : [{ cause: 'body-html-escapes', cost: 3, words: " with .NET's escapes" } as const]),
          ...(dropNulls
            ? [{ cause: 'body-nulls-dropped', cost: 3, words: ' without the fields that are null' } as const]
            : []),
        ],
        make: () =>
          dropNulls && !document.tokens.text.includes('null')
            ? null
            : encoded(document.write(format, { texts: document.texts(rule, 'kept'), order: 'kept', dropNulls })),
      })),
    ),
  )
}

/** Everything else that writers of JSON do, in every combination: unknown writers seldom do something new. */
export function* combinedVariants(document: JsonDocument): Generator<Variant> {
  const strings = distinct(stringChoices, ([name]) => document.texts(name, 'kept'))
  const numbers = distinct(numberChoices, ([name]) => document.texts('kept', name))
  for (const [order, ...orderChange] of orderChoices) {
    for (const [stringRule, ...stringChange] of strings) {
      for (const [numberRule, ...numberChange] of numbers) {
        for (const [format, ...formatChange] of formatChoices) {
          for (const dropNulls of document.tokens.text.includes('null') ? [false, true] : [false]) {
            const changes = [formatChange, stringChange, numberChange, orderChange].flat()
            const nulls: Change[] = dropNulls
              ? [{ cause: 'body-nulls-dropped', cost: 6, words: ' without the fields that are null' }]
              : []
            yield {
              changes: [...changes, ...nulls],
              make: () =>
                encoded(document.write(format, { texts: document.texts(stringRule, numberRule), order, dropNulls })),
            }
          }
        }
      }
    }
  }
}

function encoded(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text, 'utf8')
}

/** Leaves out the choices that give the same texts as an earlier one. */
function distinct<T>(choices: readonly T[], texts: (choice: T) => readonly string[]): T[] {
  const seen = new Set<string>()
  return choices.filter((choice) => {
    const all = texts(choice).join('\n')
    return seen.size !== seen.add(all).size
  })
}

/** A choice and what it changes; the first of each changes nothing. */
type Choice<T> = readonly [T, ...Change[]]

const formatChoices: readonly Choice<FormatName>[] = [
  ['compact', { cause: 'body-reserialised', cost: 8, words: ' on one line without spaces' }],
  ['spaced', { cause: 'body-python-spacing', cost: 9, words: " with Python's spacing" }],
  ['indent2', { cause: 'body-formatting', cost: 9, words: ' indented by two spaces' }],
  ['indent4', { cause: 'body-formatting', cost: 9, words: ' indented by four spaces' }],
  ['tab', { cause: 'body-formatting', cost: 9, words: ' indented by tabs' }],
]

const stringChoices: readonly Choice<StringRuleName | 'kept'>[] = [
  ['kept'],
  ['plain', { cause: 'body-escaped-unicode', cost: 5, words: ' with its escapes written as characters' }],
  ['python', { cause: 'body-escaped-unicode', cost: 5, words: ' with characters beyond ASCII escaped in lower case' }],
  [
    'asciiUpper',
    { cause: 'body-escaped-unicode', cost: 5, words: ' with characters beyond ASCII escaped in upper case' },
  ],
  ['php', { cause: 'body-escaped-slashes', cost: 5, words: " with PHP's escapes" }],
  ['phpUnescapedUnicode', { cause: 'body-escaped-slashes', cost: 5, words: ' with escaped slashes' }],
  ['dotnet', { cause: 'body-html-escapes', cost: 5, words: " with .NET's escapes" }],
  ['go', { cause: 'body-html-escapes', cost: 5, words: " with Go's escapes" }],
]

const numberChoices: readonly Choice<NumberRuleName>[] = [
  ['kept'],
  ['js', { cause: 'body-number-rewritten', cost: 5, words: ' with numbers as JavaScript writes them' }],
  ['python', { cause: 'body-number-rewritten', cost: 5, words: ' with numbers as Python writes them' }],
  ['java', { cause: 'body-number-rewritten', cost: 5, words: ' with numbers as Java writes them' }],
]

const orderChoices: readonly Choice<KeyOrder>[] = [
  ['kept'],
  ['sorted', { cause: 'body-key-order', cost: 5, words: ' with its keys sorted' }],
  ['length', { cause: 'body-key-order', cost: 5, words: ' with shorter keys first' }],
]

/** Beyond this depth JSON.stringify always fails, after it has taken long. */
const deepestStringified = 10_000

function stringified(text: string, indent?: string | number): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, indent)
  } catch {
    // Some thousand levels exhaust JSON.stringify; the writers that go token by token do not care.
    return null
  }
}
