import { webPageSentences } from '../../shared/words/sending/checks.ts'
import type { EffectCounter } from './effects.ts'
import type { Judged } from './foldFindings.ts'
import { fitOf, judgeAttempt, type Judgement } from './judge.ts'
import { unsignedDelivery } from './mistakes.ts'
import { sending } from './probes/parts.ts'
import type { Prober } from './prober.ts'
import { explainRefusal, type Refusal } from './refusedBaseline.ts'
import type { Probe, Sent } from './subject/probe.ts'
import type { Subject } from './subject/subject.ts'

interface Baseline {
  judged: Judged
  /** Why the run stops; null if the valid deliveries were accepted. */
  refusal: Refusal | null
}

/**
 * Sends the valid deliveries of the baseline, from which the counter learns. A refused one is sent again before it is
 * reported; an answer that is a web page does not count as accepted.
 */
export async function runBaseline(
  probe: Probe,
  subject: Subject,
  prober: Prober,
  effects: EffectCounter | undefined,
): Promise<Baseline> {
  const sent: Sent[] = []
  const deliver = async (each: Sent['sending']) => {
    const one = await prober.one(each)
    sent.push(one)
    return fitOf(one) === 'fits'
  }
  const { sendings } = probe.plan(subject)
  if (effects?.learn === undefined) for (const each of sendings) await deliver(each)
  else await effects.learn(sendings.map((each) => async () => deliver(each)))
  const judgement = judgeAttempt(probe, { sent, counted: 'not-counted' }, { subject, all: prober.all, by: null })
  const judged = { probe, judgement, sent }
  const refused = sent.find((each) => fitOf(each) !== 'fits')
  if (refused === undefined) return ofPage(judged, subject, prober)
  const anyTaken = sent.some((each) => fitOf(each) === 'fits')
  if (anyTaken && (await acceptsMore(subject, prober))) {
    prober.missed.push(refused)
    return {
      judged: { ...judged, judgement: { ...judgement, outcome: 'pass', kind: 'nothing', detail: null } },
      refusal: null,
    }
  }
  const refusal = await explainRefusal(subject, prober, refused, anyTaken)
  return { judged: { ...judged, judgement: withRefusal(judgement, refusal) }, refusal }
}

/** Whether two more valid deliveries are accepted. */
async function acceptsMore(subject: Subject, prober: Prober): Promise<boolean> {
  for (const what of ['valid delivery, again', 'valid delivery, once more']) {
    const [each] = sending(subject, 'accepted', what)
    if (each === undefined || fitOf(await prober.one(each)) !== 'fits') return false
  }
  return true
}

function withRefusal(judgement: Judgement, { sentence, change, taken }: Refusal): Judgement {
  const unfit = taken === null ? judgement.unfit : [...judgement.unfit.slice(0, 1), taken]
  return { ...judgement, outcome: 'fail', kind: 'refused', fault: sentence, change, detail: null, unfit }
}

/** A web page answers any request, so the handler was not reached. */
async function ofPage(judged: Judged, subject: Subject, prober: Prober): Promise<Baseline> {
  const [first] = judged.sent
  const unsigned = unsignedDelivery(subject)
  if (first === undefined || !isWebPage(first) || unsigned === undefined) return { judged, refusal: null }
  const other = await prober.one(unsigned)
  if (fitOf(other) !== 'fits' || !isWebPage(other)) return { judged, refusal: null }
  const text = first.answer.body.toString('utf8')
  const title = titleOf(text)
  const words = webPageSentences(first.answer.status ?? 200, title, hasPasswordField(text))
  const refusal = { ...words, quotes: title === null ? [] : [title], taken: null }
  return { judged: { ...judged, judgement: withRefusal({ ...judged.judgement, unfit: [first] }, refusal) }, refusal }
}

function titleOf(page: string): string | null {
  const start = page.toLowerCase().indexOf('<title')
  const end = start === -1 ? -1 : page.toLowerCase().indexOf('</title', start)
  if (end === -1) return null
  const title = page.slice(page.indexOf('>', start) + 1, end).trim()
  return title === '' || title.length > 100 ? null : title
}

function hasPasswordField(page: string): boolean {
  const inputs = page.toLowerCase().split('<input').slice(1)
  return inputs.some((input) => /\btype=["']?password\b/.test(input.split('>', 1).join('')))
}

function isWebPage({ answer: { headers, body } }: Sent): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return /^text\/html\b/i.test(type) && /<(?:!doctype html|html|head)\b/i.test(body.toString('utf8', 0, 500))
}
