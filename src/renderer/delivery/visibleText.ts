/**
 * Text for the eye: control characters as their symbols (NUL as U+2400), invisible ones and those that reorder text as their
 * code point, so that nothing hides or moves what stands there. Tabs and line ends stay, and what joins emoji. Pure.
 */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (character === '\n' || character === '\t' || code === 0x200d) return character
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '␡' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Whether `visibleText` shows something other than what is there. */
export function hasHidden(text: string): boolean {
  return visibleText(text) !== text
}
