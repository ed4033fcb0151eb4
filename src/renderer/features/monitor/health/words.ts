import type { LatencyLeg } from '../../../../shared/codes/latencyLegs.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

export const legNames: Record<LatencyLeg, string> = {
  sentToReceived: 'Sent → received',
  receivedToCommitted: 'Received → saved',
  committedToAnswered: 'Saved → answered',
  receivedToAnswered: 'Received → answered',
  receivedToFetched: 'Received → fetched',
}

export const latencyWords = {
  title: 'Latency',
  lead: (environment: string, minMeasured: Record<'p50' | 'p95' | 'p99', number>) =>
    `${environment}: half of the deliveries took at most p50, 95 % at most p95, 99 % at most p99. Shown from ${minMeasured.p50}, ${minMeasured.p95} and ${minMeasured.p99} deliveries on.`,
  deliveriesOf: 'Deliveries of',
  spans: { all: 'All', day: 'Last 24 hours', hour: 'Last hour' },
  loading: 'the latency',
  tryAgain: 'Try again',
  nothing: 'Nothing to measure yet. Only deliveries with a valid signature are measured.',
  unprovenShort: (count: number) => `${deliveries(count)} unverified, so not counted.`,
  leg: 'Stage',
  counted: deliveries,
  from: 'from',
  to: 'to',
  /** @param isCut there may be older ones in this time that were not measured */
  window: (window: number, isCut: boolean) =>
    isCut ? `only the newest ${groupDigits(window)} are measured.` : 'all in this time.',
  unproven: (count: number) => `${deliveries(count)} unverified, so not counted.`,
  table: (leg: string) => `Latency, ${leg}`,
  columns: {
    type: 'Type',
    deliveries: 'Deliveries',
    late: 'Late',
    repeated: 'Repeated',
    p50: 'p50',
    p95: 'p95',
    p99: 'p99',
  },
  late: (count: number) => `${groupDigits(count)} late`,
  notMeasured: 'not measured',
  tooFew: (count: number) => `too few: ${groupDigits(count)}`,
  none: '–',
  all: 'All',
  noType: 'no type',

  legs: 'Stages, all types',
  types: (leg: string) => `${leg}, by type`,
  legsKeys: 'Arrow keys move between stages, Enter shows the types of one.',
  typesKeys: 'Arrow keys move between types.',
  half: 'p50',
  most: 'p95',
  nearlyAll: 'p99',
  limit: (ms: number) => `${formatDuration(ms)}, the sender’s time limit`,
  /** Tooltip of a row. */
  row: (name: string, parts: readonly string[], count: number) => `${name}: ${parts.join(', ')}; ${deliveries(count)}`,
  percentile: (name: string, duration: string) => `${name} ${duration}`,
  micros: (ms: number) => `${Math.round(ms * 1000)} µs`,
  rowWithout: (name: string, why: string) => `${name}: ${why}`,
}
