import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import { type Change, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { maxStringifiedDepth, restoredLineWords } from './likelyJson.ts'
import { jsonChanges } from './jsonChanges.ts'
import { jsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { kind } from '../../../../shared/basics/readJson.ts'
import type { KeyOrder } from './keyOrder.ts'
import type { NumberRuleName } from './numberRules.ts'
import { type FormatName, jsonProfiles, layouts, writerOf } from './profiles.ts'
import { jsonString, type StringRuleName, stringRules, stringValue } from './stringRules.ts'
import { stringChange } from './stringChange.ts'
import { boundRules } from './tokenVariants.ts'

/** Rewritten JSON with the same tokens and at most one change besides white space; and JSON.stringify. */
export function writtenVariants(document: JsonDocument, direction: 'wire' | 'receiver'): Variant[] {
  const kept = (cause: CauseId, cost: number, how: string, format: FormatName, rules: object = {}) =>
    variant(cause, cost, how, () =>
      document.bytes(format, { texts: document.texts('kept', 'kept'), order: 'kept', ...rules }),
    )
  const parsed = (cost: number, name: string, indent?: string | number) =>
    written(document, 'body-reserialised', cost, name, formatOf(indent), () =>
      document.tokens.depth > maxStringifiedDepth ? null : stringified(document.tokens.text, indent),
    )
  const reformatCause = direction === 'receiver' ? 'body-reserialised' : 'body-formatting'
  return [
    kept(reformatCause, 8, ' written as JSON on one line without spaces', 'compact'),
    kept('body-duplicate-keys', 8, ' with only the last of equal keys, on one line without spaces', 'compact', {
      dropDuplicates: true,
    }),
    parsed(8, "JavaScript's JSON.stringify(JSON.parse(body))"),
    kept('body-python-spacing', 9, ' written as JSON with a space after each comma and colon', 'spaced'),
    ...spacings.map((format) => kept('body-formatting', 9, ` ${layouts[format]}`, format)),
    parsed(10, "JavaScript's JSON.stringify(value, null, 2)", 2),
    parsed(10, "JavaScript's JSON.stringify(value, null, 4)", 4),
    parsed(10, "JavaScript's JSON.stringify(value, null, '\\t')", '\t'),
    kept('body-key-order', 9, ' with its keys sorted, on one line without spaces', 'compact', {
      order: 'sorted',
    }),
    kept(
      'body-key-order',
      9,
      ' with its keys sorted by JavaScript (numbers first), on one line without spaces',
      'compact',
      {
        order: 'sortedJs',
      },
    ),
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
    kept(
      'body-nulls-dropped',
      10,
      ' without the fields that are null, with a space after each comma and colon',
      'spaced',
      {
        dropNulls: true,
      },
    ),
    kept('body-nulls-dropped', 10, ' without the fields that are null, indented by two spaces', 'indent2', {
      dropNulls: true,
    }),
  ]
}

const dotnetEscapes = " with .NET's escapes (\\u002B, \\u0022, \\u0026, \\u0027, \\u003C, \\u003E)"

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
 * Indented JSON whose line breaks were removed, as by curl -d @file, with the line breaks restored: the spaces show the
 * indentation.
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
    const variantOf = (breaks: 'lf' | 'crlf', final: boolean, make: (text: string) => string) =>
      variant('body-newlines-stripped', 5, restoredLineWords(format, breaks, final), () => {
        const written = lines()
        return written === null ? null : make(written)
      })
    const crlf = (written: string) => written.replaceAll('\n', '\r\n')
    return [
      variantOf('lf', false, (written) => written),
      variantOf('lf', true, (written) => `${written}\n`),
      variantOf('crlf', false, crlf),
      variantOf('crlf', true, (written) => `${crlf(written)}\r\n`),
    ]
  })
}

/** A variant by a known writer of JSON. */
function written(
  document: JsonDocument,
  cause: CauseId,
  cost: number,
  name: string,
  format: FormatName,
  make: () => Buffer | null,
): Variant {
  const changedNow = () => {
    const after = jsonTokens(make()?.toString('utf8') ?? '')
    return after === null ? null : jsonChanges(document.tokens, after)
  }
  return { changes: [{ cause, cost, how: ` as ${name} writes it`, writer: writerOf(name, format, changedNow) }], make }
}

function formatOf(indent: string | number | undefined): FormatName {
  if (indent === undefined) return 'compact'
  return indent === 2 ? 'indent2' : indent === 4 ? 'indent4' : 'tab'
}

/** The exact bytes of the known writers of JSON. */
export function profileVariants(document: JsonDocument): Variant[] {
  return jsonProfiles.map((profile) =>
    written(document, profile.cause, profile.cost, profile.name, profile.format, () => {
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

/** Rewrites after model binding: with .NET's escapes or without, on one line or indented, without nulls. */
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
              {
                cause: 'body-reserialised',
                cost: 3,
                how: ` ${format === 'compact' ? 'written as JSON ' : ''}${layouts[format]}`,
              },
              ...(texts === kept ? [] : [{ cause: 'body-html-escapes', cost: 3, how: dotnetEscapes } as const]),
              ...(dropNulls
                ? [{ cause: 'body-nulls-dropped', cost: 3, how: ' without the fields that are null' } as const]
                : []),
            ],
            make: () => document.bytes(format, { texts, order: 'kept', dropNulls }),
          }
        }
      }
    }
  }
}

/** Combinations of what writers of JSON do, for writers that have no profile. */
export function* combinedVariants(document: JsonDocument): Generator<Variant> {
  const unchangedTexts = document.texts('kept', 'kept')
  const strings = distinct(stringChoices, (name) => document.texts(name, 'kept')).map(
    (name): Choice<StringRuleName | 'kept'> => {
      const texts = document.texts(name, 'kept')
      return texts === unchangedTexts ? [name] : [name, stringChange(unchangedTexts, texts, stringChangeCost)]
    },
  )
  const numbers = distinct(numberChoices, ([name]) => document.texts('kept', name))
  const orders = distinct(orderChoices, ([name]) => document.orderOf(name))
  // The layout of the body is not a change.
  const formats = formatChoices.map((choice): Choice<FormatName> =>
    isLaidOut(document, choice[0]) ? [choice[0]] : choice,
  )
  for (const [order, ...orderChange] of orders) {
    for (const [stringRule, ...stringChange] of strings) {
      for (const [numberRule, ...numberChange] of numbers) {
        for (const [format, ...formatChange] of formats) {
          for (const dropNulls of document.tokens.text.includes('null') ? [false, true] : [false]) {
            const changes = [formatChange, stringChange, numberChange, orderChange].flat()
            const nulls: Change[] = dropNulls
              ? [{ cause: 'body-nulls-dropped', cost: 6, how: ' without the fields that are null' }]
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

function isLaidOut(document: JsonDocument, format: FormatName): boolean {
  const written = document.bytes(format, { texts: document.texts('kept', 'kept'), order: 'kept' })
  return written?.toString('utf8') === document.tokens.text
}

/** Removes choices with the result of an earlier one. */
function distinct<T>(choices: readonly T[], result: (choice: T) => unknown): T[] {
  const seen = new Set<unknown>()
  return choices.filter((choice) => seen.size !== seen.add(result(choice)).size)
}

/** A choice and what it changes; the first of each changes nothing. */
type Choice<T> = readonly [T, ...Change[]]

const formatChoices: readonly Choice<FormatName>[] = [
  ['compact', { cause: 'body-reserialised', cost: 8, how: ' written as JSON on one line without spaces' }],
  [
    'spaced',
    { cause: 'body-python-spacing', cost: 9, how: ' written as JSON with a space after each comma and colon' },
  ],
  ['indent2', { cause: 'body-formatting', cost: 9, how: ' indented by two spaces' }],
  ['indent4', { cause: 'body-formatting', cost: 9, how: ' indented by four spaces' }],
  ['tab', { cause: 'body-formatting', cost: 9, how: ' indented by tabs' }],
]

const stringChoices = [
  'kept',
  'plain',
  'python',
  'asciiUpper',
  'php',
  'phpUnescapedUnicode',
  'dotnet',
  'go',
] as const satisfies readonly (StringRuleName | 'kept')[]

/** Above the cost of a single change of strings, which is more specific. */
const stringChangeCost = 8

const numberChoices: readonly Choice<NumberRuleName>[] = [
  ['kept'],
  ['js', { cause: 'body-number-rewritten', cost: 5, how: ' with its numbers as JavaScript writes them' }],
  ['python', { cause: 'body-number-rewritten', cost: 5, how: ' with its numbers as Python writes them' }],
  ['java', { cause: 'body-number-rewritten', cost: 5, how: ' with its numbers as Java writes them' }],
]

const orderChoices: readonly Choice<KeyOrder>[] = [
  ['kept'],
  ['sorted', { cause: 'body-key-order', cost: 6, how: ' with its keys sorted' }],
  ['length', { cause: 'body-key-order', cost: 6, how: ' with shorter keys first (as jsonb keeps them)' }],
]

function stringified(text: string, indent?: string | number): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(text), null, indent), 'utf8')
  } catch {
    // Deep nesting exhausts the stack of JSON.stringify, but not `writeJson`.
    return null
  }
}
