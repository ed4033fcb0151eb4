import { deliveryCount } from '../shared/words/counts.ts'
import { writeFileSync } from 'node:fs'
import { limitWords } from '../shared/words/durations.ts'
import type { AssertionEnd, Assertions, AssertionWatch } from './assertions.ts'
import { xml } from './checkReports.ts'
import { CannotDo } from './failures.ts'

interface Outcome {
  end: AssertionEnd | 'time' | 'signal' | 'unread'
  found: ReturnType<AssertionWatch['found']>
  deliveries: number
}

/** What was asserted and did not hold, as sentences; none when all held. Pure. */
export function unmet({ until, never, times, withinMs, timeoutMs }: Assertions, { end, found, deliveries }: Outcome) {
  const came = `${deliveryCount(deliveries)} came`
  const when =
    end === 'time'
      ? `within ${limitWords(timeoutMs ?? 0)}`
      : end === 'late'
        ? `within ${limitWords(withinMs ?? 0)} of the first delivery`
        : end === 'forbidden'
          ? 'before that'
          : 'before it was stopped'
  const matched = found.matched.length
  return {
    never:
      never === null || found.forbidden === null
        ? null
        : `Delivery ${found.forbidden} matched --never ${JSON.stringify(never.text)}.`,
    until:
      until === null || (end === 'matched' && matched >= times)
        ? null
        : `${matched === 0 ? 'Nothing' : `${matched} of ${times}`} matched --until ${JSON.stringify(until.text)} ${when}; ${came}.`,
  }
}

/** Writes a JUnit report with a case per assertion. Throws CannotDo. */
export function writeListenReport(file: string, assertions: Assertions, outcome: Outcome): void {
  const problems = unmet(assertions, outcome)
  const cases = (['until', 'never'] as const).flatMap((kind) => {
    const expectation = assertions[kind]
    if (expectation === null) return []
    const problem = problems[kind]
    const failure = problem === null ? '' : `<failure message="${xml(problem)}"/>`
    const times = kind === 'until' && assertions.times > 1 ? ` (${assertions.times} times)` : ''
    return [
      `    <testcase classname="listen" name="${xml(`${kind} ${expectation.text}${times}`)}">${failure}</testcase>`,
    ]
  })
  const failures = Object.values(problems).filter((problem) => problem !== null).length
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookscope listen">\n  <testsuite name="listen" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CannotDo(
      `--junit "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
