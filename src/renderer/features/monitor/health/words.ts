import type { LatencyLeg } from '../../../../shared/codes/latencyLegs.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Texts of the Health screen. */
export const healthWords = {
  title: 'Monitor',
  lead: "Whether everything works, how many deliveries come, and how long each leg of a delivery's way takes.",
  state: 'State',
  allGood: 'All good',
  nothingWrong: 'Nothing below needs attention.',
  lastCame: 'Last delivery',
  needAttention: (count: number) =>
    count === 1 ? '1 line below needs attention' : `${count} lines below need attention`,
  lastKnown: 'Hookscope is not reached: this is the last known state',
  lastDelivery: 'Last delivery',
  noneYet: 'none yet',
  runFailed: (environment: string) => `Run the failed follow-ups of ${environment} again`,
  openFailed: (id: string, environment: string) => `Open delivery ${id} of ${environment}, the last that failed`,
  ranFailed: (count: number) =>
    count === 0
      ? 'Nothing of this environment failed among the newest deliveries.'
      : `${countOf(count, 'follow-up')} queued. The inbox shows each result.`,
}

/** Texts about each part. */
export const factWords = {
  receiver: 'Receiver',
  listening: 'Listening',
  notListening: 'Does not listen',
  strays: (count: number) => `${countOf(count, 'request')} for no known path: answered 404 and not stored.`,
  store: 'Store',
  keeping: 'Keeps every delivery',
  notKeeping: 'Cannot keep deliveries now',
  search: 'Search',
  searchable: 'Up to date',
  behind: (count: number) => `Rebuilding, ${deliveries(count)} to go`,
  behindNote: (count: number, isStoring: boolean) =>
    `${count === 1 ? 'It is' : 'They are'} stored, and will be listed ${isStoring ? 'soon' : 'once the store works again'}.`,
  deliveries: 'Deliveries',
  stored: (count: number, recent: number, ms: number) =>
    `${groupDigits(count)} stored in all environments; ${groupDigits(recent)} came within the last ${formatDuration(ms)}`,
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
  receivedToCommitted: 'Received → committed',
  committedToAnswered: 'Committed → answered',
  receivedToAnswered: 'Received → answered',
  receivedToFetched: 'Received → fetched',
}

export const latencyWords = {
  title: 'Latency',
  lead: (environment: string) =>
    `Of ${environment}. Half of the deliveries took at most p50, 95 % at most p95, 99 % at most p99.`,
  deliveriesOf: 'Deliveries of',
  spans: { all: 'All', day: 'Last 24 hours', hour: 'Last hour' },
  loading: 'the times',
  tryAgain: 'Try again',
  nothing: 'Nothing to measure yet: times are taken of deliveries whose signature is valid.',
  unprovenShort: (count: number) => `${deliveries(count)} without proof left out.`,
  leg: 'Leg of the way',
  counted: deliveries,
  from: 'from',
  to: 'to',
  /** @param isCut there may be older ones in this time that were not measured */
  window: (window: number, isCut: boolean) =>
    isCut ? `only the newest ${groupDigits(window)} are measured, older ones are left out.` : 'all in this time.',
  unproven: (count: number) => `${deliveries(count)} left out: without verification, the times cannot be trusted.`,
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
  all: 'All',
  noType: 'no type',

  legs: 'Stages, all types',
  types: (leg: string) => `${leg}, by type`,
  legsKeys: 'Arrow keys move from leg to leg, Enter shows its types.',
  typesKeys: 'Arrow keys move from type to type.',
  half: 'p50',
  most: 'p95',
  nearlyAll: 'p99',
  limit: (ms: number) => `${formatDuration(ms)}, the sender’s time limit`,
  /** Tooltip of a row. */
  row: (name: string, half: string, most: string, nearlyAll: string, count: number) =>
    `${name}: p50 ${half}, p95 ${most}, p99 ${nearlyAll}; ${deliveries(count)}`,
  micros: (ms: number) => `${Math.round(ms * 1000)} µs`,
  rowNotMeasured: (name: string) => `${name}: not measured`,
}
