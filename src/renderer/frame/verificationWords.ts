import type { Verification } from '../../shared/wireTypes.ts'
import { frameWords } from '../words/frame.ts'

/** How far the check of all stored deliveries is, or what came of it; empty before the first one. Pure. */
export function verificationWords({ state, checked, total, changed, problem }: Verification): string {
  const result = changed === 0 ? frameWords.noneChanged : frameWords.someChanged(changed)
  switch (state) {
    case 'idle':
      return ''
    case 'running':
      return total === 0 ? frameWords.checkingAgain : frameWords.checkingOf(checked, total, result)
    case 'done':
      return frameWords.checked(total, result)
    case 'canceled':
      return frameWords.checkCanceled(checked, total, result)
    case 'failed':
      return problem ?? frameWords.checkFailed
  }
}

/** Whether two tell the same, however often it is told. */
export function sameVerification(one: Verification, other: Verification): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
