import type { CheckOutcome, CheckSeverity } from '../../shared/wireTypes.ts'
import type { EffectCounter } from './effects.ts'
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
export function fitOf({ sending: { expect, wire, request }, answer: { status, problem } }: Sent): Fit {
  if (problem === 'LEFT') return 'fits'
  // A crash looks like a refusal where our own side broke off.
  if (status === null) return wire?.cutAt === undefined ? 'silent' : 'fits'
  const isTaken = status >= 200 && status < 300
  if (expect === 'accepted') return isTaken ? 'fits' : 'fails'
  // 501 is a clear refusal of a method (RFC 9110, 15.6.2), and what Python's http.server answers.
  if (status === 501 && request.method !== 'POST') return 'fits'
  if (status >= 500) return 'crashed'
  if (status >= 300 && status < 400) return 'redirected'
  if (expect === 'handled') return 'fits'
  return isTaken ? 'fails' : 'fits'
}

/** The effects of a probe as they were counted. */
export interface Effects {
  most: number
  /** Without a count there is no pass. */
  needed: boolean
  by: EffectCounter['by'] | null
  counted: number | 'not-counted' | 'unreadable' | 'never-asked'
}

/** Judges what a probe sent by its answers and effects. Pure. @param effects null where the probe has none to count */
export function judge(
  probe: Probe,
  subject: Subject,
  sent: readonly Sent[],
  all: readonly Sent[],
  effects: Effects | null,
): Judgement {
  const fits = sent.map((each) => ({ each, fit: fitOf(each) }))
  const unfit = fits.filter(({ fit }) => fit !== 'fits').map(({ each }) => each)
  const failed = fits.some(({ each, fit }) => fit === 'fails' || (fit !== 'fits' && each.sending.expect !== 'refused'))
  if (failed) return { outcome: 'fail', severity: probe.severity, detail: describe(unfit), unfit }
  const more = probe.judge?.(sent, subject, all) ?? null
  if (more?.outcome === 'fail') return ofFinding(probe, more, unfit)
  const wrongEffects = effects === null ? null : wrongCount(effects)
  if (wrongEffects !== null) {
    const shown = wrongEffects.tooMany ? sent.slice(0, 1) : sent.slice(-1)
    return { outcome: 'fail', severity: probe.severity, detail: wrongEffects.detail, unfit: shown }
  }
  // What a probe found itself says more than how a forgery was refused.
  if (more?.outcome === 'warning') return ofFinding(probe, more, unfit)
  if (unfit.length > 0 && more?.outcome !== 'pass')
    return { outcome: 'warning', severity: atMostMedium(probe), detail: describe(unfit), unfit }
  if (more?.outcome === 'inconclusive') return ofFinding(probe, more, unfit)
  if (effects?.needed === true && typeof effects.counted !== 'number')
    return { outcome: 'inconclusive', severity: probe.severity, detail: whyUnknown[effects.counted], unfit }
  return { outcome: 'pass', severity: probe.severity, detail: more?.detail ?? null, unfit }
}

function wrongCount({ most, needed, by, counted }: Effects): { tooMany: boolean; detail: string } | null {
  if (typeof counted !== 'number') return null
  const right = `${most} ${most === 1 ? 'is' : 'are'} right`
  if (counted > most) {
    const detail =
      by === 'program'
        ? `${counted} ${counted === 1 ? 'effect was' : 'effects were'} counted where ${right}.`
        : `The handler fetched the object for ${counted} ${counted === 1 ? 'delivery' : 'deliveries'} where ${right}.`
    return { tooMany: true, detail }
  }
  if (!needed || counted === most) return null
  const seen = by === 'program' ? 'No effect was counted' : 'The handler did not fetch the object'
  return { tooMany: false, detail: `${seen}, so the delivery was lost.` }
}

const whyUnknown = {
  'not-counted':
    'All were answered 2xx, but the status does not show how often the work was done. Count it with --effects, or let the handler fetch its objects from the sandbox.',
  unreadable: 'All were answered 2xx, but the effects could not be counted this time.',
  'never-asked':
    'The handler never fetched an object from the sandbox, so this shows nothing of its work. Configure the sandbox’s address and password in the handler, or count its work with --effects.',
} as const

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
  // A name such as sha1 or application/json keeps its spelling.
  const first = /^[a-z]+ /.test(text) ? text.slice(0, 1).toUpperCase() : text.slice(0, 1)
  return `${first}${text.slice(1)}${rest > 0 ? `; and ${rest} more` : ''}.`
}
