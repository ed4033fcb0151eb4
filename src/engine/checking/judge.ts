import type { CheckOutcome, CheckSeverity } from '../../shared/wireTypes.ts'
import type { Finding, Probe, Sent } from './subject/probe.ts'
import type { Subject } from './subject/subject.ts'

/** What one probe showed. Sentences are made from it at the edge. */
export interface Judgement {
  outcome: CheckOutcome
  severity: CheckSeverity
  /** What was seen, in few words; null for a pass that has nothing to add. */
  detail: string | null
  /** Those that did not get the right answer. */
  unfit: readonly Sent[]
}

type Fit = 'fits' | 'fails' | 'crashed' | 'redirected' | 'silent'

/** Whether an answer is what was expected; pure. */
export function fitOf({ sending: { expect, wire }, answer: { status, problem } }: Sent): Fit {
  if (problem === 'LEFT') return 'fits'
  // A crash looks like a refusal where our own side broke off.
  if (status === null) return wire?.cutAt === undefined ? 'silent' : 'fits'
  const isTaken = status >= 200 && status < 300
  if (expect === 'accepted') return isTaken ? 'fits' : 'fails'
  if (status >= 500) return 'crashed'
  if (status >= 300 && status < 400) return 'redirected'
  if (expect === 'handled') return 'fits'
  return isTaken ? 'fails' : 'fits'
}

/** Judges what a probe sent by its answers and effects. Pure. @param effects how many were counted; null where they cannot be */
export function judge(
  probe: Probe,
  subject: Subject,
  sent: readonly Sent[],
  all: readonly Sent[],
  effects: { most: number; counted: number | null; needed: boolean } | null,
): Judgement {
  const fits = sent.map((each) => ({ each, fit: fitOf(each) }))
  const unfit = fits.filter(({ fit }) => fit !== 'fits').map(({ each }) => each)
  const failed = fits.some(({ each, fit }) => fit === 'fails' || (fit !== 'fits' && each.sending.expect !== 'refused'))
  if (failed) return { outcome: 'fail', severity: probe.severity, detail: describe(unfit), unfit }
  const more = probe.judge?.(sent, subject, all) ?? null
  if (more?.outcome === 'fail') return ofFinding(probe, more, unfit)
  const counted = effects?.counted ?? null
  if (effects !== null && counted !== null && counted > effects.most) {
    const detail = `${counted} effects were counted where ${effects.most} ${effects.most === 1 ? 'is' : 'are'} right.`
    return { outcome: 'fail', severity: probe.severity, detail, unfit: sent.slice(0, 1) }
  }
  if (effects !== null && counted !== null && effects.needed && counted < effects.most)
    return {
      outcome: 'fail',
      severity: probe.severity,
      detail: 'No effect was counted, so the delivery was lost.',
      unfit: sent.slice(-1),
    }
  if (unfit.length > 0) return { outcome: 'warning', severity: atMostMedium(probe), detail: describe(unfit), unfit }
  if (more !== null && more.outcome !== 'pass') return ofFinding(probe, more, unfit)
  if (effects?.needed === true && counted === null) {
    const detail =
      'All were answered 2xx, but the status does not show how often the work was done. Count it with --effects.'
    return { outcome: 'inconclusive', severity: probe.severity, detail, unfit }
  }
  return { outcome: 'pass', severity: probe.severity, detail: more?.detail ?? null, unfit }
}

function ofFinding(probe: Probe, { outcome, detail }: Finding, unfit: readonly Sent[]): Judgement {
  return { outcome, severity: outcome === 'warning' ? atMostMedium(probe) : probe.severity, detail, unfit }
}

/** Refused by a crash or in silence is refused: worth knowing, and no hole. */
function atMostMedium({ severity }: Probe): CheckSeverity {
  return severity === 'low' ? 'low' : 'medium'
}

const expectations = { accepted: '2xx', refused: '4xx', handled: '2xx or 4xx' } as const
/** More than this many are summed up. */
const mostNamed = 4

function describe(unfit: readonly Sent[]): string {
  const named = unfit.slice(0, mostNamed).map(({ sending: { what, expect }, answer: { status, problem } }) => {
    const came = status === null ? `no answer (${problem ?? 'closed'})` : String(status)
    return `${what}: ${came} instead of ${expectations[expect]}`
  })
  const rest = unfit.length - named.length
  const text = named.join('; ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${rest > 0 ? `; and ${rest} more` : ''}.`
}
