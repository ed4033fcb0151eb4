import { tokenWords } from '../words/token.ts'

/** The claims as rows, in the token's order, and the sentence that says what they are worth. */
export function claimsOf(claims: Readonly<Record<string, string>>): { note: string; rows: [string, string][] } {
  const { note, ...rest } = claims
  return {
    note: note ?? tokenWords.claimsNote,
    rows: Object.entries(rest),
  }
}
