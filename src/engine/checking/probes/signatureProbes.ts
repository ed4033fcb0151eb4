import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { Probe } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { asSending, compareAll, sending, withSignature } from './parts.ts'
import { flipped } from './validProbes.ts'

/** Signatures that are nearly right, or no signatures at all. */
export const signatureProbes: readonly Probe[] = [
  {
    name: 'beginning-only',
    group: 'forged',
    severity: 'critical',
    source: 'judgement',
    title: 'Only the beginning of the right signature',
    good: 'The whole signature is compared.',
    fault: 'The beginning of the right signature is taken, so the rest can be guessed piece by piece.',
    change: compareAll,
    risky: true,
    plan: (subject) => ({
      sendings: [1, 8, 0.5].flatMap((share) => {
        const part = (text: string) => text.slice(0, share < 1 ? Math.floor(text.length * share) : share)
        const what = share < 1 ? 'the first half' : `the first ${share}`
        return asSending('refused', what, withSignature(subject, subject.delivery(), part))
      }),
    }),
  },
  {
    name: 'signature-case',
    group: 'forged',
    severity: 'high',
    source: 'judgement',
    title: 'The right base64 signature in the other case',
    good: 'The comparison keeps case.',
    fault: 'The right signature is taken in the other case, which leaves far fewer signatures to guess.',
    change: compareAll,
    skipReason: (subject) =>
      'encoding' in subject.scheme && subject.scheme.encoding !== 'hex'
        ? null
        : `${subject.scheme.label} does not sign in base64.`,
    plan: (subject) => ({
      sendings: asSending('refused', 'case swapped', withSignature(subject, subject.delivery(), swappedCase)),
    }),
  },
  {
    name: 'weaker-algorithm',
    group: 'forged',
    severity: 'medium',
    source: 'judgement',
    title: 'Another algorithm or encoding than the sender’s',
    good: 'Only the sender’s algorithm counts.',
    fault: 'The handler takes an algorithm or encoding that the sender never uses.',
    change: 'Accept exactly the algorithm and encoding of the sender.',
    skipReason: ({ scheme }) =>
      scheme.kind === 'hmac' || scheme.kind === 'hash' ? null : `${scheme.label} makes no digest.`,
    plan: (subject) => {
      const { scheme } = subject
      if (scheme.kind !== 'hmac' && scheme.kind !== 'hash') return { sendings: [] }
      const algorithm = scheme.algorithm === 'sha1' ? 'sha256' : 'sha1'
      const encoding = scheme.encoding === 'hex' ? 'base64' : 'hex'
      return {
        sendings: [
          ...sending(subject, 'refused', algorithm, { scheme: { ...scheme, algorithm } }),
          ...sending(subject, 'refused', `encoded as ${encoding}`, { scheme: { ...scheme, encoding } }),
        ],
      }
    },
  },
  {
    name: 'wrong-lengths',
    group: 'forged',
    severity: 'high',
    source: 'inkbox #178, Infisical #6127',
    title: 'Signatures of wrong lengths and characters',
    good: 'Odd signatures are refused, and the handler goes on.',
    fault: 'A signature of a wrong length or alphabet is taken.',
    change: 'Compare lengths before timingSafeEqual, and decode the header in a way that cannot throw.',
    risky: true,
    plan: (subject) => ({
      sendings: (
        [
          ['1 character', () => 'a'],
          // By four, because decoders of base64 forgive less than that at the end.
          ['too short', (text: string) => text.slice(0, -4)],
          ['too long', (text: string) => `${text}aaaa`],
          ['5,000 characters', () => 'a'.repeat(5000)],
          ['not ASCII', (text: string) => `\u00e9${text.slice(1)}`],
          ['no digest', (text: string) => text.replaceAll(/[A-Za-z0-9]/g, '!')],
        ] as const
      ).flatMap(([what, change]) => asSending('refused', what, withSignature(subject, subject.delivery(), change))),
    }),
  },
  {
    name: 'two-headers',
    group: 'forged',
    severity: 'medium',
    source: 'measured, judgement',
    title: 'The signature header twice, right and wrong',
    good: 'A repeated signature header has one stable answer.',
    fault: 'The order of two headers decides, or a list of values confuses the handler.',
    change: 'Refuse a request that has the signature header more than once.',
    risky: true,
    plan: (subject) => ({
      sendings: ['right one first', 'wrong one first'].flatMap((what, turn) =>
        asSending('handled', what, twoHeaders(subject, turn === 0)),
      ),
    }),
    judge: (sent) => {
      const [first, second] = sent.map(({ answer }) => answer.status)
      if (first == null || second == null || first >= 500 || second >= 500) return null
      const differs = first < 300 !== second < 300
      return differs ? { outcome: 'warning', detail: `Right one first: ${first}; wrong one first: ${second}.` } : null
    },
  },
]

function swappedCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('')
}

function twoHeaders(subject: Subject, rightFirst: boolean): UnsignedRequest | null {
  const request = subject.delivery()
  const wrong = withSignature(subject, request, flipped)
  const { header } = subject.scheme
  const isIt = ([name]: [string, string]) => name.toLowerCase() === header.toLowerCase()
  const bad = wrong?.headers.find(isIt)
  if (request === null || bad === undefined) return null
  const headers = request.headers.flatMap((line): [string, string][] =>
    isIt(line) ? (rightFirst ? [line, bad] : [bad, line]) : [line],
  )
  return { ...request, headers }
}
