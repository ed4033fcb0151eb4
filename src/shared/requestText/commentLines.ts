/** Sentences as comment lines with a line end behind each; empty when there are none. Pure. */
export function commentLines(sign: '#' | '//' | 'rem', sentences: readonly string[]): string {
  return sentences.map((sentence) => `${sign} ${sentence}\n`).join('')
}
