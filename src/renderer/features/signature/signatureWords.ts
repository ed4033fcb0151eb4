import { isVerified } from '../../../shared/model.ts'
import type { Explanation, Signature } from '../../../shared/wireTypes.ts'
import { groupDigits } from '../../text/format.ts'
import { signatureWords } from './words.ts'

/** How old a signature was when it came, as sentences. `toleranceSeconds` is the scheme's. Pure. */
export function ageWords({ seconds, tooOld }: NonNullable<Signature['age']>, toleranceSeconds: number | null): string {
  const rounded = groupDigits(Math.abs(Math.round(seconds)))
  const age = seconds < -0.5 ? signatureWords.inFuture(rounded) : signatureWords.old(rounded)
  if (tooOld) {
    return signatureWords.tooOld(age, toleranceSeconds ?? 0)
  }
  return toleranceSeconds === null
    ? signatureWords.aged(capital(age))
    : signatureWords.agedWithin(capital(age), toleranceSeconds)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether there is something to search for: a signature that proves nothing, or a right one that came too late. */
export function needsSearch({ verdict, age, explanation }: Signature): boolean {
  return explanation.state === 'not-searched' && (!isVerified(verdict) || age?.tooOld === true)
}

/** How far a search went. */
export function triedWords({ tried, complete, notTried }: Explanation): string {
  if (tried === 0) return complete ? signatureWords.nothingToCompute : signatureWords.endedEarly
  if (!complete) return signatureWords.triedSome(tried)
  return notTried.length === 0 ? signatureWords.triedAll(tried) : signatureWords.triedHere(tried)
}
