import type { LatencyLeg } from '../../../../shared/codes/latencyLegs.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Texts of the Health screen. */
export const healthWords = {
  title: 'Monitor',
  lead: 'What works, how many deliveries arrive, and how long they take.',
  state: 'State',
  allGood: 'All good',
  lastCame: 'Last delivery',
  needAttention: (count: number) =>
    count === 1 ? '1 line below needs attention' : `${count} lines below need attention`,
  lastKnown: 'Hookscope cannot be reached. This is the last known state',
  lastDelivery: 'Last delivery',
  noneYet: 'none yet',
  runFailed: (environment: string) => `Retry failed follow-ups of ${environment}`,
  openFailed: (id: string, environment: string) => `Open delivery ${id} of ${environment}, the last failure`,
  ranFailed: (count: number) =>
    count === 0
      ? 'None of the newest deliveries of this environment failed.'
      : `${countOf(count, 'follow-up')} queued. The inbox shows each result.`,
}

/** Texts about each part. */
export const factWords = {
  receiver: 'Receiver',
  listening: 'Listening',
  notListening: 'Not listening',
  strays: (count: number) => `${countOf(count, 'request')} for unknown paths: answered 404 and not stored.`,
  store: 'Store',
  keeping: 'Stores every delivery',
  notKeeping: 'Cannot store deliveries',
  search: 'Search',
  searchable: 'Up to date',
  behind: (count: number) => `Rebuilding, ${deliveries(count)} to go`,
  behindNote: (count: number, isStoring: boolean) =>
    `${count === 1 ? 'It is' : 'They are'} stored, and listed ${isStoring ? 'soon' : 'once the store works again'}.`,
  deliveries: 'Deliveries',
  stored: (count: number, recent: number, ms: number) =>
    count === 0
      ? 'None stored yet'
      : `${groupDigits(count)} stored in all environments, ${groupDigits(recent)} in the last ${formatDuration(ms)}`,
  followUps: 'Follow-ups',
  followUpsOf: (waiting: number, failed: number, withoutCredentials: number) =>
    [
      `${groupDigits(waiting)} waiting`,
      `${groupDigits(failed)} failed`,
      ...(withoutCredentials === 0 ? [] : [`${groupDigits(withoutCredentials)} skipped without credentials`]),
    ].join(', '),
  forwarding: 'Forwarding',
  noRules: 'No rules in this environment',
  rulesHere: (count: number) => `${countOf(count, 'rule')} on in this environment`,
  rulesOn: (count: number) => `${countOf(count, 'rule')} on`,
  rule: (name: string, state: string) => `${name}: ${state}`,
  publicUrl: 'Public URL',
  webhook: 'Webhook at the service',
  simulated: 'Simulated failures',
  noneSimulated: 'None',
  simulatedNote: (names: string) => `${names}. Senders get the answers of these rules.`,
  givenUp: (count: number) => `${deliveries(count)} given up`,
  givenUpBy: (rule: string, environment: string, count: number) => `${rule} of ${environment}: ${groupDigits(count)}.`,
  givenUpNext: 'Once your app accepts deliveries again, catch up under Forward.',
}

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
