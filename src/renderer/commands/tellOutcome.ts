import { problemOf } from '../data/wire/problem.ts'
import { wireWords } from '../data/wire/words.ts'
import type { Toasts } from '../ui/Toasts.tsx'
import { paletteWords } from './words.ts'

/** Makes a command of a call: its sentence is told when it went well (null: nothing to tell), else what and why not. */
export function tellOutcome(toasts: Toasts) {
  return (what: string, call: () => Promise<string | null>) => async () => {
    try {
      const sentence = await call()
      if (sentence !== null) toasts.done(sentence)
    } catch (error) {
      toasts.problem(paletteWords.failed(what, problemOf(error, wireWords.lostChange).message))
    }
  }
}
