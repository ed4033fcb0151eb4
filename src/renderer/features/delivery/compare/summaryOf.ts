import { compareWords } from './words.ts'
import type { HeaderPair } from './alignHeaders.ts'
import type { ComparedBodies } from './useBodies.ts'

/** The whole comparison of what came over the wire in one or two sentences. Pure. */
export function summaryOf(headers: readonly HeaderPair[], bodies: ComparedBodies): string {
  const changed = headers.filter(({ differs }) => differs).length
  const isSameOrder = headers.every(({ moved }) => !moved)
  if (bodies.state === 'same' && changed === 0 && isSameOrder) return compareWords.identical
  return compareWords.summary(changed, isSameOrder, bodyWords(bodies))
}

function bodyWords(bodies: ComparedBodies): string {
  switch (bodies.state) {
    case 'same':
      return compareWords.bodySame
    case 'different':
    case 'too-large':
      return compareWords.bodyDiffers
    case 'unknown':
    case 'failed':
      return compareWords.bodyUnknown
    case 'loading':
      return ''
  }
}
