import { type RowText, snapPlace, type TextPlace } from './rowText.ts'

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
