/**
 * Text for the eye: control characters as their symbols (NUL as U+2400), directional overrides as their code point, so
 * that nothing hides or reorders what stands there. Tabs and line ends stay. Pure.
 */
export function visibleText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (character) => {
      const code = character.charCodeAt(0)
      if (code < 0x20) return String.fromCharCode(0x2400 + code)
      if (code === 0x7f) return '␡'
      return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
    },
  )
}

/** Whether `visibleText` shows something other than what is there. */
export function hasHidden(text: string): boolean {
  return visibleText(text) !== text
}
