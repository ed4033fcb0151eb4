import type { Finding, Probe, Sent } from '../subject/probe.ts'
import { sending, withHeader, withSignature, asSending } from './parts.ts'
import { signaturesIn } from '../../../shared/signature/signaturesIn.ts'

/** Deliveries as the sender sends them every day. The first is the baseline: without it nothing else means anything. */
export const validProbes: readonly Probe[] = [
  {
    name: 'valid',
    group: 'valid',
    severity: 'critical',
    source: 'Standard Webhooks',
    title: 'Three deliveries exactly as the sender sends them',
    good: 'The handler takes valid deliveries.',
    fault: 'The handler refuses valid deliveries, so real ones fail here too.',
    change: 'Check the secret, the scheme and the path first; nothing else was tried.',
    plan: (subject) => ({
      sendings: [1, 2, 3].flatMap((turn) => sending(subject, 'accepted', `valid delivery ${turn}`)),
    }),
  },
  {
    name: 'follow-up',
    group: 'valid',
    severity: 'medium',
    source: 'the service’s interface, 4.4',
    title: 'One delivery about an object of the sandbox, and the GET that follows it',
    good: 'The handler takes a delivery about a new object, and fetches the object from the sandbox.',
    fault: 'The handler refuses a delivery about an object that it does not know yet.',
    change:
      'Answer 2xx to every valid delivery, and fetch the object afterwards, once for each notification: a delivery says only that something changed.',
    effects: 1,
    needsEffects: true,
    followUps: true,
    skipReason: ({ scheme }) => (scheme.id === 'service' ? null : 'The sandbox has objects of the service only.'),
    plan: (subject) => ({ sendings: sending(subject, 'accepted', 'valid delivery') }),
  },
  {
    name: 'fast',
    group: 'valid',
    severity: 'high',
    source: 'the sender’s documentation: service 3 s, Shopify 5 s, GitHub 10 s, Svix 15 s',
    title: 'Five valid deliveries, timed',
    good: 'Answers come well within the sender’s limit.',
    fault: 'Answers come late. Under load the sender gives up and sends again.',
    change: 'Store the delivery, answer 2xx, and do the work afterwards.',
    plan: (subject) => ({
      sendings: [1, 2, 3, 4, 5].flatMap((turn) => sending(subject, 'accepted', `valid delivery ${turn}`)),
    }),
    judge: (sent, { limit }) => slowestWithin(sent, limit),
  },
  {
    name: 'header-case',
    group: 'valid',
    severity: 'high',
    source: 'RFC 9110, 5.1',
    title: 'The names of headers in upper, lower and mixed case',
    good: 'Header names are read without case.',
    fault: 'A delivery is refused for the case of its header names. Proxies change it, and HTTP/2 makes it lower.',
    change: 'Read headers through the framework’s own lookup, which ignores case.',
    plan: (subject) => ({
      sendings: (
        [
          ['upper case', (name: string) => name.toUpperCase()],
          ['lower case', (name: string) => name.toLowerCase()],
          ['mixed case', mixed],
        ] as const
      ).flatMap(([what, spell]) => {
        const request = subject.delivery()
        if (request === null) return []
        const headers = request.headers.map(([name, value]): [string, string] => [spell(name), value])
        return asSending('accepted', what, { ...request, headers })
      }),
    }),
  },
  {
    name: 'rotation',
    group: 'valid',
    severity: 'high',
    source: 'Standard Webhooks, 4.6; Stripe',
    title: 'Two signatures in the list, as while a secret is rotated',
    good: 'One right signature of several is enough, in either order.',
    fault: 'A delivery with two signatures is refused. Deliveries are lost when the secret is rotated.',
    change: 'Compare each signature in the header, and accept if one is right.',
    skipReason: ({ scheme }) =>
      scheme.form.kind === 'list' || scheme.form.kind === 'pairs' ? null : `${scheme.label} sends one signature only.`,
    plan: (subject) => {
      const { header, form } = subject.scheme
      const joined = (order: 'first' | 'last') => {
        const right = subject.delivery()
        const other = withSignature(subject, right, (text) => flipped(text))
        const wrong = other?.headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1] ?? ''
        const separator = form.kind === 'list' || form.kind === 'pairs' ? form.separator : ','
        const part = form.kind === 'pairs' ? `${form.key}=${signaturesIn(wrong, form)[0] ?? ''}` : wrong
        return withHeader(right, header, (value) => {
          if (form.kind !== 'pairs') return order === 'first' ? value + separator + part : part + separator + value
          if (order === 'first') return value + separator + part
          const pairs = value.split(separator)
          return [...pairs.slice(0, -1), part, ...pairs.slice(-1)].join(separator)
        })
      }
      return {
        sendings: [
          ...asSending('accepted', 'the right one first', joined('first')),
          ...asSending('accepted', 'the right one last', joined('last')),
        ],
      }
    },
  },
]

/** Half of the limit, because a busy day is slower than this one. */
function slowestWithin(sent: readonly Sent[], limit: { ms: number; sender: string | null }): Finding | null {
  const slowest = Math.round(Math.max(0, ...sent.map(({ answer }) => answer.took)))
  const waits = limit.sender === null ? 'Most senders wait' : `${limit.sender} waits`
  const detail = `The slowest answer took ${slowest} ms. ${waits} ${limit.ms / 1000} s.`
  if (slowest > limit.ms) return { outcome: 'fail', detail }
  return slowest > limit.ms / 2 ? { outcome: 'warning', detail } : { outcome: 'pass', detail }
}

function mixed(name: string): string {
  return Array.from(name, (letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

/** Another text of the same form. */
export function flipped(text: string): string {
  const at = Math.floor(text.length / 3)
  const letter = text[at] ?? 'a'
  return text.slice(0, at) + (letter === 'a' ? 'b' : 'a') + text.slice(at + 1)
}
