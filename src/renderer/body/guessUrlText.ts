import type { Guess } from './guess.ts'

/** Text with percent escapes, decoded once. */
export function guessUrlText(value: string): Guess | null {
  if (!/%[\da-f]{2}/i.test(value)) return null
  try {
    const text = decodeURIComponent(value)
    return text === value ? null : { kind: 'url', text }
  } catch {
    return null
  }
}
