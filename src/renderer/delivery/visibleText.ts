/** Control and format characters, and spaces, line ends and fillers that do not look like what they are. */
const hidden = /[\p{Cc}\p{Cf}\u00a0\u115f\u1160\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/gu

/** The first 32 characters, as ASCII names them. Names and not pictures of them: few fonts have those. */
const names = (
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI ' +
  'DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'
).split(' ')

/**
 * Text for the eye: control characters by name (⟨NUL⟩), invisible ones and those that reorder text as their
 * code point, so that nothing hides or moves what stands there. Tabs and line ends stay, and what joins emoji. Pure.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (character === '\n' || character === '\t' || code === 0x200d) return character
    const name = code === 0x7f ? 'DEL' : names[code]
    if (name !== undefined) return `⟨${name}⟩`
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Whether `visibleText` shows something other than what is there. */
export function hasHidden(text: string): boolean {
  return visibleText(text) !== text
}
