import { trimEnd } from '../../../../shared/trimEnd.ts'
import { isAscii, isUtf8 } from 'node:buffer'
import type { ChangeHow, HiddenCharacter } from '../../../../shared/codes/changes.ts'
import { charsets } from '../bodies/charsets.ts'
import { hasBom, trimmed } from '../bodies/lineVariants.ts'
import { changed, type Variant, variant } from '../causes/change.ts'

/** Secrets beyond this size only differ in their ends: nobody types them. */
const longestTyped = 4_096

/** Changes that files, forms and environment variables make to a secret's text. Cost 3 marks the most common ones. */
export function textVariants(raw: Buffer): Variant[] {
  const added = (how: ChangeHow, before: string, after: string, cost = 3) =>
    variant('secret-whitespace', cost, how, () => Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]))
  const quoted = (how: ChangeHow, before: string, after: string, cost: number) =>
    variant('secret-quotes', cost, how, () => Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]))
  const ends = [
    variant('secret-whitespace', 3, changed('ends-trimmed'), () => trimmed(raw)),
    added(changed('end-added', { end: 'lf' }), '', '\n'),
    added(changed('end-added', { end: 'crlf' }), '', '\r\n'),
    added(changed('end-added', { end: 'space' }), '', ' '),
    ...invisible.map(({ character, name }) =>
      variant('secret-whitespace', 3, changed('character-removed', { character: name }), () => without(raw, character)),
    ),
    ...curlyQuotes.map(([left, right]) =>
      variant('secret-quotes', 3, changed('curly-quotes-removed', { left, right }), () => uncurled(raw, left, right)),
    ),
    variant('secret-quotes', 3, changed('quotes-removed'), () => unquoted(raw)),
    ...addedEnds.map(([how, before, after]) => added(how, before, after, 4)),
    ...['"', "'", '`'].map((quote) => quoted(changed('quotes-added', { quote }), quote, quote, 4)),
    ...curlyQuotes
      .slice(0, 2)
      .map(([left, right]) => quoted(changed('curly-quotes-added', { left, right }), left, right, 5)),
    ...['"', "'"].flatMap((quote) => [
      quoted(changed('quotes-and-break-added', { quote, end: 'lf' }), quote, `${quote}\n`, 5),
      quoted(changed('quotes-and-break-added', { quote, end: 'crlf' }), quote, `${quote}\r\n`, 5),
    ]),
    variant('secret-bom', 4, changed('bom-removed'), () => (hasBom(raw) ? raw.subarray(3) : null)),
    variant('secret-bom', 5, changed('bom-before'), () => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), raw])),
  ]
  return raw.length > longestTyped ? ends : [...ends, ...rewrittenTexts(raw)]
}

function rewrittenTexts(raw: Buffer): Variant[] {
  const utf8 = isUtf8(raw)
  const read = raw.toString(utf8 ? 'utf8' : 'latin1')
  const change = (
    cause: 'secret-cut' | 'secret-escaped' | 'secret-letter-case',
    cost: number,
    how: ChangeHow,
    make: (text: string) => string | null,
  ) =>
    variant(cause, cost, how, () => {
      const text = make(read)
      return text === null ? null : Buffer.from(text, utf8 ? 'utf8' : 'latin1')
    })
  const cutAt = (mark: string) =>
    change('secret-cut', 5, changed('cut-before', { mark }), (text) =>
      text.indexOf(mark) > 0 ? text.slice(0, text.indexOf(mark)).trimEnd() : null,
    )
  return [
    change('secret-cut', 4, changed('only-after-equals-sign'), valueOf),
    change('secret-cut', 5, changed('only-in-quotes'), (text) => {
      const value = valueOf(text)?.trim()
      return value === undefined ? null : (/^(["'`])(.*)\1$/s.exec(value)?.[2] ?? null)
    }),
    ...['#', '$', ' ', '"', '&', ';', ',', '+', '/'].map(cutAt),
    ...keptLengths.map((bytes) =>
      variant('secret-cut', 5, changed('cut-to', { bytes }), () =>
        raw.length > bytes ? raw.subarray(0, bytes) : null,
      ),
    ),
    variant('secret-cut', 5, changed('byte-missing', { at: 'end' }), () =>
      raw.length > 8 ? raw.subarray(0, -1) : null,
    ),
    variant('secret-cut', 5, changed('byte-missing', { at: 'start' }), () => (raw.length > 8 ? raw.subarray(1) : null)),
    ...lines(raw),
    change('secret-escaped', 5, changed('escaped-break-added'), (text) => `${text}\\n`),
    change('secret-cut', 6, changed('variables-removed'), (text) => text.replaceAll(/\$(?:\{\w*\}|\w+)/g, '')),
    change('secret-cut', 6, changed('dashes-removed'), (text) => text.replaceAll('-', '')),
    change('secret-cut', 6, changed('final-equals-signs-removed'), (text) => trimEnd(text, '=')),
    change('secret-cut', 6, changed('white-space-removed'), (text) => text.replaceAll(/\s/g, '')),
    change('secret-escaped', 5, changed('url-decoded'), (text) => (text.includes('%') ? percentDecoded(text) : null)),
    change('secret-escaped', 5, changed('plus-as-space'), (text) => text.replaceAll('+', ' ')),
    change('secret-escaped', 6, changed('url-encoded'), (text) =>
      utf8 && text.isWellFormed() ? encodeURIComponent(text) : null,
    ),
    change('secret-escaped', 5, changed('escapes-read'), (text) =>
      text.replaceAll(/\\([nrt\\])/g, (_all, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? '\\'),
    ),
    change('secret-escaped', 6, changed('escaped-as-json'), (text) => JSON.stringify(text).slice(1, -1)),
    change('secret-escaped', 6, changed('escaped-as-html'), (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ),
    change('secret-escaped', 6, changed('backslashes-removed'), (text) => text.replaceAll('\\', '')),
    change('secret-letter-case', 5, changed('letter-case', { case: 'lower' }), (text) => text.toLowerCase()),
    change('secret-letter-case', 5, changed('letter-case', { case: 'upper' }), (text) => text.toUpperCase()),
    ...(utf8 && !isAscii(raw)
      ? (['NFC', 'NFD'] as const).map((form) =>
          variant('secret-normalised', 5, changed('normalised', { form }), () => read.normalize(form)),
        )
      : []),
    ...charsets.map(({ charset, encode }) =>
      variant('secret-charset', 6, changed('charset', { charset }), () => encode(raw)),
    ),
  ]
}

/** Returns the value of a line such as `export NAME=value`. */
function valueOf(text: string): string | null {
  return /^(?:export +)?\w+ *= *(.+)$/s.exec(text)?.[1] ?? null
}

/** Sizes of fields, keys and columns that cut what is longer; 72 is where bcrypt stops. */
const keptLengths = [8, 10, 12, 15, 16, 20, 24, 30, 31, 32, 40, 48, 50, 56, 60, 63, 64, 72, 80, 100, 128, 255, 256]

/** Names that the line of a file usually has before the secret. */
const lineNames = [
  'WEBHOOK_SECRET',
  'SECRET',
  'SIGNING_SECRET',
  'WEBHOOK_SIGNING_SECRET',
  'HMAC_SECRET',
  'SHARED_SECRET',
  'SECRET_KEY',
  'KEY',
  'secret',
]

/** The whole line of a file in place of the value in it. */
function lines(raw: Buffer): Variant[] {
  return lineNames.flatMap((name) =>
    [
      [`${name}=`, ''],
      [`export ${name}=`, ''],
      [`${name}="`, '"'],
      [`${name}=`, '\n'],
    ].map(([before = '', after = '']) =>
      variant('secret-cut', 6, changed('whole-line', { line: `${before}...${after.trimEnd()}` }), () =>
        Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]),
      ),
    ),
  )
}

/** Less common white space that is added, with what comes before and after. */
const addedEnds: readonly (readonly [ChangeHow, string, string])[] = [
  [changed('end-added', { end: 'cr' }), '', '\r'],
  [changed('end-added', { end: 'tab' }), '', '\t'],
  [changed('end-added', { end: 'two-lf' }), '', '\n\n'],
  [changed('end-added', { end: 'two-crlf' }), '', '\r\n\r\n'],
  [changed('end-added', { end: 'two-spaces' }), '', '  '],
  [changed('end-added', { end: 'space-lf' }), '', ' \n'],
  [changed('end-added', { end: 'no-break-space' }), '', '\u00a0'],
  [changed('end-added', { end: 'zero-width-space' }), '', '\u200b'],
  [changed('space-before'), ' ', ''],
  [changed('start-added', { start: 'tab' }), '\t', ''],
  [changed('start-added', { start: 'lf' }), '\n', ''],
  [changed('start-added', { start: 'no-break-space' }), '\u00a0', ''],
  [changed('start-added', { start: 'zero-width-space' }), '\u200b', ''],
  [changed('spaces-around'), ' ', ' '],
]

/** Characters that a paste from a page or a chat brings along unseen. */
const invisible: readonly { character: string; name: HiddenCharacter }[] = [
  { character: '\u00a0', name: 'no-break-space' },
  { character: '\u200b', name: 'zero-width-space' },
  { character: '\u200c', name: 'zero-width-non-joiner' },
  { character: '\u200d', name: 'zero-width-joiner' },
  { character: '\u2060', name: 'word-joiner' },
  { character: '\u00ad', name: 'soft-hyphen' },
  { character: '\u202f', name: 'narrow-no-break-space' },
  { character: '\u3000', name: 'ideographic-space' },
]

const curlyQuotes = [
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
  ['\u201e', '\u201c'],
  ['\u00ab', '\u00bb'],
] as const

/** Null where there is no such character. */
function without(raw: Buffer, character: string): Buffer | null {
  if (raw.length > longestTyped || !raw.includes(character)) return null
  return Buffer.from(raw.toString('latin1').replaceAll(Buffer.from(character).toString('latin1'), ''), 'latin1')
}

function uncurled(raw: Buffer, left: string, right: string): Buffer | null {
  const [first, last] = [Buffer.from(left), Buffer.from(right)]
  const inner = trimmed(raw)
  const around = inner.indexOf(first) === 0 && inner.subarray(-last.length).equals(last)
  return around && inner.length > first.length + last.length ? inner.subarray(first.length, -last.length) : null
}

function unquoted(raw: Buffer): Buffer | null {
  const inner = trimmed(raw)
  const first = inner[0]
  const quotes = first === 0x22 || first === 0x27 || first === 0x60
  return quotes && inner.length > 1 && inner.at(-1) === first ? inner.subarray(1, -1) : null
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
