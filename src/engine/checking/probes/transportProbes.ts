import type { HeaderLine } from '../../../shared/model.ts'
import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { Probe } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { withMemberInText } from '../../signature/jsonText.ts'
import { asSending, sending, unlessJson } from './parts.ts'

/** How requests travel: sizes, chunks, slow and broken connections, other methods. */
export const transportProbes: readonly Probe[] = [
  {
    name: 'size',
    group: 'transport',
    severity: 'medium',
    source: 'measured',
    title: 'Bodies of 64 kB and 1 MB',
    good: 'Large deliveries are taken, or refused with 413.',
    fault: 'The framework’s limit for bodies cuts off real events.',
    change: "Raise the limit for this route: express.raw({ limit: '2mb' }), bodyLimit, MAX_CONTENT_LENGTH.",
    needs: 'more-fields',
    skipReason: unlessJson,
    plan: (subject) => ({
      sendings: [...sized(subject, 64 * 1024, 'accepted', '64 kB'), ...sized(subject, 1024 * 1024, 'handled', '1 MB')],
    }),
  },
  {
    name: 'chunked',
    group: 'transport',
    severity: 'medium',
    source: 'RFC 9112',
    title: 'Chunked, and with Expect: 100-continue',
    good: 'Both ways to send a body work.',
    fault: 'A body in chunks, or after 100 Continue, is refused: proxies send bodies so.',
    change: 'Let the server read the body; do not rely on Content-Length.',
    plan: (subject) => ({
      sendings: [
        ...sending(subject, 'accepted', 'in chunks', {}, { chunked: [1, 7, 64] }),
        ...sending(subject, 'accepted', 'Expect: 100-continue', {}, { expectContinue: true }),
      ],
    }),
  },
  {
    name: 'slow',
    group: 'transport',
    severity: 'medium',
    source: 'judgement',
    title: 'In slow pieces, and cut off in the middle',
    good: 'Slow bodies are read to their end, and half a body does not end the handler.',
    fault: 'A slow body is refused, or half of one is handled.',
    change: 'Wait for the end of the body before the signature is checked.',
    plan: (subject) => ({
      sendings: [
        ...sending(subject, 'accepted', 'in 8 pieces', {}, { pieces: { count: 8, pauseMs: 60 } }),
        ...sending(subject, 'handled', 'cut off after half of the body', {}, { cutAt: 0.5 }),
      ],
    }),
    effects: 1,
    risky: true,
  },
  {
    name: 'reuse',
    group: 'transport',
    severity: 'low',
    source: 'judgement',
    title: 'Twenty deliveries on one connection',
    good: 'One connection takes many deliveries.',
    fault: 'Not all deliveries on one connection are taken.',
    change: 'Keep no state of a request outside of it.',
    plan: (subject) => ({
      sendings: Array.from({ length: 20 }, (_, turn) => sending(subject, 'accepted', `delivery ${turn + 1}`)).flat(),
      order: 'one-connection',
    }),
  },
  {
    name: 'reset',
    group: 'transport',
    severity: 'low',
    source: 'judgement',
    title: 'A connection reset in the middle of a body, then a whole delivery',
    good: 'A reset connection does not end the handler: the next delivery is taken.',
    fault: 'A reset connection disturbs the handler, or half a body is handled.',
    change: 'Handle the error event of the request, and do nothing before its body has ended.',
    plan: (subject) => ({
      sendings: [
        ...sending(subject, 'handled', 'reset after half of the body', {}, { cutAt: 0.5, reset: true }),
        ...sending(subject, 'accepted', 'the next delivery'),
      ],
    }),
    effects: 1,
    risky: true,
  },
  {
    name: 'methods',
    group: 'transport',
    severity: 'low',
    source: 'measured',
    title: 'GET, HEAD, OPTIONS and PUT',
    good: 'Other methods do nothing.',
    fault: 'Other methods are taken as deliveries, so crawlers and link previews can trigger it.',
    change: 'Route POST only; answer others with 405.',
    plan: (subject) => ({
      sendings: (['GET', 'HEAD', 'PUT'] as const).flatMap((method) =>
        asSending('refused', method, withMethod(method === 'PUT' ? subject.delivery() : bare(subject), method)),
      ),
    }),
    effects: 0,
    judgeAll: (sent, counted) => {
      const taken = sent.filter(({ answer: { status } }) => status !== null && status < 400)
      const [first] = taken
      if (first === undefined) return null
      const detail = `${taken.map(({ sending: { what }, answer }) => `${what}: ${answer.status}`).join(', ')}.`
      if (typeof counted === 'number' && counted > 0)
        return { outcome: 'fail', detail: `${detail} They had effects.`, at: first }
      const put = taken.find(({ sending: { what }, answer: { status } }) => what === 'PUT' && (status ?? 0) < 300)
      if (put !== undefined && typeof counted !== 'number') return { outcome: 'fail', detail, at: put }
      // A page, or the sender's own check of the address.
      return { outcome: 'inconclusive', detail: `${detail} A handshake of the sender can need this.` }
    },
  },
]

function sized(subject: Subject, bytes: number, expect: 'accepted' | 'handled', what: string) {
  const id = subject.newId()
  const text = subject.textWith(id)
  const rest = Math.max(0, bytes - text.length)
  return sending(subject, expect, what, { id, body: withMemberInText(text, `"hookscopeCheck":"${'x'.repeat(rest)}"`) })
}

function bare(subject: Subject): UnsignedRequest | null {
  const request = subject.delivery()
  if (request === null) return null
  const headers = request.headers.filter(([name]: HeaderLine) => /^(?:accept|user-agent)$/i.test(name))
  return { ...request, headers, body: new Uint8Array() }
}

function withMethod(request: UnsignedRequest | null, method: string): UnsignedRequest | null {
  return request === null ? null : { ...request, method }
}
