import { isAscii, isUtf8 } from 'node:buffer'
import { charsets } from '../bodies/charsets.ts'
import { hasBom, trimmed } from '../bodies/lineVariants.ts'
import { type Variant, variant } from '../causes/change.ts'

/** Secrets beyond this size only differ in their ends: nobody types them. */
const longestTyped = 4_096

/** What becomes of a secret's text on its way through files, forms and environments. Those of cost 3 are the commonest. */
export function textVariants(raw: Buffer): Variant[] {
  const added = (words: string, before: string, after: string, cost = 3) =>
    variant('secret-whitespace', cost, words, () => Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]))
  const ends = [
    variant('secret-whitespace', 3, ' without the white space at its ends', () => trimmed(raw)),
    added(' with a line feed at its end', '', '\n'),
    added(' with a CRLF at its end', '', '\r\n'),
    added(' with a space at its end', '', ' '),
    added(' with a carriage return at its end', '', '\r', 4),
    added(' with a space before it', ' ', '', 4),
    added(' with a tab at its end', '', '\t', 4),
    ...invisible.map(({ character, name }) =>
      variant('secret-whitespace', 3, ` without the ${name} in it`, () => without(raw, character)),
    ),
    ...curlyQuotes.map(([left, right]) =>
      variant('secret-quotes', 3, ` without the quotes ${left} and ${right} around it`, () =>
        uncurled(raw, left, right),
      ),
    ),
    variant('secret-quotes', 3, ' without the quotes around it', () => unquoted(raw)),
    ...['"', "'", '`'].map((quote) =>
      variant('secret-quotes', 4, ` with ${quote} around it`, () =>
        Buffer.concat([Buffer.from(quote), raw, Buffer.from(quote)]),
      ),
    ),
    variant('secret-bom', 4, ' without the byte order mark before it', () => (hasBom(raw) ? raw.subarray(3) : null)),
    variant('secret-bom', 5, ' with a byte order mark (EF BB BF) before it', () =>
      Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), raw]),
    ),
  ]
  return raw.length > longestTyped ? ends : [...ends, ...rewrittenTexts(raw)]
}

function rewrittenTexts(raw: Buffer): Variant[] {
  const utf8 = isUtf8(raw)
  const read = raw.toString(utf8 ? 'utf8' : 'latin1')
  const change = (
    cause: 'secret-cut' | 'secret-escaped' | 'secret-letter-case',
    cost: number,
    words: string,
    make: (text: string) => string | null,
  ) =>
    variant(cause, cost, words, () => {
      const text = make(read)
      return text === null ? null : Buffer.from(text, utf8 ? 'utf8' : 'latin1')
    })
  const cutAt = (mark: string) =>
    change('secret-cut', 5, ` cut before its first ${mark === ' ' ? 'space' : mark}`, (text) =>
      text.indexOf(mark) > 0 ? text.slice(0, text.indexOf(mark)).trimEnd() : null,
    )
  return [
    change(
      'secret-cut',
      4,
      ' as only what follows the equals sign',
      (text) => /^(?:export +)?\w+ *= *(.+)$/s.exec(text)?.[1] ?? null,
    ),
    ...['#', '$', ' ', '"', '&', ';', ','].map(cutAt),
    change('secret-cut', 6, ' with every $NAME in it taken away', (text) => text.replaceAll(/\$(?:\{\w*\}|\w+)/g, '')),
    change('secret-cut', 6, ' without its dashes', (text) => text.replaceAll('-', '')),
    change('secret-cut', 6, ' without its = at the end', (text) => text.replace(/=+$/, '')),
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

/** Characters that a paste from a page or a chat brings along unseen. */
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
