import type { Guess } from './guess.ts'
import { guessBase64 } from './guessBase64.ts'
import { guessTime } from './guessTime.ts'
import { guessToken } from './guessToken.ts'
import { guessUrlText } from './guessUrlText.ts'
import { guessUuid } from './guessUuid.ts'

/** Values longer than this are not looked at. */
export const longestGuess = 100_000

/** All that a value could mean, the likeliest first. Pure. */
export function guessMeaning(value: string, isNumber: boolean): Guess[] {
  if (value.length > longestGuess) return []
  const guesses = isNumber
    ? [guessTime(value)]
    : [guessUuid(value), guessTime(value), guessToken(value), guessUrlText(value), guessBase64(value)]
  return guesses.filter((guess) => guess !== null)
}
