import type { Case } from './cases.ts'
import type { LoadResult, ServingResult } from './messages.ts'

/** One measurement of one subject. */
export interface Measured extends LoadResult, ServingResult {
  subject: string
  round: number
  /** Share of the machine's CPU that went to neither the server nor the load. */
  others: number
}

/** One subject under one load, over all rounds. */
export interface Line {
  case: string
  subject: string
  /** Requests a second. */
  throughput: Spread
  /** Throughput by that of the reference in the same round. */
  ratio: Spread
  p50: Spread
  p99: Spread
  loopDelayP99: Spread
  /** CPU of the serving thread for one request, microseconds. */
  threadCpu: Spread
  /** CPU of all its threads for one request, microseconds. */
  processCpu: Spread
  /** CPU of the load generator for one request, microseconds. */
  loadCpu: Spread
  /** Share of the machine that other processes took: a line with much of it says little. */
  others: Spread
  /** Megabytes at the end of the last round. */
  rss: number
  failed: number
}

export interface Spread {
  median: number
  low: number
  high: number
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle =
    (sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN)
  return { median: middle / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN }
}

const throughputOf = (entry: LoadResult) => entry.answered / entry.seconds

/** Sums up the rounds of a case. */
export function linesOf(entry: Case, measured: readonly Measured[]): Line[] {
  const reference = new Map(
    measured.filter(({ subject }) => subject === 'reference').map((one) => [one.round, throughputOf(one)]),
  )
  return entry.subjects.map((subject) => {
    const own = measured.filter((one) => one.subject === subject)
    return {
      case: entry.name,
      subject,
      throughput: spread(own.map(throughputOf)),
      ratio: spread(own.map((one) => throughputOf(one) / (reference.get(one.round) ?? NaN))),
      p50: spread(own.map(({ p50 }) => p50)),
      p99: spread(own.map(({ p99 }) => p99)),
      loopDelayP99: spread(own.map(({ loopDelayP99 }) => loopDelayP99)),
      threadCpu: spread(own.map(({ threadCpu, answered }) => threadCpu / answered)),
      processCpu: spread(own.map(({ processCpu, answered }) => processCpu / answered)),
      loadCpu: spread(own.map(({ loadCpu, answered }) => loadCpu / answered)),
      others: spread(own.map(({ others }) => others)),
      rss: (own.at(-1)?.rss ?? NaN) / 1e6,
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
    }
  })
}

const columns: readonly [title: string, width: number, text: (line: Line) => string][] = [
  ['', 11, (line) => line.subject],
  ['req/s', 8, (line) => line.throughput.median.toFixed(0)],
  ['ratio', 7, (line) => line.ratio.median.toFixed(2)],
  ['(spread)', 12, (line) => `${line.ratio.low.toFixed(2)}-${line.ratio.high.toFixed(2)}`],
  ['p50 ms', 9, (line) => line.p50.median.toFixed(2)],
  ['p99 ms', 9, (line) => line.p99.median.toFixed(2)],
  ['loop p99', 10, (line) => line.loopDelayP99.median.toFixed(1)],
  ['us/req', 8, (line) => line.threadCpu.median.toFixed(1)],
  ['all us', 8, (line) => line.processCpu.median.toFixed(1)],
  ['load us', 9, (line) => line.loadCpu.median.toFixed(1)],
  ['others', 8, (line) => `${(line.others.median * 100).toFixed(0)} %`],
  ['RSS MB', 8, (line) => line.rss.toFixed(0)],
  ['failed', 7, (line) => String(line.failed)],
]

/** The lines of one case as a table. */
export function tableOf(entry: Case, lines: readonly Line[]): string {
  const cell = (text: string, width: number, index: number) => (index === 0 ? text.padEnd(width) : text.padStart(width))
  const head = columns.map(([title, width], index) => cell(title, width, index)).join('')
  const rows = lines.map((line) => columns.map(([, width, text], index) => cell(text(line), width, index)).join(''))
  return [`${entry.name}: ${entry.what}`, head, ...rows, ''].join('\n')
}
