import { randomBytes } from 'node:crypto'
import { sameText } from './sameText.ts'

export interface OneTimeCodes {
  /**
   * @param lifeMs how long the code is good, ms
   * @param onUse called when it was used
   */
  make(lifeMs: number, onUse?: () => void): string
  /** Whether the code is good; from then on it is not. */
  use(code: string): boolean
  /** No code is good any more. */
  clear(): void
}

interface Code {
  text: string
  /** On the clock. */
  endsAt: number
  onUse: () => void
}

/** More than are needed at a time; only who has the key can ask for codes. */
const maxCodes = 1000

/**
 * Codes of 32 random bytes (base64url), each good once and for its time.
 * @param clock a monotonic one, ms
 */
export function oneTimeCodes(clock: () => number): OneTimeCodes {
  let codes: Code[] = []
  return {
    make: (lifeMs, onUse = () => undefined) => {
      const now = clock()
      const text = randomBytes(32).toString('base64url')
      codes = [...codes.filter(({ endsAt }) => now < endsAt), { text, endsAt: now + lifeMs, onUse }].slice(-maxCodes)
      return text
    },
    use: (given) => {
      const now = clock()
      // All of them are compared, however early one fits.
      const fitting = codes.filter(({ text }) => sameText(given, text))
      codes = codes.filter((code) => !fitting.includes(code))
      const good = fitting.find(({ endsAt }) => now < endsAt)
      good?.onUse()
      return good !== undefined
    },
    clear: () => {
      codes = []
    },
  }
}
