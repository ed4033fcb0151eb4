import { randomBytes } from 'node:crypto'

export interface OneTimeCodes {
  make(): string
  /** Whether the code is good; from then on it is not. */
  use(code: string): boolean
}

/** Codes of 32 random bytes (base64url), each good once and for `lifeMs` ms. */
export function oneTimeCodes(lifeMs: number): OneTimeCodes {
  /** Code -> when it ends, on the clock that nobody can set. */
  const ends = new Map<string, number>()
  return {
    make: () => {
      const code = randomBytes(32).toString('base64url')
      ends.set(code, performance.now() + lifeMs)
      return code
    },
    use: (code) => {
      const end = ends.get(code)
      ends.delete(code)
      return end !== undefined && performance.now() < end
    },
  }
}
