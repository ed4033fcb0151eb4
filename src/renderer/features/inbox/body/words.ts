import { formatBytes } from '../../../../shared/words/sizes.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import { formatAgo, formatClock, formatDate } from '../../../text/format.ts'
import type { Guess } from '../../../bytes/guessMeaning.ts'

/** Texts of the views of a body. */
export const bodyWords = {
  wholeValue: 'Whole body',
  filterByValue: 'Filter by this value',
  excludeValue: 'Exclude this value',
  view: 'View of the body',
  views: { tree: 'Tree', parts: 'Parts', pretty: 'Pretty', raw: 'Raw', hex: 'Hex' },
  loading: 'Loading the body',
  reading: 'Reading the body',
  /** For "Loading ...". */
  lines: 'the text',
  loaded: (loaded: number, size: number) => `${formatBytes(loaded)} of ${formatBytes(size)}`,
  readingFailed: (why: string) => `The body could not be read: ${why} Open this tab again to try once more.`,
  emptyTitle: 'The body is empty',
  emptyText: 'The request carried no bytes after its headers.',
  bytes: (count: number) => countOf(count, 'byte'),
  copyAll: 'the body as text',
  copyPretty: 'Copy pretty',
  /** For "Copy ...". */
  pretty: 'pretty',
  copyBodyPretty: 'Copy the body pretty',
  moreNotes: (count: number) => countOf(count, 'more remark'),
  fewerNotes: 'Show only the first',
  save: 'Save',
  saveTitle: 'Saves the exact bytes',
  cutForTheEye: (more: string) => ` … ${more} more`,

  search: 'Search in the body',
  searchHint: 'Search (/)',
  searchTitle: 'Finds text as it was sent, or bytes: 0x0d 0a. Key: / while the body has the focus.',
  next: 'Next match (Enter)',
  previous: 'Previous match (Shift+Enter)',
  leaveSearch: 'End the search (Escape)',
  searching: 'Searching',
  noMatch: 'No match',
  wrongHex: 'Write bytes as pairs of hex digits, such as 0x0d 0a.',
  match: (current: number, count: number, more: boolean) =>
    `${groupDigits(current)} of ${more ? 'more than ' : ''}${groupDigits(count)}`,

  treeLabel: 'Body as a tree',
  openAll: 'Open all',
  foldAll: 'Fold all',
  entries: (count: number) => countOf(count, 'entry', 'entries'),
  items: (count: number) => countOf(count, 'item'),
  duplicate: 'this key is here more than once',
  loneSurrogate: 'half of a surrogate pair',
  open: 'cut off here',
  readAs: (number: string) => `JavaScript reads ${number}`,
  path: 'JSONPath',
  pointer: 'JSON Pointer',
  pointerLabel: 'Pointer',
  value: 'the value',
  valueLabel: 'Value',
  noGuess: {
    object: 'An object. Copying takes its text as it was sent.',
    array: 'An array. Copying takes its text as it was sent.',
    string: 'Text, as it reads.',
    number: 'A number, as it was written.',
    true: 'The word true.',
    false: 'The word false.',
    null: 'The word null.',
  },
  aboutValue: 'About the selected value',
  levels: (deepest: number, most: number) =>
    `${groupDigits(deepest)} levels deep: from level ${most} on, lines are not moved further to the right.`,

  jsonLabel: 'Body as JSON',
  xmlLabel: 'Body as XML',
  xmlNote: 'Laid out by its tags alone. Nothing is parsed, checked or loaded, and no entity is replaced.',
  textLabel: 'Body as text',
  hidden: 'Control, invisible and direction characters are shown by name, such as ⟨NUL⟩.',

  hexLabel: 'Body in hex',
  hexRole: 'Hex dump',
  hexKeys: 'Arrow keys move, Shift selects, Ctrl+C or Cmd+C copies.',
  byteAt: (offset: number, byte: number) => {
    const hex = byte.toString(16).padStart(2, '0')
    const bits = byte.toString(2).padStart(8, '0')
    return `Offset ${groupDigits(offset)} (0x${offset.toString(16)}): hex ${hex}, decimal ${byte}, binary ${bits}`
  },
  selected: (count: number, from: number, to: number) =>
    `${countOf(count, 'byte')} selected, ${groupDigits(from)} to ${groupDigits(to)}`,
  selectedHex: 'hex',
  selectedText: 'text',

  partsLabel: 'Parts of the form',
  partName: 'Name',
  partValue: 'Value',
  partSize: 'Size as sent',
  noName: '(no name)',
  claimsFile: (name: string) => `file, called ${name}`,
  savePart: (name: string) => `Save the bytes of ${name}`,
  unnamedPart: 'this part',
  noParts: 'The form holds nothing.',
  moreParts: (most: number) => `Only the first ${groupDigits(most)} parts are listed; Raw has all of it.`,
  allParts: (count: number) => `Show all ${countOf(count, 'part')}`,
  remarks: {
    percent: 'a % without two hex digits, kept as it is',
    utf8: 'not valid UTF-8',
    again: 'the same name again',
    unfinished: 'no boundary ends it',
  },
} as const

/** A guess in words: what it could be, what that would say, and what must be known to read it right. */
interface GuessSentence {
  lead: string
  text: string
  note: string
}

/** Never a certainty: the sentence says "could be". Pure; `now` is an argument. */
export function guessSentence(guess: Guess, now: number): GuessSentence {
  switch (guess.kind) {
    case 'time':
      return { lead: timeLeads[guess.form], text: instant(guess.at), note: ago(guess.at, now) }
    case 'token': {
      const expiry = guess.expires === null ? '' : ` ${expirySentence(guess.expires, now)}`
      const text = `${guess.header}\n${guess.claims}`
      return { lead: 'Looks like a JWT: header and claims', text, note: `Its signature is not verified here.${expiry}` }
    }
    case 'base64': {
      const lead = `Could be ${guess.url ? 'base64url' : 'base64'} of ${guess.text === null ? 'bytes' : 'text'}`
      const rest = guess.cut ? ', of which this is the beginning' : ''
      return { lead, text: guess.text ?? guess.hex, note: `${countOf(guess.size, 'byte')}${rest}` }
    }
    case 'url':
      return { lead: 'Could be URL-encoded text', text: guess.text, note: '' }
    case 'uuid':
      return {
        lead: uuidLead(guess.version),
        text: guess.at === null ? '' : instant(guess.at),
        note: guess.at === null ? '' : `the time it carries, ${ago(guess.at, now)}`,
      }
  }
}

const timeLeads = {
  seconds: 'Could be a Unix time in seconds',
  milliseconds: 'Could be a Unix time in milliseconds',
  instant: 'Looks like an instant',
}

function uuidLead(version: string): string {
  if (version === 'nil') return 'Looks like the nil UUID: all zeros'
  if (version === 'max') return 'Looks like the max UUID: all ones'
  if (version === 'other') return 'Looks like a UUID, of another variant than RFC 9562'
  return `Looks like a UUID, version ${version}${{ 4: ' (random)', 7: ' (by time)', 1: ' (by time)', 6: ' (by time)', 5: ' (from a name)', 3: ' (from a name)' }[version] ?? ''}`
}

/** "21 Nov 2026, 17:05:09.123 here, 2026-11-21T16:05:09.123Z". */
function instant(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const iso = date.toISOString()
  return `${formatDate(iso)}, ${formatClock(iso)} here · ${iso.replace('T', ' ').replace('Z', '')} UTC`
}

function ago(at: number, now: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : formatAgo(date.toISOString(), now)
}

function expirySentence(at: number, now: number): string {
  return at < now ? `It says that it ended ${ago(at, now)}.` : `It says that it ends ${ago(at, now)}.`
}

/** Remarks about a body, in sentences: the finding, and what a view cannot show of it. */
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
    `The header says that the bytes are compressed (${codings}). These are the bytes as received.`,
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
