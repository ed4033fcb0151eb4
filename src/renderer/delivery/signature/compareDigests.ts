import { signatureWords } from '../../words/signature.ts'
import { alignTexts, type Stretch } from '../alignTexts.ts'
import { countDifferences } from './closestDigest.ts'

/** One line of the comparison: the same places of both digests. */
export interface DigestRow {
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
