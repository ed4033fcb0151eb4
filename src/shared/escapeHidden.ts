/** Control, format, private, surrogate and unassigned characters, and spaces that do not look like what they are. */
const hidden = /[\p{C}\u00a0\u115f\u1160\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/gu

/**
 * Text in which every character that a terminal obeys or an eye does not see is written as an escape (`\u{1b}`), line ends
 * and tabs included; a backslash is doubled, so that no text looks like an escaped one. Pure.
 */
export function escapeHidden(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(hidden, escapeOf)
}

/** The same for text of several lines, which stays in lines. Pure. */
export function escapeHiddenLines(text: string): string {
  return text.split('\n').map(escapeHidden).join('\n')
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
