import type { CheckOutcome, CheckSeverity } from '../../shared/wireTypes.ts'
import type { EffectCounter } from './effects.ts'
import type { Counted, Finding, Probe, Sent } from './subject/probe.ts'
import type { Subject } from './subject/subject.ts'

/**
 * The kind of thing that was wrong. `taken`: a forgery got 2xx and may have had an effect; `without-effect`: it got
 * 2xx, and the count shows that it had none; `acted`: it was refused, but had an effect; `refused`: a valid
 * delivery got no 2xx; `unsteady`: not the same when it was sent again; `found`: by the probe's own judgement.
 */
export type Kind =
  | 'nothing'
  | 'taken'
  | 'without-effect'
  | 'acted'
  | 'refused'
  | 'crashed'
  | 'redirected'
  | 'silent'
  | 'too-many'
  | 'lost'
  | 'found'
  | 'died'
  | 'unsteady'

/** The judgement of one probe; `resultOf` turns it into sentences. */
export interface Judgement {
  outcome: CheckOutcome
  severity: CheckSeverity
  kind: Kind
  /** The observation; null for a pass without one. */
  detail: string | null
  /** Exchanges with a wrong answer. */
  unfit: readonly Sent[]
  /** Replace those of the probe. */
  fault?: string | undefined
  change?: string | undefined
}

/** A probe that was sent, with its effects. */
export interface Attempt {
  sent: readonly Sent[]
  counted: Counted
}

export interface Context {
  subject: Subject
  /** All exchanges of the run up to now. */
  all: readonly Sent[]
  by: EffectCounter['by'] | null
}

type Fit = 'fits' | 'refused' | 'taken' | 'crashed' | 'redirected' | 'silent'

/** Whether an answer is what was expected; pure. */
export function fitOf({ sending: { expect, wire, request }, answer: { status, problem } }: Sent): Fit {
  if (problem === 'LEFT') return 'fits'
  // An aborted upload can look like a crash.
  if (status === null) return wire?.cutAt === undefined ? 'silent' : 'fits'
  const isTaken = status >= 200 && status < 300
  if (expect === 'accepted') return isTaken ? 'fits' : 'refused'
  // 501 is a clear refusal of a method (RFC 9110, 15.6.2), and what Python's http.server answers.
  if (status === 501 && request.method !== 'POST') return 'fits'
  if (status >= 500) return 'crashed'
  if (status >= 300 && status < 400) return 'redirected'
  if (expect === 'handled') return 'fits'
  return isTaken ? 'taken' : 'fits'
}

/** Whether the effects of a probe have to be counted after it was answered; pure. */
export function isCountNeeded({ effects }: Probe, sent: readonly Sent[]): boolean {
  return effects !== undefined || sent.some((each) => fitOf(each) === 'taken')
}

/** Judges what a probe sent once by its answers and effects. Pure. */
export function judgeAttempt(probe: Probe, { sent, counted }: Attempt, { subject, all, by }: Context): Judgement {
  const own = probe.judgeAll?.(sent, counted, subject, all) ?? null
  if (own !== null) return ofFinding(probe, own, kindOfFound(own, counted, probe), [])
  const fits = sent.map((each) => ({ each, fit: fitOf(each) }))
  const unfit = fits.filter(({ fit }) => fit !== 'fits').map(({ each }) => each)
  const has = (wanted: Fit) => fits.some(({ fit }) => fit === wanted)
  const base = { severity: probe.severity, detail: unfit.length > 0 ? describe(unfit) : null, unfit }
  if (has('taken')) {
    // Some handlers answer 2xx before they verify; the count shows no effect.
    const harmless = counted === 0
    if (harmless) return { ...base, outcome: 'warning', severity: atMostMedium(probe), kind: 'without-effect' }
    return { ...base, outcome: 'fail', kind: 'taken', detail: `${describe(unfit)}${effectsOf(counted)}` }
  }
  const kind = (['refused', 'crashed', 'redirected', 'silent'] as const).find(has)
  if (kind !== undefined && fits.some(({ each, fit }) => fit !== 'fits' && each.sending.expect !== 'refused'))
    return { ...base, outcome: 'fail', kind }
  const more = probe.judge?.(sent, subject, all) ?? null
  if (more?.outcome === 'fail') return ofFinding(probe, more, 'found', unfit)
  const wrong = wrongCount(probe, counted, by)
  if (wrong !== null) {
    const shown = wrong.kind === 'lost' ? sent.slice(-1) : sent.slice(0, 1)
    return { outcome: 'fail', severity: probe.severity, kind: wrong.kind, detail: wrong.detail, unfit: shown }
  }
  // The probe's own finding is more specific than the kind of refusal.
  if (more?.outcome === 'warning') return ofFinding(probe, more, 'found', unfit)
  if (kind !== undefined && more?.outcome !== 'pass')
    return { ...base, outcome: 'warning', severity: atMostMedium(probe), kind }
  if (more?.outcome === 'inconclusive') return ofFinding(probe, more, 'nothing', unfit)
  if (probe.needsEffects === true && typeof counted !== 'number')
    return { ...base, outcome: 'inconclusive', kind: 'nothing', detail: unknownCountSentences[counted] }
  return { ...base, outcome: 'pass', kind: 'nothing', detail: more?.detail ?? null }
}

/**
 * Joins the judgements of a probe that failed and was repeated. Reports only what was wrong both times. Pure.
 */
export function confirmed(probe: Probe, first: Judgement, second: Judgement): Judgement {
  if (first.kind !== second.kind) return unsteady(probe, first, second)
  if (!byAnswers.has(first.kind)) return first
  const again = new Set(second.unfit.map(({ sending }) => sending.what))
  const unfit = first.unfit.filter(({ sending }) => again.has(sending.what))
  if (unfit.length === 0) return unsteady(probe, first, second)
  return unfit.length === first.unfit.length ? first : { ...first, unfit, detail: describe(unfit) }
}

/** The judgement of a probe after which no valid delivery is accepted. Pure. @param status of the last answer; null without one */
export function deathOf({ detail, unfit }: Judgement, status: number | null): Judgement {
  const fault =
    status === null
      ? 'The handler ends at this probe: the valid delivery after it was not answered.'
      : `After this probe the handler answers ${status} to valid deliveries.`
  return { outcome: 'fail', severity: 'critical', kind: 'died', fault, detail, unfit }
}

/** The judgement of a probe after which a valid delivery was refused once. Pure. */
export function hiccupOf({ severity }: Probe, { unfit }: Judgement): Judgement {
  const detail = 'The valid delivery after it was refused at first, and accepted when it was sent again.'
  return { outcome: 'inconclusive', severity, kind: 'unsteady', detail, unfit }
}

/** The judgement of a probe that was not sent. Pure. */
export function unsent({ severity }: Probe, outcome: 'not-applicable' | 'inconclusive', why: string): Judgement {
  return { outcome, severity, kind: 'nothing', detail: why, unfit: [] }
}

export function isWrong({ outcome }: Judgement): boolean {
  return outcome === 'fail' || outcome === 'warning'
}

const byAnswers: ReadonlySet<Kind> = new Set<Kind>(['refused', 'crashed', 'redirected', 'silent', 'without-effect'])

function unsteady(probe: Probe, first: Judgement, second: Judgement): Judgement {
  const then =
    second.outcome === 'pass' ? 'Sent again, it was right.' : `Sent again: ${second.detail ?? 'another result.'}`
  return {
    outcome: 'inconclusive',
    severity: probe.severity,
    kind: 'unsteady',
    detail: `${first.detail ?? 'Something was wrong.'} ${then}`,
    unfit: first.unfit,
  }
}

function effectsOf(counted: Counted): string {
  if (typeof counted !== 'number') return ''
  return ` ${counted} ${counted === 1 ? 'effect was' : 'effects were'} counted.`
}

function wrongCount(
  { effects: max = 0, needsEffects, effects }: Probe,
  counted: Counted,
  by: Context['by'],
): { kind: 'acted' | 'too-many' | 'lost'; detail: string } | null {
  if (typeof counted !== 'number' || effects === undefined) return null
  const right = `${max} ${max === 1 ? 'is' : 'are'} right`
  if (counted > max) {
    const detail =
      by === 'program'
        ? `${counted} ${counted === 1 ? 'effect was' : 'effects were'} counted where ${right}.`
        : `The handler fetched the object for ${counted} ${counted === 1 ? 'delivery' : 'deliveries'} where ${right}.`
    return { kind: max === 0 ? 'acted' : 'too-many', detail }
  }
  if (needsEffects !== true || counted === max) return null
  const seen = by === 'program' ? 'No effect was counted' : 'The handler did not fetch the object'
  return { kind: 'lost', detail: `${seen}, so the delivery was lost.` }
}

/** Sentences for a missing count, where all answers were right. */
export const unknownCountSentences: Readonly<Record<Exclude<Counted, number>, string>> = {
  'not-counted':
    'All were answered 2xx, but the status does not show how often the work was done. Count it with --effects, or let the handler fetch its objects from the sandbox.',
  unreadable: 'All were answered 2xx, but the effects could not be counted this time.',
  unsettled:
    'All were answered 2xx, but the effects were still changing when the wait was over. Set --settle to the time that the work takes.',
  'no-effect':
    'All were answered 2xx, but the valid deliveries of the baseline changed no count in time, so a count shows nothing. Check the command of --effects; if the work takes longer, set --settle.',
  uneven:
    'All were answered 2xx, but the valid deliveries of the baseline did not change the count evenly, so a count shows nothing. Count something that grows with each delivery.',
  'never-asked':
    'The handler never fetched an object from the sandbox, so its work could not be counted. Configure the sandbox’s address and password in the handler, or count its work with --effects.',
}

function ofFinding(probe: Probe, finding: Finding, kind: Kind, unfit: readonly Sent[]): Judgement {
  const { outcome, detail, fault, change, severity, at } = finding
  const usual = outcome === 'warning' ? atMostMedium(probe) : probe.severity
  const shown = at === undefined || unfit.includes(at) ? unfit : [at, ...unfit]
  return { outcome, severity: severity ?? usual, kind, detail, unfit: shown, fault, change }
}

function kindOfFound({ outcome }: Finding, counted: Counted, { effects = 0 }: Probe): Kind {
  if (outcome === 'pass' || outcome === 'inconclusive') return 'nothing'
  if (typeof counted === 'number' && counted > effects) return 'too-many'
  return typeof counted === 'number' && counted < effects ? 'lost' : 'found'
}

/** A crash or a missing answer is a refusal, so it is at most of medium severity. */
function atMostMedium({ severity }: Probe): CheckSeverity {
  return severity === 'low' ? 'low' : 'medium'
}

const expectations = { accepted: '2xx', refused: '4xx', handled: '2xx or 4xx' } as const
/** Maximum exchanges that are named; the rest is counted. */
const maxNamed = 4

function describe(unfit: readonly Sent[]): string {
  const named = unfit.slice(0, maxNamed).map(({ sending: { what, expect }, answer: { status, problem } }) => {
    const came = status === null ? `no answer (${problem ?? 'closed'})` : String(status)
    return `${what}: ${came} instead of ${expectations[expect]}`
  })
  const rest = unfit.length - named.length
  const text = named.join('; ')
  // A name such as sha1 or application/json keeps its spelling.
  const first = /^[a-z]+ /.test(text) ? text.slice(0, 1).toUpperCase() : text.slice(0, 1)
  return `${first}${text.slice(1)}${rest > 0 ? `; and ${rest} more` : ''}.`
}
