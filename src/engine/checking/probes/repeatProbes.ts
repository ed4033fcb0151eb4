import type { Counted, Finding, Probe, Sending, Sent } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { asSending, sending, unlessJson, withValues } from './parts.ts'

const unlessId = (subject: Subject) =>
  subject.hasId ? null : `The template has no id by which ${subject.scheme.label} marks repetitions.`

const once = 'Store the id under a unique key in the same transaction as the work, and answer 2xx to a repetition.'

/** The same delivery several times, with one id. */
function repeated(subject: Subject, times: number): Sending[] {
  const request = subject.delivery()
  return Array.from({ length: times }, (_, turn) => asSending('accepted', `delivery ${turn + 1}`, request)).flat()
}

/** Repetitions, which every sender makes. */
export const repeatProbes: readonly Probe[] = [
  {
    name: 'twice',
    group: 'repeats',
    severity: 'high',
    source: 'Standard Webhooks; Shopify; the service’s assumptions',
    title: 'The same delivery twice, with the same id',
    good: 'A repetition is answered 2xx and has no second effect.',
    fault: 'A repetition is not answered 2xx, or does the work again: customers are charged twice.',
    change: once,
    skipReason: unlessId,
    effects: 1,
    needsEffects: true,
    plan: (subject) => ({ sendings: repeated(subject, 2) }),
  },
  {
    name: 'fifty-at-once',
    group: 'repeats',
    severity: 'high',
    source: 'carbon-layer; judgement',
    title: 'The same delivery fifty times at once',
    good: 'Of fifty at once one has an effect.',
    fault: 'Fifty at once have more than one effect: check and insert race each other.',
    change: once,
    skipReason: unlessId,
    effects: 1,
    needsEffects: true,
    plan: (subject) => ({ sendings: repeated(subject, 50), order: 'at-once' }),
    judgeAll: fiftyAtOnce,
  },
  {
    name: 'retry-after-break',
    group: 'repeats',
    severity: 'medium',
    source: 'measured',
    title: 'The connection breaks before the answer; then the same delivery again',
    good: 'A broken connection loses nothing and does nothing twice.',
    fault: 'After a broken connection the delivery is lost, refused, or its work is done twice.',
    change: 'Store the id together with the result of the work, not before it.',
    skipReason: unlessId,
    effects: 1,
    needsEffects: true,
    plan: (subject) => {
      const request = subject.delivery()
      return {
        sendings: [
          ...asSending('handled', 'left before the answer', request, { leave: true }),
          ...asSending('accepted', 'sent again', request),
        ],
      }
    },
  },
  {
    name: 'update-first',
    group: 'repeats',
    severity: 'medium',
    source: 'Stripe; Persona',
    title: 'An update before its create, then an older one',
    good: 'Deliveries out of order are taken.',
    fault: 'Deliveries out of order are refused, or have other effects.',
    change: 'Compare the time in the delivery with what is stored, or fetch the object; never rely on the order.',
    skipReason: (subject) =>
      unlessJson(subject) ??
      (subject.scheme.id === 'service' ? null : 'What an update looks like is known for the service only.'),
    effects: 3,
    plan: (subject) => {
      const resourceId = subject.object()?.id ?? subject.newId()
      return {
        sendings: (
          [
            ['the update', 'update', 0],
            ['its create, older', 'create', 20_000],
            ['an older update', 'update', 10_000],
          ] as const
        ).flatMap(([what, action, age]) => {
          const id = subject.newId()
          const body = withValues(subject.textWith(id, age), { '/action': action, '/resourceId': resourceId })
          return sending(subject, 'accepted', what, { id, body })
        }),
      }
    },
  },
]

/** Says what was seen of a crowd: only more effects than one are a race, and only answers show an error. */
function fiftyAtOnce(sent: readonly Sent[], counted: Counted): Finding | null {
  const answered = sent.filter(({ answer }) => answer.status !== null)
  const taken = answered.filter(({ answer: { status } }) => status !== null && status >= 200 && status < 300)
  const refused = answered.find((each) => !taken.includes(each))
  const silent = sent.find((each) => !answered.includes(each))
  const of = `of the ${sent.length}`
  if (typeof counted === 'number' && counted > 1)
    return { outcome: 'fail', detail: `${counted} ${of} had an effect where 1 is right.`, at: sent[0] }
  if (counted === 0 && taken.length > 0)
    return {
      outcome: 'fail',
      fault: 'Of fifty deliveries at once none had an effect.',
      detail: `${taken.length} ${of} were answered 2xx, so the delivery was lost.`,
      at: taken[0],
    }
  if (refused !== undefined) {
    const statuses = [...new Set(answered.filter((each) => !taken.includes(each)).map(({ answer }) => answer.status))]
    // Both say "not now", and senders try again.
    const isBusy = statuses.every((status) => status === 503 || status === 429)
    return {
      outcome: isBusy ? 'warning' : 'fail',
      ...(isBusy ? { severity: 'low' } : {}),
      fault: 'Not all of fifty deliveries at once were answered 2xx.',
      detail: `${answered.length - taken.length} ${of}: ${statuses.join(', ')}.`,
      change: 'Look in the handler’s log for what fails when deliveries come at the same time.',
      at: refused,
    }
  }
  if (silent !== undefined)
    return {
      outcome: 'warning',
      severity: 'low',
      fault: 'Not all of fifty connections at once were answered.',
      detail: `${sent.length - answered.length} ${of}: no answer (${silent.answer.problem ?? 'closed'}).`,
      change:
        'Let the listener queue more connections (its backlog), or run more workers: senders take silence for an outage, and send again.',
      at: silent,
    }
  return null
}
