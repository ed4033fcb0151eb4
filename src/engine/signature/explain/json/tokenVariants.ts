import type { CauseId } from '../../../../shared/codes/causes.ts'
import { type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { kind } from './jsonTokens.ts'
import { type NumberRuleName, numberRules } from './numberRules.ts'

/** Variants that rewrite some tokens and keep everything else, white space too: the most specific stories. */
export function tokenVariants(document: JsonDocument): Variant[] {
  const strings = (cause: CauseId, words: string, replace: (raw: string) => string) =>
    variant(cause, 7, words, () => document.inPlace((raw, what) => (what === kind.string ? replace(raw) : raw)))
  return [
    ...numberNames.map(([name, words]) =>
      variant('body-number-rewritten', 7, ` after its numbers were written as ${words} does`, () =>
        document.inPlace((raw, what) => (what === kind.number ? numberRules[name](raw) : raw)),
      ),
    ),
    strings('body-escaped-slashes', ' with its slashes unescaped (\\/ as /)', (raw) =>
      escapes(raw, (found) => (found === '\\/' ? '/' : found)),
    ),
    strings('body-escaped-slashes', ' with its slashes escaped (/ as \\/)', (raw) =>
      escapes(raw, (found) => (found === '\\/' ? '/' : found)).replaceAll('/', '\\/'),
    ),
    strings('body-escaped-unicode', ' with \\uXXXX beyond ASCII written as characters', (raw) =>
      unescaped(raw, (code) => code > 0x7f),
    ),
    strings('body-escaped-unicode', ' with characters beyond ASCII written as \\uXXXX in lower case', (raw) =>
      raw.replaceAll(beyondAscii, (found) => hex(found, false)),
    ),
    strings('body-escaped-unicode', ' with characters beyond ASCII written as \\uXXXX in upper case', (raw) =>
      raw.replaceAll(beyondAscii, (found) => hex(found, true)),
    ),
    strings('body-escaped-unicode', ' with the digits of \\uXXXX in lower case', (raw) =>
      escapes(raw, (found) => (found.length === 6 ? found.toLowerCase() : found)),
    ),
    strings('body-escaped-unicode', ' with the digits of \\uXXXX in upper case', (raw) =>
      escapes(raw, (found) => (found.length === 6 ? `\\u${found.slice(2).toUpperCase()}` : found)),
    ),
    strings('body-html-escapes', ' with \\uXXXX of ASCII characters (such as \\u002B) written as characters', (raw) =>
      unescaped(raw, (code) => code <= 0x7f),
    ),
    strings('body-html-escapes', ' with every \\uXXXX written as a character', (raw) => unescaped(raw, () => true)),
    strings('body-html-escapes', " with .NET's escapes (\\u002B, \\u0022, \\u0026, \\u0027, \\u003C, \\u003E)", (raw) =>
      dotnet(raw),
    ),
    strings('body-html-escapes', " with .NET's escapes, beyond ASCII too", (raw) =>
      dotnet(raw).replaceAll(beyondAscii, (found) => hex(found, true)),
    ),
    strings('body-html-escapes', " with Go's escapes (\\u003c, \\u003e, \\u0026, \\u2028, \\u2029)", (raw) =>
      raw.replaceAll(/[<>&\u2028\u2029]/g, (found) => hex(found, false)),
    ),
    ...boundVariants(document),
  ]
}

/** What the binding of a model rewrites: dates and the names of fields. */
export function boundVariants(document: JsonDocument): Variant[] {
  return [...dateVariants(document), ...nameVariants(document)]
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

const isoDate = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)"$/

/** Date fields as parsers of dates write them. `fraction` gets the digits after the point, without it. */
function dateVariants(document: JsonDocument): Variant[] {
  const utc = (zone: string, as: 'Z' | '+00:00') => (zone === 'Z' || zone === '+00:00' ? as : zone)
  const point = (digits: string) => (digits === '' ? '' : `.${digits}`)
  const rules: [string, (fraction: string, zone: string) => string][] = [
    ['trailing zeros of the seconds dropped', (fraction, zone) => point(fraction.replace(/0+$/, '')) + zone],
    ['Z instead of +00:00', (fraction, zone) => point(fraction) + utc(zone, 'Z')],
    ['+00:00 instead of Z', (fraction, zone) => point(fraction) + utc(zone, '+00:00')],
    ['trailing zeros dropped and Z', (fraction, zone) => point(fraction.replace(/0+$/, '')) + utc(zone, 'Z')],
    ['trailing zeros dropped and +00:00', (fraction, zone) => point(fraction.replace(/0+$/, '')) + utc(zone, '+00:00')],
    ...([7, 6, 3, 0] as const).flatMap((length): [string, (fraction: string, zone: string) => string][] => [
      [
        `${length} digits of the second and Z`,
        (fraction, zone) => point(fraction.slice(0, length).padEnd(length, '0')) + utc(zone, 'Z'),
      ],
      [
        `${length} digits of the second and +00:00`,
        (fraction, zone) => point(fraction.slice(0, length).padEnd(length, '0')) + utc(zone, '+00:00'),
      ],
    ]),
  ]
  return rules.map(([words, rule]) =>
    variant('body-dates', 8, ` with its dates rewritten (${words})`, () =>
      document.inPlace((raw, what, isKey) => {
        const parts = what === kind.string && !isKey ? isoDate.exec(raw) : null
        return parts === null ? raw : `"${parts[1]}${rule(parts[2] ?? '', parts[3] ?? 'Z')}"`
      }),
    ),
  )
}

function nameVariants(document: JsonDocument): Variant[] {
  const rules: [string, (name: string) => string][] = [
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
  return rules.map(([words, rule]) =>
    variant('body-names', 8, ` with its field names in ${words}`, () =>
      document.inPlace((raw, what, isKey) => (what === kind.string && isKey ? `"${rule(raw.slice(1, -1))}"` : raw)),
    ),
  )
}
