/**
 * A word of a shell. Single quotes take everything but themselves. What other shells read in another way stands between
 * double quotes, so that a text which is pasted there cannot get out of its word either: a quote (PowerShell takes the
 * curved ones for quotes too), and a backslash before one, which fish takes for an escape. Pure.
 */
export function shellQuote(text: string): string {
  const inner = text.replace(/['\u2018-\u201b]|\\(?=['\\\u2018-\u201b]|$)/g, (sign) =>
    sign === '\\' ? `'"\\\\"'` : `'"${sign}"'`,
  )
  return `'${inner}'`
}

/** Sentences as comment lines with a line end behind each; empty when there are none. Pure. */
export function commentLines(sign: '#' | '//', sentences: readonly string[]): string {
  return sentences.map((sentence) => `${sign} ${sentence}\n`).join('')
}
