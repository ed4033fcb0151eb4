import type { Probe, Sending } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { asSending, sending, unlessJson } from './parts.ts'

const unlessId = (subject: Subject) =>
  subject.hasId ? null : `The template has no id by which ${subject.scheme.label} marks repetitions.`

const once = 'Store the id under a unique key in the same transaction as the work, and answer 2xx to a repetition.'

/** The same delivery so many times, with one id. */
function repeated(subject: Subject, times: number): Sending[] {
  const request = subject.delivery()
  return Array.from({ length: times }, (_, turn) => asSending('accepted', `delivery ${turn + 1}`, request)).flat()
}

/** What happens when the sender repeats itself, as each of them does. */
export const repeatProbes: readonly Probe[] = [
  {
    name: 'twice',
    group: 'repeats',
    severity: 'high',
    source: 'Standard Webhooks; Shopify; the service’s assumptions',
    title: 'The same delivery twice, with the same id',
    good: 'A repetition is answered 2xx and has no second effect.',
    fault: 'A retry of the sender does the work twice: customers are charged twice.',
    change: once,
    whyNot: unlessId,
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
    fault: 'Check and insert race each other: several of the fifty have an effect, or some crash.',
    change: once,
    whyNot: unlessId,
    effects: 1,
    needsEffects: true,
    plan: (subject) => ({ sendings: repeated(subject, 50), order: 'at-once' }),
  },
  {
    name: 'retry-after-break',
    group: 'repeats',
    severity: 'medium',
    source: 'measured',
    title: 'The connection breaks before the answer; then the same delivery again',
    good: 'A broken connection loses nothing and does nothing twice.',
    fault: 'After a broken connection the delivery is lost, or its work is done twice.',
    change: 'Store the id together with the result of the work, not before it.',
    whyNot: unlessId,
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
    fault: 'The order of arrival is taken for the order of events.',
    change: 'Compare the time in the delivery with what is stored, or fetch the object; never rely on the order.',
    whyNot: (subject) =>
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
          const body = JSON.stringify({ ...subject.jsonWith(id, age), action, resourceId })
          return sending(subject, 'accepted', what, { id, body })
        }),
      }
    },
  },
]
