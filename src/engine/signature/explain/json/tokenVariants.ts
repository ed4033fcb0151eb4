import { trimEnd } from '../../../../shared/trimEnd.ts'
import type { CauseId } from '../../../../shared/codes/causes.ts'
import type { ChangeHow } from '../../../../shared/codes/changes.ts'
import { type Change, changed, type Variant, variant } from '../causes/change.ts'
import type { JsonDocument, TokenRule } from './jsonDocument.ts'
import { kind } from './jsonTokens.ts'
import { type NumberRuleName, numberRules } from './numberRules.ts'

/** Variants that rewrite some tokens and keep everything else, white space too: the most specific stories. */
export function tokenVariants(document: JsonDocument): Variant[] {
  const kept = document.texts('kept', 'kept')
  return [
    ...numberNames.map(([name, writer]) =>
      variant('body-number-rewritten', 7, changed('numbers-as', { writer }), () =>
        document.texts('kept', name) === kept
          ? null
          : document.inPlace((raw, what) => (what === kind.number ? numberRules[name](raw) : raw)),
      ),
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
  how: ChangeHow
  /** Is in every body that the rule changes: most bodies have none of what a rule rewrites. */
  needs: RegExp
  replace(raw: string): string
}

function rewrites(cause: CauseId, how: ChangeHow, needs: RegExp, replace: (raw: string) => string): StringRewrite {
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

function phpHexed(raw: string, which: RegExp): string {
  const inner = raw.slice(1, -1)
  const bare = which.source.includes('"') ? escapes(inner, (found) => (found === '\\"' ? '"' : found)) : inner
  return `"${bare.replaceAll(which, (found) => hex(found, true))}"`
}

/** In-place rewrites of strings. */
const stringRewrites: readonly StringRewrite[] = [
  rewrites('body-escaped-slashes', changed('slashes-unescaped'), /\\\//, (raw) =>
    escapes(raw, (found) => (found === '\\/' ? '/' : found)),
  ),
  rewrites('body-escaped-slashes', changed('slashes-escaped'), /\//, (raw) =>
    escapes(raw, (found) => (found === '\\/' ? '/' : found)).replaceAll('/', '\\/'),
  ),
  rewrites('body-escaped-unicode', changed('unicode-unescaped'), /\\u/, (raw) => unescaped(raw, (code) => code > 0x7f)),
  rewrites('body-escaped-unicode', changed('unicode-escaped', { case: 'lower' }), /[\u0080-\uffff]/, (raw) =>
    raw.replaceAll(beyondAscii, (found) => hex(found, false)),
  ),
  rewrites('body-escaped-unicode', changed('unicode-escaped', { case: 'upper' }), /[\u0080-\uffff]/, (raw) =>
    raw.replaceAll(beyondAscii, (found) => hex(found, true)),
  ),
  rewrites('body-escaped-unicode', changed('escape-digits', { case: 'lower' }), /\\u/, (raw) =>
    escapes(raw, (found) => (found.length === 6 ? found.toLowerCase() : found)),
  ),
  rewrites('body-escaped-unicode', changed('escape-digits', { case: 'upper' }), /\\u/, (raw) =>
    escapes(raw, (found) => (found.length === 6 ? `\\u${found.slice(2).toUpperCase()}` : found)),
  ),
  rewrites('body-html-escapes', changed('ascii-unescaped'), /\\u/, (raw) => unescaped(raw, (code) => code <= 0x7f)),
  rewrites('body-html-escapes', changed('all-unescaped'), /\\u/, (raw) => unescaped(raw, () => true)),
  rewrites('body-html-escapes', changed('escaped-as-in', { language: '.NET', unicode: false }), /[+&'<>`]|\\"/, (raw) =>
    dotnet(raw),
  ),
  rewrites(
    'body-html-escapes',
    changed('escaped-as-in', { language: '.NET', unicode: true }),
    /[+&'<>`\u0080-\uffff]|\\"/,
    (raw) => dotnet(raw).replaceAll(beyondAscii, (found) => hex(found, true)),
  ),
  rewrites(
    'body-html-escapes',
    changed('escaped-as-in', { language: 'Go', unicode: false }),
    /[<>&\u2028\u2029]/,
    (raw) => raw.replaceAll(/[<>&\u2028\u2029]/g, (found) => hex(found, false)),
  ),
  ...phpHex.flatMap(([flags, which]) => [
    rewrites(
      'body-html-escapes',
      changed('php-flags', { flags, encoded: false }),
      /* linear: one character of a set */ new RegExp(which.source),
      (raw) => phpHexed(raw, which),
    ),
    rewrites(
      'body-html-escapes',
      changed('php-flags', { flags, encoded: true }),
      /* linear: one character of a set */ new RegExp(which.source),
      (raw) =>
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

type DatesRewritten = Extract<ChangeHow, { code: 'dates-rewritten' }>['fields']

function dates(changes: Partial<DatesRewritten>): DatesRewritten {
  return { zerosDropped: false, digits: null, zone: null, ...changes }
}

/** Date fields as parsers of dates write them. `fraction` gets the digits after the point, without it. */
function dateRules(): { change: Change; rule: TokenRule }[] {
  const utc = (zone: string, as: 'Z' | '+00:00') => (zone === 'Z' || zone === '+00:00' ? as : zone)
  const point = (digits: string) => (digits === '' ? '' : `.${digits}`)
  const trimmed = (fraction: string) => trimEnd(fraction, '0')
  const rules: [DatesRewritten, (fraction: string, zone: string) => string][] = [
    [dates({ zerosDropped: true }), (fraction, zone) => point(trimmed(fraction)) + zone],
    ...(['Z', '+00:00'] as const).map((as): [DatesRewritten, (fraction: string, zone: string) => string] => [
      dates({ zone: as }),
      (fraction, zone) => point(fraction) + utc(zone, as),
    ]),
    ...(['Z', '+00:00'] as const).map((as): [DatesRewritten, (fraction: string, zone: string) => string] => [
      dates({ zerosDropped: true, zone: as }),
      (fraction, zone) => point(trimmed(fraction)) + utc(zone, as),
    ]),
    ...([7, 6, 3, 0] as const).flatMap((digits) =>
      (['Z', '+00:00'] as const).map((as): [DatesRewritten, (fraction: string, zone: string) => string] => [
        dates({ digits, zone: as }),
        (fraction, zone) => point(fraction.slice(0, digits).padEnd(digits, '0')) + utc(zone, as),
      ]),
    ),
  ]
  return rules.map(([how, rule]) => ({
    change: { cause: 'body-dates', cost: 8, how: changed('dates-rewritten', how) },
    rule: (raw, what, isKey) => {
      // A text of another length is no date: most are told apart without a pattern.
      const mayBe = what === kind.string && !isKey && raw.length > 20 && raw.length < 40
      const parts = mayBe ? isoDate.exec(raw) : null
      return parts === null ? raw : `"${parts[1]}${rule(parts[2] ?? '', parts[3] ?? 'Z')}"`
    },
  }))
}

type NamesIn = Extract<ChangeHow, { code: 'names-in' }>['fields']

function nameRules(): { change: Change; rule: TokenRule }[] {
  const rules: [NamesIn, (name: string) => string][] = [
    [{ style: 'PascalCase', fromSnakeCase: false }, (name) => name.charAt(0).toUpperCase() + name.slice(1)],
    [{ style: 'camelCase', fromSnakeCase: false }, (name) => name.charAt(0).toLowerCase() + name.slice(1)],
    [
      { style: 'snake_case', fromSnakeCase: false },
      (name) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
    ],
    [
      { style: 'camelCase', fromSnakeCase: true },
      (name) => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
    ],
    [
      { style: 'PascalCase', fromSnakeCase: true },
      (name) => name.replaceAll(/(?:^|_)([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
    ],
    [{ style: 'lower case', fromSnakeCase: false }, (name) => name.toLowerCase()],
  ]
  return rules.map(([how, rule]) => ({
    change: { cause: 'body-names', cost: 8, how: changed('names-in', how) },
    rule: (raw, what, isKey) => (what === kind.string && isKey ? `"${rule(raw.slice(1, -1))}"` : raw),
  }))
}
