import { trimEnd } from '../../../../shared/basics/trimEnd.ts'
import { isAscii, isUtf8 } from 'node:buffer'
import { charsets } from '../bodies/charsets.ts'
import { hasBom, trimmed } from '../bodies/lineVariants.ts'
import { type Variant, variant } from '../causes/change.ts'

/** Longer secrets are pasted, so only changes at their ends are tried, bytes. */
const maxTypedLength = 4_096

/** Changes that files, forms and environment variables make to a secret's text. Cost 3 marks the most common ones. */
export function textVariants(raw: Buffer): Variant[] {
  const added = (how: string, before: string, after: string, cost = 3) =>
    variant('secret-whitespace', cost, how, () => Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]))
  const quoted = (how: string, before: string, after: string, cost: number) =>
    variant('secret-quotes', cost, how, () => Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]))
  const ends = [
    variant('secret-whitespace', 3, ' without the white space at its ends', () => trimmed(raw)),
    added(' with a line feed at its end', '', '\n'),
    added(' with a CRLF at its end', '', '\r\n'),
    added(' with a space at its end', '', ' '),
    ...invisible.map(({ character, name }) =>
      variant('secret-whitespace', 3, ` without the ${name} in it`, () => without(raw, character)),
    ),
    ...curlyQuotes.map(([left, right]) =>
      variant('secret-quotes', 3, ` without the quotes ${left} and ${right} around it`, () =>
        uncurled(raw, left, right),
      ),
    ),
    variant('secret-quotes', 3, ' without the quotes around it', () => unquoted(raw)),
    ...addedEnds.map(([how, before, after]) => added(how, before, after, 4)),
    ...['"', "'", '`'].map((quote) => quoted(` with ${quote} around it`, quote, quote, 4)),
    ...curlyQuotes.slice(0, 2).map(([left, right]) => quoted(` with ${left} and ${right} around it`, left, right, 5)),
    ...['"', "'"].flatMap((quote) => [
      quoted(` with ${quote} around it and a line feed at its end`, quote, `${quote}\n`, 5),
      quoted(` with ${quote} around it and a CRLF at its end`, quote, `${quote}\r\n`, 5),
    ]),
    ...['', '\n', ' '].map((between) =>
      variant('secret-doubled', 5, ` twice in a row${doubledBy[between] ?? ''}`, () =>
        Buffer.concat([raw, Buffer.from(between), raw]),
      ),
    ),
    variant('secret-doubled', 5, ' as only its first half, which is the same as the second', () => half(raw)),
    ...['"', "'", ',', ';'].map((mark) => (isQuote(mark) ? quoted : added)(` with ${mark} at its end`, '', mark, 5)),
    ...['"', "'"].map((quote) => quoted(` with ${quote} before it`, quote, '', 5)),
    variant('secret-bom', 4, ' without its byte order mark', () => (hasBom(raw) ? raw.subarray(3) : null)),
    variant('secret-bom', 5, ' with a byte order mark (EF BB BF) before it', () =>
      Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), raw]),
    ),
  ]
  return raw.length > maxTypedLength ? ends : [...ends, ...rewrittenTexts(raw)]
}

function rewrittenTexts(raw: Buffer): Variant[] {
  const utf8 = isUtf8(raw)
  const read = raw.toString(utf8 ? 'utf8' : 'latin1')
  const change = (
    cause: 'secret-cut' | 'secret-escaped' | 'secret-letter-case',
    cost: number,
    how: string,
    make: (text: string) => string | null,
  ) =>
    variant(cause, cost, how, () => {
      const text = make(read)
      return text === null ? null : Buffer.from(text, utf8 ? 'utf8' : 'latin1')
    })
  const cutAt = (mark: string) =>
    change('secret-cut', 5, ` cut before its first ${mark === ' ' ? 'space' : mark}`, (text) =>
      text.indexOf(mark) > 0 ? text.slice(0, text.indexOf(mark)).trimEnd() : null,
    )
  return [
    change('secret-cut', 4, ' as only what follows the equals sign', valueOf),
    change('secret-cut', 5, ' as only what is in the quotes after the equals sign', (text) => {
      const value = valueOf(text)?.trim()
      return value === undefined ? null : (/^(["'`])(.*)\1$/s.exec(value)?.[2] ?? null)
    }),
    ...['#', '$', ' ', '"', '&', ';', ',', '+', '/'].map(cutAt),
    ...fieldLengths.map((bytes) =>
      variant('secret-cut', 5, ` cut to its first ${bytes} bytes`, () =>
        raw.length > bytes ? raw.subarray(0, bytes) : null,
      ),
    ),
    variant('secret-cut', 5, ' without its last byte', () => (raw.length > 8 ? raw.subarray(0, -1) : null)),
    variant('secret-cut', 5, ' without its first byte', () => (raw.length > 8 ? raw.subarray(1) : null)),
    ...lines(raw),
    change('secret-escaped', 5, ' with \\n (a backslash and an n) at its end', (text) => `${text}\\n`),
    change('secret-cut', 6, ' with every $NAME in it removed', (text) => text.replaceAll(/\$(?:\{\w*\}|\w+)/g, '')),
    change('secret-cut', 6, ' without its dashes', (text) => text.replaceAll('-', '')),
    change('secret-cut', 6, ' without its = at the end', (text) => trimEnd(text, '=')),
    change('secret-cut', 6, ' without any white space', (text) => text.replaceAll(/\s/g, '')),
    change('secret-escaped', 5, ' URL-decoded', (text) => (text.includes('%') ? percentDecoded(text) : null)),
    change('secret-escaped', 5, ' with spaces in place of +', (text) => text.replaceAll('+', ' ')),
    change('secret-escaped', 6, ' URL-encoded', (text) =>
      utf8 && text.isWellFormed() ? encodeURIComponent(text) : null,
    ),
    change('secret-escaped', 5, ' with \\n, \\r and \\t read as characters', (text) =>
      text.replaceAll(/\\([nrt\\])/g, (_all, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? '\\'),
    ),
    change('secret-escaped', 6, ' escaped as in JSON', (text) => JSON.stringify(text).slice(1, -1)),
    change('secret-escaped', 6, ' escaped as in HTML', (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ),
    change('secret-escaped', 6, ' without its backslashes', (text) => text.replaceAll('\\', '')),
    change('secret-letter-case', 5, ' in lower case', (text) => text.toLowerCase()),
    change('secret-letter-case', 5, ' in upper case', (text) => text.toUpperCase()),
    ...(utf8 && !isAscii(raw)
      ? (['NFC', 'NFD'] as const).map((form) =>
          variant('secret-normalised', 5, ` in Unicode normal form ${form}`, () => read.normalize(form)),
        )
      : []),
    ...charsets.map(({ name, encode }) => variant('secret-charset', 6, ` in ${name}`, () => encode(raw))),
  ]
}

const doubledBy: Readonly<Record<string, string>> = { '\n': ', on two lines', ' ': ', with a space between' }

/** Null where the halves differ. */
function half(raw: Buffer): Buffer | null {
  const middle = raw.length / 2
  const first = raw.subarray(0, Math.floor(middle))
  return middle >= 4 && first.equals(raw.subarray(Math.ceil(middle))) ? first : null
}

function isQuote(mark: string): boolean {
  return mark === '"' || mark === "'"
}

/** Returns the value of a line such as `export NAME=value`. */
function valueOf(text: string): string | null {
  return /^(?:export +)?\w+ *= *(.+)$/s.exec(text)?.[1] ?? null
}

/** Lengths of fields, keys and columns that truncate; 72 is the limit of bcrypt, bytes. */
const fieldLengths = [8, 10, 12, 15, 16, 20, 24, 30, 31, 32, 40, 48, 50, 56, 60, 63, 64, 72, 80, 100, 128, 255, 256]

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
      variant('secret-cut', 6, ` as the whole line ${before}...${after.trimEnd()}`, () =>
        Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]),
      ),
    ),
  )
}

/** Less common white space that is added, with what comes before and after. */
const addedEnds: readonly (readonly [how: string, before: string, after: string])[] = [
  [' with a carriage return at its end', '', '\r'],
  [' with a tab at its end', '', '\t'],
  [' with two line feeds at its end', '', '\n\n'],
  [' with two CRLFs at its end', '', '\r\n\r\n'],
  [' with two spaces at its end', '', '  '],
  [' with a space and a line feed at its end', '', ' \n'],
  [' with a no-break space (U+00A0) at its end', '', '\u00a0'],
  [' with a zero-width space (U+200B) at its end', '', '\u200b'],
  [' with a space before it', ' ', ''],
  [' with a tab before it', '\t', ''],
  [' with a line feed before it', '\n', ''],
  [' with a no-break space (U+00A0) before it', '\u00a0', ''],
  [' with a zero-width space (U+200B) before it', '\u200b', ''],
  [' with a space before and after it', ' ', ' '],
]

/** Invisible characters that come with text pasted from a page or a chat. */
const invisible: readonly { character: string; name: string }[] = [
  { character: '\u00a0', name: 'no-break space (U+00A0)' },
  { character: '\u200b', name: 'zero-width space (U+200B)' },
  { character: '\u200c', name: 'zero-width non-joiner (U+200C)' },
  { character: '\u200d', name: 'zero-width joiner (U+200D)' },
  { character: '\u2060', name: 'word joiner (U+2060)' },
  { character: '\u00ad', name: 'soft hyphen (U+00AD)' },
  { character: '\u202f', name: 'narrow no-break space (U+202F)' },
  { character: '\u3000', name: 'ideographic space (U+3000)' },
]

const curlyQuotes = [
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
  ['\u201e', '\u201c'],
  ['\u00ab', '\u00bb'],
] as const

/** Null where there is no such character. */
function without(raw: Buffer, character: string): Buffer | null {
  if (raw.length > maxTypedLength || !raw.includes(character)) return null
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
