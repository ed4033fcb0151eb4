import { fitOf, type Judgement, type Kind } from './judge.ts'
import type { Probe, Sent } from './subject/probe.ts'

/** A probe with its own judgement. */
export interface Judged {
  probe: Probe
  judgement: Judgement
  /** The exchanges of its first run. */
  sent: readonly Sent[]
}

/** Returns the name of the probe whose finding explains this one; null if there is none. */
type Rule = (each: Judged, all: readonly Judged[]) => string | null

/**
 * Maps each probe that only repeats another finding to the probe with the cause, by name. One cause is one finding. Pure.
 */
export function causesOf(judged: readonly Judged[]): ReadonlyMap<string, string> {
  const follows = new Map<string, string>()
  for (const each of judged) {
    if (each.judgement.outcome === 'pass' || each.judgement.outcome === 'not-applicable') continue
    for (const rule of rules) {
      const cause = rule(each, judged)
      if (cause === null || cause === each.probe.name) continue
      follows.set(each.probe.name, cause)
      break
    }
  }
  const rootOf = (name: string): string => {
    const cause = follows.get(name)
    return cause === undefined ? name : rootOf(cause)
  }
  return new Map([...follows].map(([name, cause]) => [name, rootOf(cause)]))
}

/**
 * Marks the baseline as unsteady if valid deliveries were answered differently in the run. Pure.
 * @param missed valid deliveries that were accepted only when they were sent again
 */
export function withSteadiness(judged: readonly Judged[], missed: readonly Sent[]): Judged[] {
  const inProbes = judged
    .filter((each) => isOfKind(each, 'unsteady') && each.probe.name !== 'fifty-at-once')
    .flatMap(({ judgement: { unfit } }) => unfit.filter(({ answer: { status } }) => status === null || status >= 300))
  const unfit = [...missed, ...inProbes]
  if (unfit.length === 0) return [...judged]
  const statuses = [
    ...new Set(unfit.map(({ answer: { status, problem } }) => status ?? `no answer (${problem ?? 'closed'})`)),
  ]
  const unsteady: Judgement = {
    outcome: 'warning',
    severity: 'high',
    kind: 'unsteady',
    fault: 'Deliveries are not answered the same way each time.',
    detail: `${unfit.length} had another answer when ${unfit.length === 1 ? 'it was' : 'they were'} sent again; the first was ${statuses.join(', ')}.`,
    change: 'Look for intermittent failures in the handler’s log: its single answers prove nothing.',
    unfit,
  }
  return judged.map((each) =>
    each.probe.name === 'valid' && each.judgement.outcome === 'pass' ? { ...each, judgement: unsteady } : each,
  )
}

const isForged = ({ probe: { group } }: Judged) => group === 'forged' || group === 'time'
const isOfKind = ({ judgement }: Judged, ...kinds: readonly Kind[]) => kinds.includes(judgement.kind)

/** The first probe, of these names where there are some, for which the test holds. */
function nameOf(all: readonly Judged[], test: (each: Judged) => boolean, ...names: readonly string[]): string | null {
  const found =
    names.length === 0
      ? all.find(test)
      : names.flatMap((name) => all.filter(({ probe }) => probe.name === name)).find(test)
  return found?.probe.name ?? null
}

/** A finding of one probe explains the same kind of finding of others. */
function sameKind(kind: Kind, cause: string, others: readonly string[]): Rule {
  return (each, all) =>
    others.includes(each.probe.name) && isOfKind(each, kind) ? nameOf(all, (one) => isOfKind(one, kind), cause) : null
}

const rewrites = ['layout', 'escapes', 'numbers', 'keys']
const spellings: ReadonlySet<string> = new Set([...rewrites, 'text', 'bytes', 'content-type', 'dates'])

/** By priority. A rule names only causes that come earlier in this list. */
const rules: readonly Rule[] = [
  (each, all) =>
    isOfKind(each, 'died') || (isForged(each) && isOfKind(each, 'silent'))
      ? nameOf(all, (one) => isOfKind(one, 'died'))
      : null,
  // Single answers of an unsteady handler prove nothing.
  (each, all) => {
    if (!isOfKind(each, 'unsteady') && !isAnsweredLikeUnsteady(each, all)) return null
    return nameOf(all, ({ judgement }) => judgement.kind === 'unsteady', 'valid')
  },
  (each, all) => (isOfKind(each, 'redirected') ? nameOf(all, (one) => isOfKind(one, 'found'), 'plain-answer') : null),
  // A handler that accepts another secret does not compare signatures.
  (each, all) =>
    isForged(each) && isOfKind(each, 'taken') ? nameOf(all, (one) => isOfKind(one, 'taken'), 'forged') : null,
  (each, all) => {
    const isIt = (one: Judged) => isForged(one) && isOfKind(one, 'without-effect')
    return isIt(each) ? nameOf(all, isIt) : null
  },
  sameKind('taken', 'unsigned', ['empty-signature']),
  sameKind('taken', 'other-body', ['one-bit', 'signed-constant', 'reformatted']),
  sameKind('taken', 'beginning-only', ['wrong-lengths']),
  sameKind('taken', 'timestamp-edited', ['odd-timestamp']),
  sameKind('taken', 'old', ['future']),
  (each, all) => {
    if (!spellings.has(each.probe.name) || !isRefusedLikeForged(each, all)) return null
    return (
      nameOf(all, (one) => isOfKind(one, 'taken'), 'reformatted') ??
      nameOf(all, (one) => isRefusedLikeForged(one, all), ...rewrites)
    )
  },
  (each, all) => {
    const isIt = (one: Judged) => isForged(one) && isOfKind(one, 'crashed', 'silent')
    return isIt(each) ? (nameOf(all, isIt, 'forged', 'wrong-lengths') ?? nameOf(all, isIt)) : null
  },
  sameKind('too-many', 'twice', ['fifty-at-once', 'retry-after-break']),
  sameKind('lost', 'twice', ['fifty-at-once', 'retry-after-break']),
  // A finding in the answer to another probe belongs to that probe.
  ({ probe, judgement }, all) => {
    const [shown] = judgement.unfit
    if (probe.group !== 'answers' || judgement.kind !== 'found' || shown === undefined) return null
    return nameOf(all, (one) => isOfKind(one, 'refused') && one.judgement.unfit.includes(shown))
  },
  ({ probe, judgement }, all) =>
    judgement.outcome === 'inconclusive' && probe.needs !== undefined
      ? nameOf(all, (one) => one.judgement.outcome === 'fail', probe.needs)
      : null,
]

/** Refused with the status of forgeries: the signature did not match. */
function isRefusedLikeForged({ judgement }: Judged, all: readonly Judged[]): boolean {
  if (judgement.kind !== 'refused') return false
  const refusals = new Set(
    all
      .filter(isForged)
      .flatMap(({ sent }) => sent)
      .filter((each) => each.sending.expect === 'refused' && fitOf(each) === 'fits')
      .map(({ answer: { status } }) => status),
  )
  return judgement.unfit.every(({ answer: { status } }) => refusals.has(status))
}

/** Answered like the valid deliveries that were not accepted. */
function isAnsweredLikeUnsteady({ judgement }: Judged, all: readonly Judged[]): boolean {
  if (!['refused', 'crashed', 'silent'].includes(judgement.kind)) return false
  const statuses = new Set(
    all
      .filter((each) => isOfKind(each, 'unsteady'))
      .flatMap(({ judgement: { unfit } }) => unfit.map(({ answer: { status } }) => status)),
  )
  return judgement.unfit.length > 0 && judgement.unfit.every(({ answer: { status } }) => statuses.has(status))
}
