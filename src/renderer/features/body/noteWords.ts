import { countOf, formatBytes, groupDigits } from '../../text/format.ts'

/** What is odd about a body, in sentences: what it is, and what a view cannot show of it. */
export const bodyNoteWords = {
  truncated: (size: number, kept: number) =>
    `This is only the beginning: ${countOf(size, 'byte')} arrived, ${groupDigits(kept)} are kept.`,
  invalid: (count: number, places: readonly number[]) => {
    const where = places.map((place) => `0x${place.toString(16)}`).join(', ')
    const more = count > places.length ? ' and later' : ''
    return (
      `Not valid UTF-8 in ${countOf(count, 'place')} (at ${where}${more}). ` +
      'What is no text is shown as �; Hex shows each byte, Save has them exactly.'
    )
  },
  bom: 'A byte order mark precedes the text. Many JSON parsers refuse it.',
  recoded: (charset: string) =>
    `The text came as ${charset} and is shown decoded. Hex and Save have the bytes as they came.`,
  unknownCharset: (charset: string) =>
    `The header names the charset ${charset}, which is not known here: read as UTF-8.`,
  duplicates: (count: number) =>
    `${countOf(count, 'key')} ${count === 1 ? 'repeats an earlier one in its object' : 'repeat earlier ones in their objects'}. All are shown; most parsers keep only the last.`,
  numbers: (count: number) =>
    `${countOf(count, 'number')} would change in a JSON parser of JavaScript. Shown as written, with what it would read.`,
  surrogates: (count: number) =>
    `${countOf(count, 'string')} ${count === 1 ? 'holds' : 'hold'} half of a surrogate pair: an escape that is no character. Other programs may refuse or replace it.`,
  nuls: (count: number) => `${countOf(count, 'NUL byte')} in the text.`,
  binary: 'This is not text. Raw shows what can be read of it.',
  compressed: (codings: string) =>
    `The header says that the bytes are compressed (${codings}). What you see is the bytes as they came.`,
  showDecompressed: 'Show decompressed',
  decompressed: (size: number, from: number) =>
    `Decompressed for the eye: ${formatBytes(size)} from ${formatBytes(from)}. Save has the exact bytes that came.`,
  decompressedCut: (size: number) =>
    `Decompressed as far as it goes: the bytes end early, are damaged, or are more than fits. Shown are ${formatBytes(size)}.`,
  showExact: 'Show as it came',
  unknownCoding: (coding: string) =>
    `This browser cannot decompress ${coding}. Save the bytes and use a program that can.`,
  brokenCoding: (coding: string) =>
    `The bytes are not ${coding}, although the header says so. They are shown as they came.`,
  broken: (what: string, line: number, column: number, offset: number) =>
    `Not valid JSON: ${what} in line ${groupDigits(line)}, column ${groupDigits(column)} (byte ${groupDigits(offset)}). Tree and Pretty show what comes before.`,
  tooMany: (most: number) => `More than ${groupDigits(most)} values: too many for a tree. Raw and Hex show all of it.`,
  problems: {
    ended: 'the text ends too early,',
    unexpected: 'an unexpected character',
    control: 'a control character within a string',
    escape: 'a wrong escape',
    number: 'a number that is not written as JSON wants it',
    after: 'more text behind the end',
    many: 'too many values',
    blank: 'nothing but blanks',
  },
} as const
