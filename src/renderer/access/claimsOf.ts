import { tokenWords } from '../words/token.ts'

/** The claims as rows, in the token's order, and the sentence that says what they are worth. */
export function claimsOf(claims: Readonly<Record<string, string>>): { note: string; rows: [string, string][] } {
  const { note, ...rest } = claims
  return {
    note: note ?? tokenWords.claimsNote,
    rows: Object.entries(rest),
  }
}

/** A claim that is a time: its number, and the moment that it means in ISO 8601. Null when it is none. */
export function momentOf(value: string): { number: string; at: string } | null {
  const [, number, at] = /^(\d+) \((\d{4}-\d\d-\d\dT[\d:.]+Z)\)$/.exec(value) ?? []
  return number === undefined || at === undefined ? null : { number, at }
}
