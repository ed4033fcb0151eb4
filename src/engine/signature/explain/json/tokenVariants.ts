import { trimEnd } from '../../../../shared/basics/trimEnd.ts'
import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import { type Change, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument, TokenRule } from './jsonDocument.ts'
import { kind } from '../../../../shared/basics/readJson.ts'
import { type NumberRuleName, numberRules } from './numberRules.ts'

/** Variants that rewrite some tokens and keep everything else, including white space. */
export function tokenVariants(document: JsonDocument): Variant[] {
  const kept = document.texts('kept', 'kept')
  return [
    ...numberNames.map(([name, writer]) =>
      variant('body-number-rewritten', 7, ` with its numbers as ${writer} writes them`, () =>
        document.texts('kept', name) === kept
          ? null
          : document.inPlace((raw, what) => (what === kind.number ? numberRules[name](raw) : raw)),
      ),
    ),
    variant('body-number-rewritten', 8, ' with its numbers as texts', () =>
      document.inPlace((raw, what) => (what === kind.number ? `"${raw}"` : raw)),
    ),
    variant('body-number-rewritten', 8, ' with its numbers, true, false and null as texts', () =>
      document.inPlace((raw, what) => (what === kind.number || what === kind.word ? `"${raw}"` : raw)),
    ),
    ...stringRewrites.map(({ cause, how, needs, replace }) =>
      variant(cause, 7, how, () =>
        needs.test(document.tokens.text)
          ? document.inPlace((raw, what) => (what === kind.string ? replace(raw) : raw))
          : null,
      ),
    ),
    ...boundVariants(document),
  ]
}

interface StringRewrite {
  cause: CauseId
  how: string
  /** Matches every body that the rule changes; the others are skipped. */
  needs: RegExp
  replace(raw: string): string
}

function rewrites(cause: CauseId, how: string, needs: RegExp, replace: (raw: string) => string): StringRewrite {
  return { cause, how, needs, replace }
}
const numberNames: readonly [NumberRuleName, string][] = [
  ['js', 'JavaScript'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['java', 'Java'],
  ['serde', 'serde_json'],
  ['ruby', 'Ruby'],
  ['go', 'Go'],
  ['javaDouble', 'a parser that knows only doubles'],
  ['numeric', 'Postgres'],
  ['twoDecimals', 'a writer that keeps two decimals'],
]

const beyondAscii = /[\u0080-\uffff]/g

function hex(character: string, upper: boolean): string {
  const digits = character.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${upper ? digits.toUpperCase() : digits}`
}

/** Replaces escapes one by one, so that an escaped backslash is never taken for the start of the next. */
function escapes(raw: string, replace: (found: string) => string): string {
  return raw.includes('\\') ? raw.replaceAll(/\\(?:u[0-9A-Fa-f]{4}|.)/g, replace) : raw
}

/** Writes \uXXXX as characters, where JSON allows the bare character. */
function unescaped(raw: string, wanted: (code: number) => boolean): string {
  return escapes(raw, (found) => {
    if (found.length !== 6) return found
    const code = Number.parseInt(found.slice(2), 16)
    if (code < 0x20 || !wanted(code)) return found
    return code === 0x22 ? '\\"' : code === 0x5c ? '\\\\' : String.fromCharCode(code)
  })
}

function dotnet(raw: string): string {
  const inner = escapes(raw.slice(1, -1), (found) => (found === '\\"' ? '\\u0022' : found))
  return `"${inner.replaceAll(/[+&'<>`]/g, (found) => hex(found, true))}"`
}

/** The characters that PHP's flags escape, in upper-case digits. */
const phpHex: readonly [string, RegExp][] = [
  ['JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT', /[<>&'"]/g],
  ['JSON_HEX_TAG', /[<>]/g],
  ['JSON_HEX_AMP', /&/g],
  ['JSON_HEX_APOS', /'/g],
  ['JSON_HEX_QUOT', /"/g],
  ['JSON_HEX_TAG | JSON_HEX_AMP', /[<>&]/g],
  ['JSON_HEX_TAG | JSON_HEX_QUOT', /[<>"]/g],
]

/** Finds a character that these flags escape; a quote inside of a text has a backslash before it. */
function hexedIn(which: RegExp): RegExp {
  const set = which.source.replaceAll(/[[\]"]/g, '')
  const quote = which.source.includes('"') ? '\\\\"' : '(?!)'
  return /* linear: one character of a set, or two */ new RegExp(set === '' ? quote : `[${set}]|${quote}`)
}

function phpHexed(raw: string, which: RegExp): string {
  const inner = raw.slice(1, -1)
  const bare = which.source.includes('"') ? escapes(inner, (found) => (found === '\\"' ? '"' : found)) : inner
  return `"${bare.replaceAll(which, (found) => hex(found, true))}"`
}

/** In-place rewrites of strings. */
const stringRewrites: readonly StringRewrite[] = [
  rewrites('body-escaped-slashes', ' with its slashes unescaped (\\/ as /)', /\\\//, (raw) =>
    escapes(raw, (found) => (found === '\\/' ? '/' : found)),
  ),
  rewrites('body-escaped-slashes', ' with its slashes escaped (/ as \\/)', /\//, (raw) =>
    escapes(raw, (found) => (found === '\\/' ? '/' : found)).replaceAll('/', '\\/'),
  ),
  rewrites('body-escaped-unicode', ' with \\uXXXX beyond ASCII written as characters', /\\u/, (raw) =>
    unescaped(raw, (code) => code > 0x7f),
  ),
  rewrites(
    'body-escaped-unicode',
    ' with characters beyond ASCII written as \\uXXXX in lower case',
    /[\u0080-\uffff]/,
    (raw) => raw.replaceAll(beyondAscii, (found) => hex(found, false)),
  ),
  rewrites(
    'body-escaped-unicode',
    ' with characters beyond ASCII written as \\uXXXX in upper case',
    /[\u0080-\uffff]/,
    (raw) => raw.replaceAll(beyondAscii, (found) => hex(found, true)),
  ),
  rewrites('body-escaped-unicode', ' with the digits of \\uXXXX in lower case', /\\u/, (raw) =>
    escapes(raw, (found) => (found.length === 6 ? found.toLowerCase() : found)),
  ),
  rewrites('body-escaped-unicode', ' with the digits of \\uXXXX in upper case', /\\u/, (raw) =>
    escapes(raw, (found) => (found.length === 6 ? `\\u${found.slice(2).toUpperCase()}` : found)),
  ),
  rewrites(
    'body-html-escapes',
    ' with \\uXXXX of ASCII characters (such as \\u002B) written as characters',
    /\\u/,
    (raw) => unescaped(raw, (code) => code <= 0x7f),
  ),
  rewrites('body-html-escapes', ' with every \\uXXXX written as a character', /\\u/, (raw) =>
    unescaped(raw, () => true),
  ),
  rewrites(
    'body-html-escapes',
    " with .NET's escapes (\\u002B, \\u0022, \\u0026, \\u0027, \\u003C, \\u003E)",
    /[+&'<>`]|\\"/,
    (raw) => dotnet(raw),
  ),
  rewrites(
    'body-html-escapes',
    " with .NET's escapes (\\u002B, \\u0022, \\u0026, \\u0027, \\u003C, \\u003E), beyond ASCII too",
    /[+&'<>`\u0080-\uffff]|\\"/,
    (raw) => dotnet(raw).replaceAll(beyondAscii, (found) => hex(found, true)),
  ),
  rewrites(
    'body-html-escapes',
    " with Go's escapes (\\u003c, \\u003e, \\u0026, \\u2028, \\u2029)",
    /[<>&\u2028\u2029]/,
    (raw) => raw.replaceAll(/[<>&\u2028\u2029]/g, (found) => hex(found, false)),
  ),
  ...phpHex.flatMap(([flags, which]) => [
    rewrites('body-html-escapes', ` with the escapes of PHP's ${flags}`, hexedIn(which), (raw) => phpHexed(raw, which)),
    rewrites('body-html-escapes', ` as PHP's json_encode writes it with ${flags}`, hexedIn(which), (raw) =>
      phpHexed(raw, which)
        .replaceAll(/(?<!\\)\//g, '\\/')
        .replaceAll(beyondAscii, (found) => hex(found, false)),
    ),
  ]),
]

const isoDate = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)"$/

/** Rewrites made by model binding: dates and field names. */
export const boundRules: readonly { change: Change; rule: TokenRule }[] = [...dateRules(), ...nameRules()]

function boundVariants(document: JsonDocument): Variant[] {
  return boundRules.map(({ change, rule }) => ({
    changes: [change],
    make: () => {
      const text = document.inPlace(rule)
      return text === null ? null : Buffer.from(text, 'utf8')
    },
  }))
}

/** Date fields as parsers of dates write them. Fractions are the digits after the point, without it. */
function dateRules(): { change: Change; rule: TokenRule }[] {
  const point = (digits: string) => (digits === '' ? '' : `.${digits}`)
  const zones = [
    { words: '', utc: (zone: string) => zone },
    { words: 'Z instead of +00:00', utc: (zone: string) => (zone === '+00:00' ? 'Z' : zone) },
    { words: '+00:00 instead of Z', utc: (zone: string) => (zone === 'Z' ? '+00:00' : zone) },
  ]
  const fractions = [
    { words: '', of: (fraction: string) => fraction },
    { words: 'trailing zeros of the seconds dropped', of: (fraction: string) => trimEnd(fraction, '0') },
    ...[7, 6, 3].map((digits) => ({
      words: `${digits} digits of the second`,
      of: (fraction: string) => fraction.slice(0, digits).padEnd(digits, '0'),
    })),
    { words: 'no fraction of the second', of: () => '' },
  ]
  // Rules that change one of the two come first: the others can give the same bytes and would claim more.
  const rules = zones.flatMap((zone) => fractions.map((fraction) => ({ zone, fraction }))).slice(1)
  return rules.map(({ zone, fraction }) => ({
    change: {
      cause: 'body-dates',
      cost: 8,
      how: ` with its dates rewritten (${[fraction.words, zone.words].filter((words) => words !== '').join(', ')})`,
    },
    rule: (raw, what, isKey) => {
      // The length excludes most texts without a pattern.
      const mayBe = what === kind.string && !isKey && raw.length > 20 && raw.length < 40
      const parts = mayBe ? isoDate.exec(raw) : null
      return parts === null ? raw : `"${parts[1]}${point(fraction.of(parts[2] ?? ''))}${zone.utc(parts[3] ?? 'Z')}"`
    },
  }))
}

function nameRules(): { change: Change; rule: TokenRule }[] {
  const rules: [style: string, rename: (name: string) => string][] = [
    ['PascalCase', (name) => name.charAt(0).toUpperCase() + name.slice(1)],
    ['camelCase', (name) => name.charAt(0).toLowerCase() + name.slice(1)],
    ['snake_case', (name) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()],
    [
      'camelCase from snake_case',
      (name) => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
    ],
    [
      'PascalCase from snake_case',
      (name) => name.replaceAll(/(?:^|_)([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
    ],
    ['lower case', (name) => name.toLowerCase()],
  ]
  return rules.map(([style, rename]) => ({
    change: { cause: 'body-names', cost: 8, how: ` with its field names in ${style}` },
    rule: (raw, what, isKey) => (what === kind.string && isKey ? `"${rename(raw.slice(1, -1))}"` : raw),
  }))
}
