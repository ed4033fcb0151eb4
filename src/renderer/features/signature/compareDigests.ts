import { signatureWords } from './words.ts'

/** One line of the comparison: the same places of both digests. */
interface DigestRow {
  /** Place of its first character. */
  at: number
  received: Stretch[]
  expected: Stretch[]
}

/** Cuts two digests into lines of equal length that stand under each other, cut into what agrees and what does not. Pure. */
export function compareDigests(received: string, expected: string): DigestRow[] {
  const length = Math.max(received.length, expected.length)
  // Base64 of 32 bytes is one line of 44; hex falls into lines of 32.
  const width = length % 44 === 0 ? 44 : 32
  return Array.from({ length: Math.ceil(length / width) }, (_, row) => {
    const [one, other] = [received, expected].map((text) => text.slice(row * width, (row + 1) * width))
    return {
      at: row * width,
      received: alignTexts(one ?? '', other ?? ''),
      expected: alignTexts(other ?? '', one ?? ''),
    }
  })
}

/** What the differences of two digests say by themselves, as a sentence; null when there are none. */
export function differenceWords(received: string, expected: string): string | null {
  if (received === expected) return null
  if (received.length !== expected.length) {
    return signatureWords.otherLength(received.length, expected.length)
  }
  if (received.toLowerCase() === expected.toLowerCase()) return signatureWords.onlyCase
  const count = countDifferences(received, expected)
  const words = signatureWords.differs(count, expected.length)
  return count * 3 <= expected.length ? signatureWords.fewDiffer(words) : signatureWords.manyDiffer(words)
}

/** The one that agrees with `expected` in most places; the first one when there is nothing to compare with. */
export function closestDigest(digests: readonly string[], expected: string | null): string | undefined {
  if (expected === null) return digests[0]
  return digests.toSorted((a, b) => countDifferences(a, expected) - countDifferences(b, expected))[0]
}

/** Places at which two texts differ, counting what one has beyond the end of the other. */
function countDifferences(one: string, other: string): number {
  let count = Math.abs(one.length - other.length)
  for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) count += 1
  return count
}

export interface Stretch {
  text: string
  same: boolean
  /** Where it begins. */
  at: number
}

/** Cuts `text` into stretches that agree or disagree with `other`, character by character in the same place. Pure. */
export function alignTexts(text: string, other: string): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const same = character === other.charAt(at)
    const last = stretches.at(-1)
    if (last?.same === same) last.text += character
    else stretches.push({ text: character, same, at })
  }
  return stretches
}
