/**
 * Text in rows, for selecting and copying it whole although only the rows in sight are drawn. A row may show
 * something else than its text: a NUL by its name, a long value shortened. So a row is a list of pieces.
 */
export interface TextPiece {
  shown: string
  /** Its text, if it differs from the shown one. Such a piece is selected whole or not at all. */
  exact?: () => string
}

/** A text that is laid out in rows. */
export interface RowText {
  /** How many rows. */
  count: number
  /** A row, exactly as it is drawn: the pieces' `shown` together are the text of its element. */
  pieces(row: number): readonly TextPiece[]
  /** The text after a row in a copy: a line end, or nothing where a line was only wrapped. */
  endOf(row: number): string
  /** For text whose rows are cut again when there is more or less room: how many bytes stand before a place. */
  offsetOf?(place: TextPlace): number
  /** The place of a byte offset, see `offsetOf`. */
  placeOf?(offset: number): TextPlace
}

/** A place between two characters. */
export interface TextPlace {
  /** From 0; the number of rows: behind everything. */
  row: number
  /** UTF-16 units of what the row shows. */
  column: number
}

/** A selection with the end that stays and the end that moves. */
export interface TextSelection {
  anchor: TextPlace
  focus: TextPlace
}

/** Negative when `one` comes before `other`. */
export function comparePlaces(one: TextPlace, other: TextPlace): number {
  return one.row - other.row || one.column - other.column
}

/** Both ends in the order of the text. */
export function endsOf({ anchor, focus }: TextSelection): [from: TextPlace, to: TextPlace] {
  return comparePlaces(anchor, focus) <= 0 ? [anchor, focus] : [focus, anchor]
}

export function isEmpty({ anchor, focus }: TextSelection): boolean {
  return comparePlaces(anchor, focus) === 0
}

/** All of a text. */
export function wholeOf(text: RowText): TextSelection {
  return { anchor: { row: 0, column: 0 }, focus: { row: text.count, column: 0 } }
}

/** The exact text between the ends of a selection, drawn or not. Pure. */
export function exactText(text: RowText, selection: TextSelection): string {
  const [from, to] = endsOf(selection)
  const parts: string[] = []
  for (let row = from.row; row <= Math.min(to.row, text.count - 1); row++) {
    const first = row === from.row ? from.column : 0
    parts.push(exactPart(text.pieces(row), first, row === to.row ? to.column : Infinity))
    if (row < to.row) parts.push(text.endOf(row))
  }
  return parts.join('')
}

export function wholeText(text: RowText): string {
  return exactText(text, wholeOf(text))
}

/** The text of a part of a row. */
export function exactPart(pieces: readonly TextPiece[], from: number, to: number): string {
  let text = ''
  let at = 0
  for (const { shown, exact } of pieces) {
    const end = at + shown.length
    if (from < end && to > at) text += exact?.() ?? shown.slice(Math.max(0, from - at), to - at)
    at = end
  }
  return text
}

export function shownText(text: RowText, row: number): string {
  return row < text.count
    ? text
        .pieces(row)
        .map(({ shown }) => shown)
        .join('')
    : ''
}

/** The place at or beside a column where a selection may end: not inside a piece that is one, nor inside a character. */
export function snapPlace(
  text: RowText,
  { row, column }: TextPlace,
  toward: 'nearest' | 'before' | 'behind',
): TextPlace {
  if (row < 0) return { row: 0, column: 0 }
  if (row >= text.count) return { row: text.count, column: 0 }
  let at = 0
  for (const { shown, exact } of text.pieces(row)) {
    const end = at + shown.length
    if (column > at && column < end) {
      if (exact === undefined) return { row, column: insidePair(shown, column - at) ? column - 1 : column }
      const isBehind = toward === 'nearest' ? column - at > end - column : toward === 'behind'
      return { row, column: isBehind ? end : at }
    }
    at = end
  }
  return { row, column: Math.max(0, Math.min(column, at)) }
}

function insidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}

/** The word, or the run of other characters, at a place. */
export function wordAt(text: RowText, place: TextPlace): [TextPlace, TextPlace] {
  const { row, column } = place
  const shown = shownText(text, row)
  const kind = kindOf(shown[Math.min(column, shown.length - 1)] ?? ' ')
  let [from, to] = [Math.min(column, shown.length - 1), column]
  while (from > 0 && kindOf(shown[from - 1] ?? ' ') === kind) from--
  while (to < shown.length && kindOf(shown[to] ?? ' ') === kind) to++
  return [snapPlace(text, { row, column: from }, 'before'), snapPlace(text, { row, column: to }, 'behind')]
}

function kindOf(character: string): 'word' | 'space' | 'mark' {
  if (/\s/.test(character)) return 'space'
  // Halves of pairs are mostly letters or emoji: they hold together.
  return /[\p{L}\p{N}\p{M}\p{Cs}_]/u.test(character) ? 'word' : 'mark'
}

/** The line at a row, with its end; a line that was wrapped is several rows. */
export function lineAround(text: RowText, row: number): [TextPlace, TextPlace] {
  let first = Math.min(row, text.count - 1)
  let last = first
  while (first > 0 && text.endOf(first - 1) === '') first--
  while (last < text.count - 1 && text.endOf(last) === '') last++
  return [
    { row: Math.max(0, first), column: 0 },
    { row: last + 1, column: 0 },
  ]
}

/** Where a key with Shift moves the end of a selection; null for other keys. @param page how many rows are in sight */
export function placeByKey(
  text: RowText,
  { row, column }: TextPlace,
  { key, far }: { key: string; far: boolean },
  page: number,
): TextPlace | null {
  const end = { row: text.count, column: 0 }
  const inRow = (target: number) => {
    if (target < 0) return { row: 0, column: 0 }
    return target >= text.count ? end : snapPlace(text, { row: target, column }, 'nearest')
  }
  switch (key) {
    case 'ArrowLeft':
      if (column > 0) return snapPlace(text, { row, column: column - 1 }, 'before')
      return row > 0 ? { row: row - 1, column: shownText(text, row - 1).length } : { row, column }
    case 'ArrowRight': {
      const length = shownText(text, row).length
      if (column >= length) return row < text.count ? { row: row + 1, column: 0 } : end
      const next = (shownText(text, row).codePointAt(column) ?? 0) > 0xffff ? 2 : 1
      return snapPlace(text, { row, column: column + next }, 'behind')
    }
    case 'ArrowUp':
      return inRow(row - 1)
    case 'ArrowDown':
      return inRow(row + 1)
    case 'PageUp':
      return inRow(row - page)
    case 'PageDown':
      return inRow(row + page)
    case 'Home':
      return far ? { row: 0, column: 0 } : { row, column: 0 }
    case 'End':
      return far ? end : { row, column: shownText(text, row).length }
    default:
      return null
  }
}

/** Between places in a text and points in the elements of its drawn rows. */

/** Where a place is in the document; null while its row is not drawn. */
export function pointOf(area: HTMLElement, { row, column }: TextPlace): [node: Node, offset: number] | null {
  const element = area.querySelector(`[data-row="${row}"]`)
  if (element === null) return row > 0 ? endPoint(area, row) : null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let left = column
  let last: Node | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node as Text
    if (left <= length) return [node, left]
    left -= length
    last = node
  }
  return last === null ? [element, 0] : [last, (last as Text).length]
}

/** The end of the row before: for the place behind everything. */
function endPoint(area: HTMLElement, row: number): [Node, number] | null {
  const element = area.querySelector(`[data-row="${row - 1}"]`)
  return element === null ? null : pointOf(area, { row: row - 1, column: Infinity })
}

/** The place of a point in the document; null when it is in no row. */
export function placeOfCaret(area: HTMLElement, node: Node, offset: number): TextPlace | null {
  const start = node instanceof Element ? node : node.parentElement
  const element = start?.closest<HTMLElement>('[data-row]') ?? null
  if (element === null || !area.contains(element)) return null
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(node, offset)
  return { row: Number(element.dataset['row']), column: before.toString().length }
}

/** The place in the text that is nearest to the pointer. @param rowAt the row at a height, beyond the ends below or above */
export function placeNear(
  area: HTMLElement,
  text: RowText,
  rowAt: (clientY: number) => number,
  pointer: { x: number; y: number },
): TextPlace {
  const aimed = rowAt(pointer.y)
  if (aimed < 0) return { row: 0, column: 0 }
  if (aimed >= text.count) return { row: text.count, column: 0 }
  const inArea = area.getBoundingClientRect()
  const row = rowAt(within(pointer.y, inArea.top, inArea.bottom))
  const element = area.querySelector(`[data-row="${row}"]`)
  if (element === null) return { row, column: 0 }
  const words = document.createRange()
  words.selectNodeContents(element)
  const { left, right, top, bottom } = words.getBoundingClientRect()
  const x = within(pointer.x, inArea.left, inArea.right)
  if (x <= left) return { row, column: 0 }
  if (x >= right) return snapPlace(text, { row, column: Infinity }, 'nearest')
  const caret = caretFromPoint(x, within((top + bottom) / 2, inArea.top, inArea.bottom))
  const place = caret === null ? null : placeOfCaret(area, ...caret)
  return place?.row === row ? snapPlace(text, place, 'nearest') : { row, column: 0 }
}

/** A coordinate, or the nearest one that lies inside of a range. */
function within(at: number, from: number, to: number): number {
  return Math.max(from + 1, Math.min(to - 2, at))
}

function caretFromPoint(x: number, y: number): [Node, number] | null {
  if (typeof document.caretPositionFromPoint === 'function') {
    const caret = document.caretPositionFromPoint(x, y)
    return caret === null ? null : [caret.offsetNode, caret.offset]
  }
  // Safari's name for it.
  const range = document.caretRangeFromPoint(x, y)
  return range === null ? null : [range.startContainer, range.startOffset]
}
