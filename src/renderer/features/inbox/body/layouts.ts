import { sequenceAt, textOf, rowAt } from '../../../bytes/utf8.ts'
import { at, type JsonIndex, jsonLine } from '../../../bytes/jsonIndex.ts'
import type { XmlLines } from '../../../bytes/layOutXml.ts'
import type { ReadBody } from '../../../bytes/readBody.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { visiblePieces } from '../../../text/visibleText.tsx'
import { exactPart, type RowText, type TextPiece } from './rowText.ts'
import { bodyWords } from './words.ts'

/** Deeper levels are not moved further to the right. */
export const maxIndent = 24

/** More bytes than this are cut for the eye. */
const maxBytes = 2000

/** The indent of a line at a depth: two spaces a level. */
export function indentOf(depth: number): string {
  return '  '.repeat(Math.min(depth, maxIndent))
}

/** Where a range of bytes is cut for the eye: its end where there is no need, and always between two characters. */
export function cutFor(bytes: Uint8Array, start: number, end: number, max = maxBytes): number {
  if (end - start <= max) return end
  let until = start + max
  while (until > start + max - 3 && ((bytes[until] ?? 0) & 0xc0) === 0x80) until--
  return until
}

/** The note about bytes that are not shown. */
export function cutNote(bytes: number): string {
  return bodyWords.cutForTheEye(formatBytes(bytes))
}

/** A range of bytes in one row. Line ends in it are shown by name, as all that hides is. */
export function piecesOf(bytes: Uint8Array, start: number, end: number): TextPiece[] {
  const until = cutFor(bytes, start, end)
  const pieces: TextPiece[] = []
  for (const { shown, hidden } of visiblePieces(textOf(bytes, start, until))) {
    if (hidden !== undefined) pieces.push({ shown, exact: () => hidden })
    else {
      for (const [number, line] of shown.split('\n').entries()) {
        if (number > 0) pieces.push({ shown: lineEnd, exact: () => '\n' })
        if (line !== '') pieces.push({ shown: line })
      }
    }
  }
  if (until < end) pieces.push({ shown: cutNote(end - until), exact: () => textOf(bytes, until, end) })
  return pieces
}

/** A line end that stands inside of a row. */
export const lineEnd = '⟨LF⟩'

/** Text as it came. @param starts where each row begins, and the end of the last, see `wrapRows` */
export function rawText(bytes: Uint8Array, starts: Uint32Array): RowText {
  const count = Math.max(0, starts.length - 1)
  const pieces = (row: number) => piecesOf(bytes, at(starts, row), endOfRow(bytes, starts, row))
  return {
    count,
    pieces,
    endOf: (row) => (endOfRow(bytes, starts, row) < at(starts, row + 1) ? '\n' : ''),
    offsetOf: ({ row, column }) =>
      row >= count ? bytes.length : offsetBehind(bytes, at(starts, row), exactPart(pieces(row), 0, column).length),
    placeOf: (offset) => {
      if (offset >= bytes.length) return { row: count, column: 0 }
      const row = rowAt(starts, offset)
      const before = textOf(bytes, at(starts, row), offset)
      return { row, column: visiblePieces(before).reduce((sum, { shown }) => sum + shown.length, 0) }
    },
  }
}

/** Where the text of a row ends: before its line end, when it has one. */
export function endOfRow(bytes: Uint8Array, starts: Uint32Array, row: number): number {
  const end = at(starts, row + 1)
  return bytes[end - 1] === 0x0a ? end - 1 : end
}

/** The offset of the byte after a number of UTF-16 units. */
function offsetBehind(bytes: Uint8Array, start: number, units: number): number {
  let offset = start
  for (let left = units; left > 0;) {
    const length = (bytes[offset] ?? 0) < 0x80 ? 1 : sequenceAt(bytes, offset)
    left -= length === 4 ? 2 : 1
    offset += Math.max(1, Math.abs(length))
  }
  return offset
}

/** JSON in lines, every token as it was sent. */
export function prettyJson(index: JsonIndex, bytes: Uint8Array): RowText {
  return {
    count: index.lines.length,
    pieces: (row) => {
      const { depth, pieces } = jsonLine(index, bytes, row)
      return [
        ...indentPieces(depth),
        ...pieces.flatMap((piece) =>
          'text' in piece ? [{ shown: piece.text }] : piecesOf(bytes, piece.start, piece.end),
        ),
      ]
    },
    endOf: (row) => (row < index.lines.length - 1 ? '\n' : ''),
  }
}

/** XML in lines, laid out by its tags alone. */
export function prettyXml(lines: XmlLines, bytes: Uint8Array): RowText {
  return {
    count: lines.count,
    pieces: (row) => [
      ...indentPieces(at(lines.depth, row)),
      ...piecesOf(bytes, at(lines.start, row), at(lines.end, row)),
    ],
    endOf: (row) => (row < lines.count - 1 ? '\n' : ''),
  }
}

/** How a body is laid out in lines, when it is JSON or XML. */
export function prettyOf({ json, xml }: ReadBody, bytes: Uint8Array): RowText | null {
  if (json !== null && json.count > 0) return prettyJson(json, bytes)
  return xml && prettyXml(xml, bytes)
}

function indentPieces(depth: number): TextPiece[] {
  return depth === 0 ? [] : [{ shown: indentOf(depth) }]
}
