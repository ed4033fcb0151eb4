/** A word of any shell: single quotes take everything but themselves. Pure. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Sentences as comment lines with a line end behind each; empty when there are none. Pure. */
export function commentLines(sign: '#' | '//', sentences: readonly string[]): string {
  return sentences.map((sentence) => `${sign} ${sentence}\n`).join('')
}
