/** Texts of the charts. Times are milliseconds since the epoch. */
import type { Verdict } from '../../../../shared/model.ts'
import type { RateRangeId } from './rateRanges.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

export const chartWords = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
}

export const rateRangeWords: Record<RateRangeId, { short: string; long: string }> = {
  '5min': { short: '5 min', long: 'Last 5 minutes' },
  '15min': { short: '15 min', long: 'Last 15 minutes' },
  '1h': { short: '1 h', long: 'Last hour' },
  '6h': { short: '6 h', long: 'Last 6 hours' },
  '24h': { short: '24 h', long: 'Last 24 hours' },
  '7d': { short: '7 days', long: 'Last 7 days' },
  '30d': { short: '30 days', long: 'Last 30 days' },
}

export const rateWords = {
  title: 'Deliveries over time',
  band: 'Rate',
  lead: (environment: string) =>
    `${environment}: verified deliveries above the line, all others below. Drag over a time span to see its deliveries.`,
  fold: 'Hide deliveries over time',
  unfold: 'Show deliveries over time',
  range: 'How far back',
  loading: 'the rate',
  empty: 'No deliveries in this time.',
  slider: 'Deliveries over time',
  keys: 'Arrow keys move through time, Shift selects a span, Enter shows its deliveries, Escape clears the selection.',
  tryAgain: 'Try again',
  leftOut: (words: string) => `Chart ignores "${words}"`,
  allTime: 'Show all times',
  count: deliveries,
  /** The range goes with the number: the list below may show another span of time, or follow words that are not counted. */
  total: (total: number, range: string) => `${deliveries(total)} in ${range}`,
  totalShort: (total: number, range: string) => `${groupDigits(total)} in ${range}`,
  /** The counts of a span: "12: 11 valid, 1 invalid". */
  holds: (total: number, parts: readonly string[]) =>
    total === 0
      ? 'nothing'
      : parts.length === 1
        ? (parts[0] ?? '')
        : `${countOf(total, 'delivery', 'deliveries')}: ${parts.join(', ')}`,
  part: (count: number, verdict: string) => `${groupDigits(count)} ${verdict}`,
  between: (from: string, to: string) => `${from} to ${to}`,
  at: (span: string, what: string) => `${span}, ${what}`,
  chosen: (span: string, count: number) => `${span}, ${deliveries(count)}`,
  chosenSpoken: (span: string, count: number) => `; selected: ${span}, ${deliveries(count)}. Enter shows them.`,
  caption: (range: string) => `Deliveries over time, ${range.toLowerCase()}, without empty spans`,
  columns: { span: 'Time', total: 'All' },
  utc: (iso: string) => `${iso} (UTC)`,
}

export const sharesWords = {
  label: (range: string) => `Verdicts, ${range.toLowerCase()}`,
  /** "Invalid: 12 deliveries, 3.4 %". */
  part: (name: string, count: number, percent: string) => `${name}: ${deliveries(count)}, ${percent}. Show them`,
}

/** The short names of verdicts in a table's head. */
export const verdictColumns: Record<Verdict, string> = {
  valid: 'Valid',
  'valid-previous': 'Previous secret',
  invalid: 'Invalid',
  unsigned: 'Unsigned',
  malformed: 'Malformed',
  'no-secret': 'No secret',
  'cannot-tell': 'Cannot tell',
}

/** How verdicts are called in the middle of a list. */
export const verdictInList: Record<Verdict, string> = {
  valid: 'valid',
  'valid-previous': 'valid with a previous secret',
  invalid: 'invalid',
  unsigned: 'unsigned',
  malformed: 'malformed',
  'no-secret': 'without a secret to check with',
  'cannot-tell': 'that cannot be checked',
}

/** Texts of the bar of an attempt's time. */
export const timingWords = {
  timing: 'Timing',
  notMeasured: 'not measured',
  queue: 'queued',
  connect: 'connected',
  untilEnd: 'until it ended',
  untilFirstByte: 'first byte',
  rest: 'rest read',
  wholeRequest: 'whole request',
  requestWithoutWait: 'request without the wait',
} as const
