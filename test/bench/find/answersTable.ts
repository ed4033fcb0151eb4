import type { FindFigures, Times } from './measureAnswers.ts'

/** The figures as a table; what takes longer than it may at the 95th percentile is marked. */
export function answersTable({ stored, start, startWithin, answers, arriving, job }: FindFigures): string {
  const ms = (value: number) => value.toFixed(1).padStart(8)
  const mark = ({ p95 }: Times, within: number) => (p95 > within ? ' !' : '  ')
  const rows = answers.map(
    ({ name, within, rows, bytes, idle, arriving }) =>
      `${name.padEnd(42)}${String(rows).padStart(5)}${String(bytes).padStart(8)}${ms(within)}` +
      `${ms(idle.p50)}${ms(idle.p95)}${mark(idle, within)}${ms(arriving.p50)}${ms(arriving.p95)}${mark(arriving, within)}`,
  )
  return [
    `Asked over HTTP with ${stored} stored; ms: within, then p50 and p95 idle, p50 and p95 with ${job.rate} a second arriving`,
    `${''.padEnd(42)} rows   bytes  within     idle     p95  arriving     p95`,
    ...rows,
    `start to listening: p50 ${start.p50.toFixed(0)} ms, p95 ${start.p95.toFixed(0)} ms, within ${startWithin} ms${mark(start, startWithin)}`,
    `arrived meanwhile: ${arriving.answered}, failed ${arriving.failed}, p50 ${arriving.p50.toFixed(1)} ms, p99 ${arriving.p99.toFixed(1)} ms`,
    '',
  ].join('\n')
}
