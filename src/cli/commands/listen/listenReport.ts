import { deliveryCount } from '../../../shared/words/counts.ts'
import { writeFileSync } from 'node:fs'
import { limitWords } from '../../../shared/words/durations.ts'
import type { AssertionEnd, Assertions, Found } from './assertions.ts'
import { xml } from '../check/checkReports.ts'
import { CannotDo } from '../../basics/failures.ts'

export interface Outcome {
  end: AssertionEnd | 'time' | 'signal' | 'unread'
  found: Found
  deliveries: number
  /** The cause of a wrong signature, if an assertion failed; else empty. */
  proof: readonly string[]
}

/** One assertion with its result. */
interface Case {
  name: string
  /** Null if it held. */
  problem: string | null
}

/** Returns each assertion, with a sentence if it failed. Pure. */
export function casesOf({ until, never, times, ...limits }: Assertions, outcome: Omit<Outcome, 'proof'>): Case[] {
  const { found, deliveries } = outcome
  const when = whenOf(limits, outcome.end)
  const counted = times > 1 ? ` (${times} times)` : ''
  return [
    ...until.map(({ text }, place) => {
      const count = found.until[place]?.size ?? 0
      const many = count === 0 ? 'Nothing' : `${count} of ${times}`
      const problem = `${many} matched --until ${JSON.stringify(text)} ${when}; ${deliveryCount(deliveries)} arrived.`
      return { name: `until ${text}${counted}`, problem: count >= times ? null : problem }
    }),
    ...never.map(({ text }, place) => {
      const id = found.never[place] ?? null
      const problem = `Delivery ${id} matched --never ${JSON.stringify(text)}.`
      return { name: `never ${text}`, problem: id === null ? null : problem }
    }),
  ]
}

function whenOf({ withinMs, timeoutMs }: Pick<Assertions, 'withinMs' | 'timeoutMs'>, end: Outcome['end']): string {
  if (end === 'time') return `within ${limitWords(timeoutMs ?? 0)}`
  if (end === 'late') return `within ${limitWords(withinMs ?? 0)} of the first delivery`
  return end === 'forbidden' ? 'before that' : 'before it was stopped'
}

/** Writes a JUnit report with a case per assertion; those that failed have the proof. Throws CannotDo. */
export function writeListenReport(file: string, cases: readonly Case[], proof: readonly string[]): void {
  const lines = cases.map(({ name, problem }) => {
    const failure = problem === null ? '' : `<failure message="${xml(problem)}">${xml(proof.join('\n'))}</failure>`
    return `    <testcase classname="listen" name="${xml(name)}">${failure}</testcase>`
  })
  const failures = cases.filter(({ problem }) => problem !== null).length
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookscope listen">\n  <testsuite name="listen" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">\n${lines.join('\n')}\n  </testsuite>\n</testsuites>\n`
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CannotDo(
      `--junit "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
