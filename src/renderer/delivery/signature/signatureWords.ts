import { isVerified } from '../../../shared/model.ts'
import type { Explanation, Signature } from '../../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../../ui/format.ts'

/** How old a signature was when it came, as sentences. `toleranceSeconds` is the scheme's. Pure. */
export function ageWords({ seconds, tooOld }: NonNullable<Signature['age']>, toleranceSeconds: number | null): string {
  const rounded = groupDigits(Math.abs(Math.round(seconds)))
  const age = seconds < -0.5 ? `dated ${rounded} s in the future` : `${rounded} s old`
  if (tooOld) {
    return `The signature is right, but ${age} when it came; the sender's tolerance is ${toleranceSeconds ?? 0} s. Code that checks the age refuses it.`
  }
  return toleranceSeconds === null
    ? `${capital(age)} when it came.`
    : `${capital(age)} when it came; the sender's tolerance is ${toleranceSeconds} s.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether there is something to search for: a signature that proves nothing, or a right one that came too late. */
export function needsSearch({ verdict, age, explanation }: Signature): boolean {
  return explanation.state === 'not-searched' && (!isVerified(verdict) || age?.tooOld === true)
}

/** How far a search went. */
export function triedWords({ tried, complete }: Explanation): string {
  if (tried === 0) return complete ? 'There was nothing to compute.' : 'The search ended before anything was tried.'
  const what = `${countOf(tried, 'digest was', 'digests were')} computed and compared`
  return complete
    ? `${what}: everything that Hookscope knows to try.`
    : `${what}, then its time ran out: not everything was tried.`
}
