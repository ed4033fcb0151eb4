import type { Verification } from '../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../ui/format.ts'

/** How far the check of all stored deliveries is, or what came of it; empty before the first one. Pure. */
export function verificationWords({ state, checked, total, changed, problem }: Verification): string {
  const result = changed === 0 ? 'none changed' : `${groupDigits(changed)} changed`
  switch (state) {
    case 'idle':
      return ''
    case 'running':
      return total === 0
        ? 'Checking again …'
        : `Checking ${groupDigits(checked)} of ${groupDigits(total)} again, ${result}`
    case 'done':
      return `Checked ${countOf(total, 'delivery', 'deliveries')} again: ${result}.`
    case 'canceled':
      return `Check canceled after ${groupDigits(checked)} of ${groupDigits(total)}: ${result}.`
    case 'failed':
      return problem ?? 'Not all deliveries could be checked again.'
  }
}

/** Whether two tell the same, however often it is told. */
export function sameVerification(one: Verification, other: Verification): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
