import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import type { JsonWriter } from '../causes/change.ts'
import type { KeyOrder } from './keyOrder.ts'
import type { NumberRuleName } from './numberRules.ts'
import type { StringRuleName } from './stringRules.ts'
import type { JsonFormat } from './writeJson.ts'

/** White space of JSON, by name. */
export const formats = {
  compact: { item: ',', colon: ':', indent: null, newline: '' },
  spaced: { item: ', ', colon: ': ', indent: null, newline: '' },
  colonSpaced: { item: ',', colon: ': ', indent: null, newline: '' },
  itemSpaced: { item: ', ', colon: ':', indent: null, newline: '' },
  indent2: { item: ',', colon: ': ', indent: '  ', newline: '\n' },
  indent4: { item: ',', colon: ': ', indent: '    ', newline: '\n' },
  tab: { item: ',', colon: ': ', indent: '\t', newline: '\n' },
  indent1: { item: ',', colon: ': ', indent: ' ', newline: '\n' },
  indent2Crlf: { item: ',', colon: ': ', indent: '  ', newline: '\r\n' },
  indent4Crlf: { item: ',', colon: ': ', indent: '    ', newline: '\r\n' },
  tabCrlf: { item: ',', colon: ': ', indent: '\t', newline: '\r\n' },
  jackson: { item: ',', colon: ' : ', indent: '  ', newline: '\n', inlineArrays: true, spacedEmpty: true },
  ruby: { item: ',', colon: ': ', indent: '  ', newline: '\n', emptyLines: true },
  swift: { item: ',', colon: ' : ', indent: '  ', newline: '\n' },
} as const satisfies Record<string, JsonFormat>

export type FormatName = keyof typeof formats

/** The same in words. */
export const layouts: Readonly<Record<FormatName, string>> = {
  compact: 'on one line without spaces',
  spaced: 'with a space after each comma and colon',
  colonSpaced: 'with a space after each colon',
  itemSpaced: 'with a space after each comma',
  indent2: 'indented by two spaces',
  indent4: 'indented by four spaces',
  tab: 'indented by tabs',
  indent1: 'indented by one space',
  indent2Crlf: 'indented by two spaces, with CRLF',
  indent4Crlf: 'indented by four spaces, with CRLF',
  tabCrlf: 'indented by tabs, with CRLF',
  jackson: 'indented like Jackson',
  ruby: 'indented by two spaces',
  swift: 'indented, with spaces around each colon',
}

/** A writer with this white space. */
export function writerOf(name: string, format: FormatName, changed: JsonWriter['changed']): JsonWriter {
  return { name, layout: layouts[format], isSpaced: format === 'spaced', changed }
}

/** The rules of a known writer of JSON: it gives the same bytes as the writer itself. */
export interface JsonProfile {
  /** Continues "as ... writes it". */
  name: string
  cause: CauseId
  cost: number
  format: FormatName
  strings: StringRuleName
  numbers: NumberRuleName
  order: KeyOrder
  emptyObject?: string
  dropNulls?: boolean
}

/** The known writers, the most common first. All keep only the last of equal keys. */
export const jsonProfiles: readonly JsonProfile[] = [
  ...python('', {}, 0),
  ...python('separators=(",", ":")', { format: 'compact' }, 0),
  ...python('indent=2', { format: 'indent2' }, 1),
  ...python('indent=4', { format: 'indent4' }, 1),
  ...php('JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT', 'phpHex'),
  ...php('', 'php'),
  ...php('JSON_UNESCAPED_SLASHES', 'phpUnescapedSlashes'),
  ...php('JSON_UNESCAPED_UNICODE', 'phpUnescapedUnicode'),
  ...php('JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE', 'goPlain'),
  ...variants('System.Text.Json', 'body-html-escapes', { strings: 'dotnet', numbers: 'kept' }, [
    'compact',
    'indent2',
    'indent2Crlf',
  ]),
  ...variants(
    'System.Text.Json with UnsafeRelaxedJsonEscaping',
    'body-reserialised',
    { strings: 'dotnetRelaxed', numbers: 'kept' },
    ['compact', 'indent2', 'indent2Crlf'],
  ),
  ...variants('Newtonsoft.Json', 'body-reserialised', { strings: 'newtonsoft', numbers: 'newtonsoft' }, [
    'compact',
    'indent2',
    'indent2Crlf',
  ]),
  ...(
    [
      ['on .NET Framework', 'newtonsoftFramework'],
      ['with decimals', 'newtonsoftDecimal'],
    ] as const
  ).flatMap(([more, numbers]) =>
    variants(`Newtonsoft.Json ${more}`, 'body-reserialised', { strings: 'newtonsoft', numbers }, [
      'compact',
      'indent2',
    ]),
  ),
  ...variants(
    'Newtonsoft.Json with EscapeHtml',
    'body-html-escapes',
    { strings: 'newtonsoftHtml', numbers: 'newtonsoft' },
    ['compact'],
  ),
  ...variants("Go's json.Marshal of a map", 'body-html-escapes', { strings: 'go', numbers: 'go', order: 'sorted' }, [
    'compact',
    'indent2',
    'indent4',
    'tab',
  ]),
  ...variants(
    "Go's json.Marshal with json.Number",
    'body-html-escapes',
    { strings: 'go', numbers: 'kept', order: 'sorted' },
    ['compact', 'indent2'],
  ),
  ...variants("Go's json.Marshal of a struct", 'body-html-escapes', { strings: 'go', numbers: 'go' }, [
    'compact',
    'indent2',
    'tab',
  ]),
  ...variants(
    "Go's json.Marshal (before Go 1.22)",
    'body-html-escapes',
    { strings: 'goOld', numbers: 'go', order: 'sorted' },
    ['compact', 'indent2', 'indent4', 'tab'],
  ),
  ...variants(
    "Go's json.Encoder without EscapeHTML",
    'body-key-order',
    { strings: 'goPlain', numbers: 'go', order: 'sorted' },
    ['compact', 'indent2'],
  ),
  ...variants("Ruby's JSON.generate", 'body-reserialised', { strings: 'plain', numbers: 'ruby' }, [
    'compact',
    'indent2',
    'ruby',
  ]),
  ...variants("Ruby's JSON.generate with ascii_only", 'body-escaped-unicode', { strings: 'ascii', numbers: 'ruby' }, [
    'compact',
    'indent2',
  ]),
  ...variants("Rails' to_json", 'body-html-escapes', { strings: 'go', numbers: 'ruby' }, ['compact']),
  ...variants(
    "Ruby's JSON.generate with script_safe",
    'body-escaped-slashes',
    { strings: 'rubyScriptSafe', numbers: 'ruby' },
    ['compact'],
  ),
  ...variants('Jackson', 'body-reserialised', { strings: 'plainUpper', numbers: 'java' }, ['compact', 'jackson']),
  ...variants('Jackson with BigDecimal', 'body-number-rewritten', { strings: 'plainUpper', numbers: 'bigDecimal' }, [
    'compact',
    'jackson',
  ]),
  ...variants(
    'Jackson with sorted keys',
    'body-key-order',
    { strings: 'plainUpper', numbers: 'java', order: 'sorted' },
    ['compact', 'jackson'],
  ),
  ...variants('a writer that keeps two decimals', 'body-reserialised', { strings: 'plain', numbers: 'twoDecimals' }, [
    'compact',
    'spaced',
    'indent2',
  ]),
  ...variants('Gson', 'body-html-escapes', { strings: 'gson', numbers: 'kept' }, ['compact', 'indent2']),
  ...variants('Gson from a map', 'body-html-escapes', { strings: 'gson', numbers: 'javaDouble' }, [
    'compact',
    'indent2',
  ]),
  ...variants(
    'Gson from a map, without nulls,',
    'body-nulls-dropped',
    { strings: 'gson', numbers: 'javaDouble', dropNulls: true },
    ['compact', 'indent2'],
  ),
  ...variants('Gson without HTML escaping', 'body-reserialised', { strings: 'gsonPlain', numbers: 'kept' }, [
    'compact',
    'indent2',
  ]),
  ...variants('org.json', 'body-key-order', { strings: 'orgJson', numbers: 'java', order: 'javaHash' }, [
    'compact',
    'indent2',
  ]),
  ...variants('serde_json', 'body-key-order', { strings: 'plain', numbers: 'serde', order: 'sorted' }, [
    'compact',
    'indent2',
  ]),
  ...variants('serde_json with preserve_order', 'body-reserialised', { strings: 'plain', numbers: 'serde' }, [
    'compact',
    'indent2',
  ]),
  ...variants('a Postgres jsonb column', 'body-key-order', { strings: 'plain', numbers: 'numeric', order: 'length' }, [
    'spaced',
  ]),
  ...variants('jq', 'body-formatting', { strings: 'jq', numbers: 'jq' }, ['compact', 'indent2', 'tab']),
  ...variants('jq 1.7', 'body-formatting', { strings: 'jq', numbers: 'kept' }, ['compact', 'indent2', 'tab']),
  ...variants('jq -S', 'body-key-order', { strings: 'jq', numbers: 'jq', order: 'sorted' }, ['compact', 'indent2']),
  ...variants(
    "JavaScript's JSON.stringify with sorted keys",
    'body-key-order',
    { strings: 'plain', numbers: 'js', order: 'sorted' },
    ['compact', 'indent2'],
  ),
  ...variants(
    "JavaScript's JSON.stringify of an object with sorted keys",
    'body-key-order',
    { strings: 'plain', numbers: 'js', order: 'sortedJs' },
    ['compact', 'indent2'],
  ),
  ...variants(
    'JSONSerialization of Apple',
    'body-escaped-slashes',
    { strings: 'slashes', numbers: 'js', order: 'sorted' },
    ['compact', 'swift'],
  ),
]

function python(options: string, change: { format?: FormatName }, extra: number): JsonProfile[] {
  const name = (more: string) => {
    const all = [options, more].filter((option) => option !== '').join(', ')
    return all === '' ? "Python's json.dumps" : `Python's json.dumps(${all})`
  }
  const base = { cause: 'body-python-spacing', format: 'spaced', numbers: 'python', order: 'kept', ...change } as const
  return [
    { ...base, name: name(''), cost: 11 + extra, strings: 'python' },
    { ...base, name: name('ensure_ascii=False'), cost: 11 + extra, strings: 'plain' },
    { ...base, name: name('sort_keys=True'), cost: 12 + extra, strings: 'python', order: 'sorted' },
    { ...base, name: name('sort_keys=True, ensure_ascii=False'), cost: 12 + extra, strings: 'plain', order: 'sorted' },
  ]
}

function php(options: string, strings: StringRuleName): JsonProfile[] {
  const cause =
    strings === 'phpHex'
      ? 'body-html-escapes'
      : strings === 'php' || strings === 'phpUnescapedUnicode'
        ? 'body-escaped-slashes'
        : 'body-reserialised'
  const name = (...more: string[]) => {
    const all = [options, ...more].filter((option) => option !== '').join(' | ')
    return all === '' ? "PHP's json_encode" : `PHP's json_encode with ${all}`
  }
  const base = { cause, cost: 12, strings, order: 'kept' } as const
  const pretty = 'JSON_PRETTY_PRINT'
  const fraction = 'JSON_PRESERVE_ZERO_FRACTION'
  return [
    { ...base, name: name(), format: 'compact', numbers: 'php' },
    { ...base, name: `${name()} (arrays)`, format: 'compact', numbers: 'php', emptyObject: '[]' },
    { ...base, name: name(pretty), format: 'indent4', numbers: 'php' },
    { ...base, name: `${name(pretty)} (arrays)`, format: 'indent4', numbers: 'php', emptyObject: '[]' },
    { ...base, name: name(fraction), format: 'compact', numbers: 'phpZeroFraction' },
    { ...base, name: `${name(fraction)} (arrays)`, format: 'compact', numbers: 'phpZeroFraction', emptyObject: '[]' },
    { ...base, name: name(pretty, fraction), format: 'indent4', numbers: 'phpZeroFraction' },
  ]
}

function variants(
  name: string,
  cause: CauseId,
  rules: { strings: StringRuleName; numbers: NumberRuleName; order?: KeyOrder; dropNulls?: boolean },
  written: readonly FormatName[],
): JsonProfile[] {
  return written.map((format) => ({
    order: 'kept',
    ...rules,
    name: format === 'compact' || format === 'spaced' ? name : `${name}, indented,`,
    cause,
    cost: format === 'compact' || format === 'spaced' ? 11 : 12,
    format,
  }))
}
