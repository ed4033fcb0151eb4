import type { CheckGroup, CheckSeverity } from '../../../shared/wireTypes.ts'
import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { Subject } from './subject.ts'
import type { Answer } from '../wire/exchange.ts'
import type { WireForm } from '../wire/wireForm.ts'

/** `accepted`: 2xx. `refused`: 4xx. `handled`: either; only a crash, a redirect or silence is wrong. */
export type Expectation = 'accepted' | 'refused' | 'handled'

/** One request that a probe sends. */
export interface Sending {
  /** Names the difference: "body pretty-printed". */
  what: string
  request: UnsignedRequest
  expect: Expectation
  wire?: WireForm
}

/** The requests of a probe, and their order. */
export interface Plan {
  sendings: readonly Sending[]
  /** All at the same time, or one after the other on one connection. */
  order?: 'at-once' | 'one-connection'
}

/** The result of a probe's own judgement, where "2xx or 4xx" does not say it all. */
export interface Finding {
  outcome: 'pass' | 'fail' | 'warning' | 'inconclusive'
  /** The observation in few words: "slowest answer after 2,900 ms"; null where a pass has nothing to add. */
  detail: string | null
  /** The exchange that shows it, also one of another probe. */
  at?: Sent | undefined
  /** Replace those of the probe where another thing was seen than the probe looks for. */
  fault?: string
  change?: string
  severity?: CheckSeverity
}

export interface Sent {
  sending: Sending
  answer: Answer
}

/** The effects of one probe, or why there is no number. */
export type Counted =
  | number
  /** Nothing counts. */
  | 'not-counted'
  | 'unreadable'
  /** The number still changed when the wait was over. */
  | 'unsettled'
  /** The valid deliveries of the baseline did not change the number. */
  | 'no-effect'
  /** They changed it, but not by the same number each. */
  | 'uneven'
  /** The handler never asked the sandbox. */
  | 'never-asked'

/** One question to a handler, as data. Its texts are for people; nothing decides by them. */
export interface Probe {
  name: string
  group: CheckGroup
  severity: CheckSeverity
  /** Where the demand is from. */
  source: string
  /** The requests in a few words. */
  title: string
  /** The sentence of a pass. */
  good: string
  /** The sentence of a failure. */
  fault: string
  /** The change after a failure. */
  change: string
  /** It may end the handler: a valid delivery is sent after it. */
  risky?: true
  /** Effects that all of it together may have, where effects can be counted. */
  effects?: number
  /** Without a count of effects there is no pass: the status alone does not show it. */
  needsEffects?: true
  /** Can be asked only where effects are the requests for an object; other counts are measured by it, so it cannot be left out then. */
  followUps?: true
  /** Says nothing when this probe failed, because it sends the same thing and more. */
  needs?: string
  /** Why it cannot be asked here, as a sentence; null when it can. */
  skipReason?(subject: Subject): string | null
  plan(subject: Subject): Plan
  /** Judges answers and effects in place of the usual rules; null: those hold. */
  judgeAll?(sent: readonly Sent[], counted: Counted, subject: Subject, all: readonly Sent[]): Finding | null
  /** Judges the answers beyond their status. @param all every exchange of the run up to now */
  judge?(sent: readonly Sent[], subject: Subject, all: readonly Sent[]): Finding | null
}
