import type { Verdict } from '../../shared/model.ts'
import type { Verification } from '../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../../shared/words/counts.ts'

/** Names of the verdicts, used everywhere. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  valid: 'Valid',
  'valid-previous': 'Valid, previous secret',
  invalid: 'Invalid',
  unsigned: 'Unsigned',
  malformed: 'Malformed',
  'no-secret': 'No secret',
  'cannot-tell': 'Cannot tell',
}

const words = {
  checkingAgain: 'Checking again …',
  checkingOf: (checked: number, total: number, result: string) =>
    `Checking ${groupDigits(checked)} of ${groupDigits(total)} again, ${result}`,
  checked: (total: number, result: string) => `Checked ${countOf(total, 'delivery', 'deliveries')} again: ${result}.`,
  checkCanceled: (checked: number, total: number, result: string) =>
    `Check canceled after ${groupDigits(checked)} of ${groupDigits(total)}: ${result}.`,
  checkFailed: 'Not all deliveries could be checked again.',
  noneChanged: 'none changed',
  someChanged: (count: number) => `${groupDigits(count)} changed`,
} as const

/** Progress or result of the check of all stored deliveries; empty before the first one. Pure. */
export function verificationWords({ state, checked, total, changed, problem }: Verification): string {
  const result = changed === 0 ? words.noneChanged : words.someChanged(changed)
  switch (state) {
    case 'idle':
      return ''
    case 'running':
      return total === 0 ? words.checkingAgain : words.checkingOf(checked, total, result)
    case 'done':
      return words.checked(total, result)
    case 'canceled':
      return words.checkCanceled(checked, total, result)
    case 'failed':
      return problem ?? words.checkFailed
  }
}

/** Whether two are the same. */
export function sameVerification(one: Verification, other: Verification): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
