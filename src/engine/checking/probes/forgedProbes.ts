import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { Probe } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { prettyWindows, withMember } from '../subject/jsonTexts.ts'
import { asSending, isBearer, sending, unlessBodySigned, unlessSignedJson, withBody, withHeader, withSignature } from './parts.ts'
import { flipped } from './validProbes.ts'

const compare = 'Compute the signature over the raw bytes and compare all of it in constant time; anything else gets 401.'

const unlessSignature = (subject: Subject) =>
  isBearer(subject) ? `${subject.scheme.label} sends a token, not a signature.` : null

/** Another secret of the scheme's form. */
const wrongSecret = (secret: string) => secret.slice(0, -4) + flipped(secret.slice(-4))

/** The classic ways to forge a delivery. The handler has to refuse each of them. */
export const forgedProbes: readonly Probe[] = [
  {
    name: 'unsigned',
    group: 'forged',
    severity: 'critical',
    source: 'Stripe; CVE-2026-33143, CVE-2026-39969',
    title: 'No signature at all',
    good: 'Unsigned deliveries are refused.',
    fault: 'Anyone who knows the address can invent events: a delivery without a signature is taken.',
    change: 'Refuse with 401 when the signature header is missing.',
    plan: (subject) => ({
      sendings: asSending('refused', 'without the header', withHeader(subject.delivery(), subject.scheme.header, () => null)),
    }),
  },
  {
    name: 'empty-signature',
    group: 'forged',
    severity: 'critical',
    source: 'krkn #360',
    title: 'An empty signature',
    good: 'An empty signature is refused.',
    fault: 'An empty header counts as no header, and is let through.',
    change: 'Refuse an empty signature like a wrong one.',
    risky: true,
    plan: (subject) => ({
      sendings: [
        ...asSending('refused', 'empty header', withHeader(subject.delivery(), subject.scheme.header, () => '')),
        ...asSending('refused', 'empty signature', withSignature(subject, subject.delivery(), () => '')),
      ],
    }),
  },
  {
    name: 'forged',
    group: 'forged',
    severity: 'critical',
    source: 'Stripe',
    title: 'A signature with another secret',
    good: 'A signature with another secret is refused.',
    fault: 'The signature is not compared: one made with another secret is taken.',
    change: compare,
    plan: (subject) => ({
      sendings: sending(subject, 'refused', 'right length, other secret', { secret: wrongSecret(subject.secret) }),
      effects: 0,
    }),
  },
  {
    name: 'other-body',
    group: 'forged',
    severity: 'critical',
    source: 'Standard Webhooks',
    title: 'A signature that is right for another body',
    good: 'A signature counts for its own body only.',
    fault: 'The signature is not tied to the body: a captured one signs anything.',
    change: compare,
    whyNot: unlessBodySigned,
    plan: (subject) => ({
      sendings: sending(subject, 'refused', 'signature of another delivery', { signedBody: otherBody(subject) }),
    }),
  },
  {
    name: 'one-bit',
    group: 'forged',
    severity: 'critical',
    source: 'Standard Webhooks',
    title: 'One bit of the body changed after signing',
    good: 'One changed bit is noticed.',
    fault: 'Changes on the way go unnoticed.',
    change: compare,
    whyNot: unlessBodySigned,
    plan: (subject) => {
      const request = subject.delivery()
      return {
        sendings: asSending('refused', 'one bit changed', request === null ? null : withBody(request, oneBit(request.body))),
      }
    },
  },
  {
    name: 'empty-secret',
    group: 'forged',
    severity: 'critical',
    source: 'CVE-2026-41432; stripe-ruby 19.6.2',
    title: 'Signed with an empty secret',
    good: 'An empty secret signs nothing here.',
    fault: 'The secret is empty in this process, so everyone can sign.',
    change: 'End the process at its start when the secret is missing or empty.',
    whyNot: unlessSignature,
    plan: (subject) => ({ sendings: sending(subject, 'refused', 'key of no bytes', { secret: '' }) }),
  },
  {
    name: 'guessable-secret',
    group: 'forged',
    severity: 'critical',
    source: 'commitpulse #5434',
    title: 'Signed with what missing secrets turn into',
    good: 'None of the usual fallback secrets is in use.',
    fault: 'A fallback secret is in use that everyone can guess.',
    change: 'Remove the default, and end the process when no secret is configured.',
    plan: (subject) => ({
      sendings: ['undefined', 'null', 'None', 'secret', 'development_secret', 'changeme']
        .filter((word) => word !== subject.secret)
        .flatMap((word) => sending(subject, 'refused', `secret "${word}"`, { secret: word })),
    }),
  },
  {
    name: 'signed-constant',
    group: 'forged',
    severity: 'critical',
    source: 'judgement',
    title: 'The signature of a constant on a real body',
    good: 'Signatures of constants are refused.',
    fault: 'The handler signs a constant and not the body, for example because the body was read before.',
    change: 'Read the raw body once, before any parser, and sign these bytes.',
    whyNot: unlessBodySigned,
    plan: (subject) => ({
      sendings: ['', '{}', '[object Object]', 'undefined', 'null'].flatMap((text) =>
        sending(subject, 'refused', `signature of ${text === '' ? 'nothing' : text}`, { signedBody: text }),
      ),
    }),
  },
  {
    name: 'beginning-only',
    group: 'forged',
    severity: 'critical',
    source: 'judgement',
    title: 'Only the beginning of the right signature',
    good: 'The whole signature is compared.',
    fault: 'Only the beginning of the signature is compared, so it can be guessed piece by piece.',
    change: compare,
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
    fault: 'The comparison ignores case, which leaves far fewer signatures to guess.',
    change: compare,
    whyNot: (subject) =>
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
    whyNot: ({ scheme }) => (scheme.kind === 'hmac' || scheme.kind === 'hash' ? null : `${scheme.label} makes no digest.`),
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
    fault: 'The comparison throws: the answer is a 500, or the process ends.',
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
    fault: 'What counts depends on the order of two headers, or a list of values confuses the handler.',
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
  {
    name: 'reformatted',
    group: 'forged',
    severity: 'critical',
    source: 'Standard Webhooks; measured',
    title: 'The same JSON in other bytes, with the old signature',
    good: 'The signature is checked over the bytes that came.',
    fault: 'The handler checks parsed JSON and not the bytes: changes that parsing hides slip through.',
    change: 'Sign the raw body: express.raw(), request.get_data(), io.ReadAll, before any JSON parser.',
    whyNot: unlessSignedJson,
    plan: (subject) => ({
      sendings: (
        [
          ['pretty-printed after signing', (json: object) => prettyWindows(json)],
          ['with a duplicate key', (json: object) => withDuplicate(json)],
        ] as const
      ).flatMap(([what, spell]) => {
        const json = subject.jsonWith(subject.newId())
        return sending(subject, 'refused', what, { body: spell(json), signedBody: JSON.stringify(json) })
      }),
    }),
  },
]

function otherBody(subject: Subject): string {
  return withMember(subject.jsonWith(subject.newId()), '"other":true')
}

function oneBit(body: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(body)
  const isLetter = (byte: number) => (byte >= 0x62 && byte <= 0x79) || (byte >= 0x30 && byte <= 0x38)
  // The last letter of a text, so that the JSON is still whole.
  const inText = changed.findLastIndex((byte, place) => isLetter(byte) && changed[place + 1] === 0x22)
  const at = inText === -1 ? changed.findLastIndex(isLetter) : inText
  if (at !== -1) changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

function swappedCase(text: string): string {
  return Array.from(text, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join('')
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

/** The first member once more, before itself: parsers that keep the last one do not see it. */
function withDuplicate(json: object): string {
  const [name = 'id'] = Object.keys(json)
  return `{${JSON.stringify(name)}:"changed",${JSON.stringify(json).slice(1)}`
}
