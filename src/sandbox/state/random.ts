/** The four words of the generator's state. They are changed in place, so that a saved state goes on where it stopped. */
export type RandomWords = [number, number, number, number]

/** A small generator of believable, repeatable values. Never a source of keys: those come from node:crypto. */
export interface Random {
  /** An integer from 0 to `limit` - 1; `limit` at most 2^32. */
  below(limit: number): number
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** True once in `times`. */
  oneIn(times: number): boolean
  /** `length` characters out of an alphabet. */
  text(length: number, alphabet: string): string
  digits(length: number): string
  /** Lower-case hex digits. */
  hex(length: number): string
  /** Shaped as a UUID of version 4. */
  uuid(): string
}

/** Spreads one number over the four words (splitmix32), so that neighbouring seeds give unlike sequences. */
export function wordsFromSeed(seed: number): RandomWords {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let word = state ^ (state >>> 16)
    word = Math.imul(word, 0x21f0aaad)
    word ^= word >>> 15
    word = Math.imul(word, 0x735a2d97)
    return (word ^ (word >>> 15)) >>> 0
  }
  return [next(), next(), next(), next()]
}

function rotateLeft(word: number, bits: number): number {
  return ((word << bits) | (word >>> (32 - bits))) >>> 0
}

/** xoshiro128**, a shift-and-xor generator of 32 bits a step; advances `words`. */
function step(words: RandomWords): number {
  const result = Math.imul(rotateLeft(Math.imul(words[1], 5) >>> 0, 7), 9) >>> 0
  const shifted = (words[1] << 9) >>> 0
  words[2] = (words[2] ^ words[0]) >>> 0
  words[3] = (words[3] ^ words[1]) >>> 0
  words[1] = (words[1] ^ words[2]) >>> 0
  words[0] = (words[0] ^ words[3]) >>> 0
  words[2] = (words[2] ^ shifted) >>> 0
  words[3] = rotateLeft(words[3], 11)
  return result
}

/** A generator over `words`, which it advances in place. */
export function createRandom(words: RandomWords): Random {
  const below = (limit: number): number => Math.floor((step(words) / 2 ** 32) * limit)
  const text = (length: number, alphabet: string): string => {
    let result = ''
    for (let count = 0; count < length; count += 1) {
      result += alphabet.charAt(below(alphabet.length))
    }
    return result
  }
  const hex = (length: number): string => text(length, '0123456789abcdef')
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    oneIn: (times) => below(times) === 0,
    text,
    digits: (length) => text(length, '0123456789'),
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${text(1, '89ab')}${hex(3)}-${hex(12)}`,
  }
}
