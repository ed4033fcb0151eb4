import { Fragment, type ReactNode } from 'react'

/**
 * A text with places in braces, each filled with what is there, such as a link or a time: the text stays one sentence,
 * whose order a translation may change. A place that nothing is given for stays as it is. Pure.
 */
export function filled(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  let at = 0
  return text.split(/(\{\w+\})/).map((piece) => {
    const start = at
    at += piece.length + 1
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    return <Fragment key={start}>{name === undefined || !(name in parts) ? piece : parts[name]}</Fragment>
  })
}

/** Control and format characters, and spaces, line ends and fillers that do not look like what they are. */
const hidden = /[\p{Cc}\p{Cf}\u00a0\u115f\u1160\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/gu

/** The first 32 characters, as ASCII names them. Names and not pictures of them: few fonts have those. */
const names = (
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI ' +
  'DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'
).split(' ')

/**
 * Text for the eye: control characters by name (⟨NUL⟩), invisible ones and those that reorder text as their
 * code point, so that nothing hides or moves what is there. Tabs and line ends stay, and what joins emoji. Pure.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, nameOf)
}

/** A stretch of text as it is shown, and, where that is a name for a character, the character. */
export interface VisiblePiece {
  shown: string
  hidden?: string
}

/** The same as `visibleText`, piece by piece: what is shown as it is, and each character that is named. Pure. */
export function visiblePieces(text: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(hidden)) {
    const shown = nameOf(character)
    if (shown === character) continue
    if (index > from) pieces.push({ shown: text.slice(from, index) })
    pieces.push({ shown, hidden: character })
    from = index + character.length
  }
  if (from < text.length) pieces.push({ shown: text.slice(from) })
  return pieces
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\n' || character === '\t' || code === 0x200d) return character
  const name = code === 0x7f ? 'DEL' : names[code]
  if (name !== undefined) return `⟨${name}⟩`
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Whether `visibleText` shows something other than what is there. */
export function hasHidden(text: string): boolean {
  return visibleText(text) !== text
}
