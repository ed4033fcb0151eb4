import type { CauseId } from '../../../../shared/codes/causes.ts'
import type { ChangeHow, JsonLayout } from '../../../../shared/codes/changes.ts'
import { type Change, changed, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { deepestStringified } from './likelyJson.ts'
import { jsonChanges } from './jsonChanges.ts'
import { jsonTokens, kind } from './jsonTokens.ts'
import type { KeyOrder } from './keyOrder.ts'
import type { NumberRuleName } from './numberRules.ts'
import { type FormatName, jsonProfiles } from './profiles.ts'
import { jsonString, type StringRuleName, stringRules, stringValue } from './stringRules.ts'
import { boundRules } from './tokenVariants.ts'

/** JSON written again with one thing changed beside the white space, tokens kept; and JavaScript's own writer. */
export function writtenVariants(document: JsonDocument, direction: 'wire' | 'receiver'): Variant[] {
  const kept = (cause: CauseId, cost: number, how: ChangeHow, format: FormatName, rules: object = {}) =>
    variant(cause, cost, how, () =>
      document.bytes(format, { texts: document.texts('kept', 'kept'), order: 'kept', ...rules }),
    )
  const parsed = (cost: number, name: string, indent?: string | number) =>
    written(document, 'body-reserialised', cost, name, layoutOf(indent), () =>
      document.tokens.depth > deepestStringified ? null : stringified(document.tokens.text, indent),
    )
  const again = direction === 'receiver' ? 'body-reserialised' : 'body-formatting'
  return [
    kept(again, 8, changed('json-laid-out', { layout: 'compact' }), 'compact'),
    kept('body-duplicate-keys', 8, changed('duplicates-dropped', { layout: 'compact' }), 'compact', {
      dropDuplicates: true,
    }),
    parsed(8, "JavaScript's JSON.stringify(JSON.parse(body))"),
    kept('body-python-spacing', 9, changed('json-laid-out', { layout: 'spaced' }), 'spaced'),
    ...spacings.map((format) =>
      kept('body-formatting', 9, changed('json-laid-out', { layout: layouts[format] }), format),
    ),
    parsed(10, "JavaScript's JSON.stringify(value, null, 2)", 2),
    parsed(10, "JavaScript's JSON.stringify(value, null, 4)", 4),
    parsed(10, "JavaScript's JSON.stringify(value, null, '\\t')", '\t'),
    kept('body-key-order', 9, changed('keys-ordered', { by: 'name', layout: 'compact' }), 'compact', {
      order: 'sorted',
    }),
    kept('body-key-order', 9, changed('keys-ordered', { by: 'name-javascript', layout: 'compact' }), 'compact', {
      order: 'sortedJs',
    }),
    kept('body-key-order', 9, changed('keys-ordered', { by: 'outermost-name', layout: 'compact' }), 'compact', {
      order: 'sortedTop',
    }),
    kept('body-key-order', 9, changed('keys-ordered', { by: 'length', layout: 'compact' }), 'compact', {
      order: 'length',
    }),
    kept('body-key-order', 9, changed('keys-ordered', { by: 'java-hash', layout: 'compact' }), 'compact', {
      order: 'javaHash',
    }),
    kept('body-nulls-dropped', 9, changed('nulls-dropped', { layout: 'compact' }), 'compact', {
      dropNulls: true,
    }),
    kept('body-nulls-dropped', 10, changed('nulls-dropped', { layout: 'spaced' }), 'spaced', {
      dropNulls: true,
    }),
    kept('body-nulls-dropped', 10, changed('nulls-dropped', { layout: 'indent-2' }), 'indent2', {
      dropNulls: true,
    }),
  ]
}

const dotnetEscapes = changed('escaped-as-in', { language: '.NET', unicode: false })

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

/**
 * The lines of indented JSON, put back where only the line breaks are gone: the spaces that curl -d @file and its like
 * leave say how it was indented.
 */
export function restoredLines(document: JsonDocument): Variant[] {
  const { text } = document.tokens
  if (/[\r\n]/.test(text)) return []
  return (['indent2', 'indent4', 'tab', 'indent1'] as const).flatMap((format) => {
    let known: string | null | undefined
    const lines = () => {
      if (known === undefined) {
        const written = document.write(format, { texts: document.texts('kept', 'kept'), order: 'kept' })
        known = written !== null && written.replaceAll('\n', '') === text ? written : null
      }
      return known
    }
    const restored = (breaks: 'lf' | 'crlf', final: boolean, make: (text: string) => string) =>
      variant(
        'body-newlines-stripped',
        5,
        changed('lines-restored', { layout: layouts[format], breaks, final }),
        () => {
          const written = lines()
          return written === null ? null : make(written)
        },
      )
    const crlf = (written: string) => written.replaceAll('\n', '\r\n')
    return [
      restored('lf', false, (written) => written),
      restored('lf', true, (written) => `${written}\n`),
      restored('crlf', false, crlf),
      restored('crlf', true, (written) => `${crlf(written)}\r\n`),
    ]
  })
}

/** A variant that a known writer of JSON gives. */
function written(
  document: JsonDocument,
  cause: CauseId,
  cost: number,
  name: string,
  layout: JsonLayout,
  make: () => Buffer | null,
): Variant {
  const changedNow = () => {
    const after = jsonTokens(make()?.toString('utf8') ?? '', { isSpent: () => false, most: Infinity })
    return after === null ? null : jsonChanges(document.tokens, after)
  }
  const how = changed('json-written-again', { writers: [name], changed: [], layout: null })
  return { changes: [{ cause, cost, how, writer: { name, layout, changed: changedNow } }], make }
}

const layouts: Readonly<Record<FormatName, JsonLayout>> = {
  indent2: 'indent-2',
  indent4: 'indent-4',
  tab: 'tab',
  indent1: 'indent-1',
  indent2Crlf: 'indent-2-crlf',
  indent4Crlf: 'indent-4-crlf',
  tabCrlf: 'tab-crlf',
  colonSpaced: 'colon-spaced',
  itemSpaced: 'item-spaced',
  jackson: 'jackson',
  swift: 'swift',
  compact: 'compact',
  spaced: 'spaced',
  ruby: 'indent-2',
}

function layoutOf(indent: string | number | undefined): JsonLayout {
  if (indent === undefined) return layouts.compact
  return indent === 2 ? layouts.indent2 : indent === 4 ? layouts.indent4 : layouts.tab
}

/** What the known writers of JSON give, to the byte. */
export function profileVariants(document: JsonDocument): Variant[] {
  return jsonProfiles.map((profile) =>
    written(document, profile.cause, profile.cost, profile.name, layouts[profile.format], () => {
      const { emptyObject, dropNulls } = profile
      return document.bytes(profile.format, {
        texts: document.texts(profile.strings, profile.numbers),
        order: profile.order,
        dropDuplicates: true,
        dropNulls: dropNulls === true,
        ...(emptyObject === undefined ? {} : { emptyObject }),
      })
    }),
  )
}

/** A model that was bound is written again: with .NET's escapes or without, on one line or indented, without nulls. */
export function* boundAndWritten(document: JsonDocument): Generator<Variant> {
  const { tokens } = document
  const nulls = tokens.text.includes('null') ? [false, true] : [false]
  const seen = new Set<string>()
  for (const { change, rule } of boundRules) {
    const kept = document.replaced(rule)
    if (kept === null || seen.size === seen.add(kept.join('\n')).size) continue
    const dotnet = kept.map((text, index) =>
      tokens.kinds[index] === kind.string ? jsonString(stringValue(text, 0, text.length), stringRules.dotnet) : text,
    )
    const escapes = dotnet.some((text, index) => text !== kept[index])
    for (const texts of escapes ? [kept, dotnet] : [kept]) {
      for (const format of ['compact', 'indent2'] as const) {
        for (const dropNulls of nulls) {
          yield {
            changes: [
              change,
              { cause: 'body-reserialised', cost: 3, how: changed('json-laid-out', { layout: layouts[format] }) },
              ...(texts === kept ? [] : [{ cause: 'body-html-escapes', cost: 3, how: dotnetEscapes } as const]),
              ...(dropNulls
                ? [{ cause: 'body-nulls-dropped', cost: 3, how: changed('nulls-dropped', { layout: null }) } as const]
                : []),
            ],
            make: () => document.bytes(format, { texts, order: 'kept', dropNulls }),
          }
        }
      }
    }
  }
}

/** Everything else that writers of JSON do, in every combination: unknown writers seldom do something new. */
export function* combinedVariants(document: JsonDocument): Generator<Variant> {
  const strings = distinct(stringChoices, ([name]) => document.texts(name, 'kept'))
  const numbers = distinct(numberChoices, ([name]) => document.texts('kept', name))
  const orders = distinct(orderChoices, ([name]) => document.orderOf(name))
  for (const [order, ...orderChange] of orders) {
    for (const [stringRule, ...stringChange] of strings) {
      for (const [numberRule, ...numberChange] of numbers) {
        for (const [format, ...formatChange] of formatChoices) {
          for (const dropNulls of document.tokens.text.includes('null') ? [false, true] : [false]) {
            const changes = [formatChange, stringChange, numberChange, orderChange].flat()
            const nulls: Change[] = dropNulls
              ? [{ cause: 'body-nulls-dropped', cost: 6, how: changed('nulls-dropped', { layout: null }) }]
              : []
            yield {
              changes: [...changes, ...nulls],
              make: () => document.bytes(format, { texts: document.texts(stringRule, numberRule), order, dropNulls }),
            }
          }
        }
      }
    }
  }
}

/** Leaves out the choices that do the same as an earlier one. */
function distinct<T>(choices: readonly T[], result: (choice: T) => unknown): T[] {
  const seen = new Set<unknown>()
  return choices.filter((choice) => seen.size !== seen.add(result(choice)).size)
}

/** A choice and what it changes; the first of each changes nothing. */
type Choice<T> = readonly [T, ...Change[]]

const formatChoices: readonly Choice<FormatName>[] = [
  ['compact', { cause: 'body-reserialised', cost: 8, how: changed('json-laid-out', { layout: 'compact' }) }],
  ['spaced', { cause: 'body-python-spacing', cost: 9, how: changed('json-laid-out', { layout: 'spaced' }) }],
  ['indent2', { cause: 'body-formatting', cost: 9, how: changed('json-laid-out', { layout: 'indent-2' }) }],
  ['indent4', { cause: 'body-formatting', cost: 9, how: changed('json-laid-out', { layout: 'indent-4' }) }],
  ['tab', { cause: 'body-formatting', cost: 9, how: changed('json-laid-out', { layout: 'tab' }) }],
]

const stringChoices: readonly Choice<StringRuleName | 'kept'>[] = [
  ['kept'],
  ['plain', { cause: 'body-escaped-unicode', cost: 5, how: changed('all-unescaped') }],
  ['python', { cause: 'body-escaped-unicode', cost: 5, how: changed('unicode-escaped', { case: 'lower' }) }],
  ['asciiUpper', { cause: 'body-escaped-unicode', cost: 5, how: changed('unicode-escaped', { case: 'upper' }) }],
  [
    'php',
    { cause: 'body-escaped-slashes', cost: 5, how: changed('escaped-as-in', { language: 'PHP', unicode: true }) },
  ],
  ['phpUnescapedUnicode', { cause: 'body-escaped-slashes', cost: 5, how: changed('slashes-escaped') }],
  ['dotnet', { cause: 'body-html-escapes', cost: 5, how: dotnetEscapes }],
  ['go', { cause: 'body-html-escapes', cost: 5, how: changed('escaped-as-in', { language: 'Go', unicode: false }) }],
]

const numberChoices: readonly Choice<NumberRuleName>[] = [
  ['kept'],
  ['js', { cause: 'body-number-rewritten', cost: 5, how: changed('numbers-as', { writer: 'JavaScript' }) }],
  ['python', { cause: 'body-number-rewritten', cost: 5, how: changed('numbers-as', { writer: 'Python' }) }],
  ['java', { cause: 'body-number-rewritten', cost: 5, how: changed('numbers-as', { writer: 'Java' }) }],
]

const orderChoices: readonly Choice<KeyOrder>[] = [
  ['kept'],
  ['sorted', { cause: 'body-key-order', cost: 5, how: changed('keys-ordered', { by: 'name', layout: null }) }],
  ['length', { cause: 'body-key-order', cost: 5, how: changed('keys-ordered', { by: 'length', layout: null }) }],
]

function stringified(text: string, indent?: string | number): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(text), null, indent), 'utf8')
  } catch {
    // Some thousand levels exhaust JSON.stringify; the writers that go token by token do not care.
    return null
  }
}
