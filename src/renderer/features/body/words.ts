import { countOf, formatBytes, groupDigits } from '../../text/format.ts'

/** What the views of a body say. */
export const bodyWords = {
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
