import type { Probe } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { withMemberInText } from '../../signature/jsonText.ts'
import { prettyWindows } from '../subject/jsonTexts.ts'
import {
  asSending,
  compareAll,
  isBearer,
  sending,
  unlessBodySigned,
  unlessSignedJson,
  withBody,
  withProof,
  withSignature,
} from './parts.ts'

const unlessSignature = (subject: Subject) =>
  isBearer(subject) ? `${subject.scheme.label} sends a token, not a signature.` : null

/** The classic ways to forge a delivery. The handler has to refuse each of them. */
export const forgedProbes: readonly Probe[] = [
  {
    name: 'unsigned',
    group: 'forged',
    severity: 'critical',
    source: 'Stripe; CVE-2026-33143, CVE-2026-39969',
    title: 'No signature at all',
    good: 'Unsigned deliveries are refused.',
    fault: 'A delivery without a signature is taken: anyone who knows the address can invent events.',
    change: 'Refuse with 401 when the signature header is missing.',
    plan: (subject) => ({
      sendings: asSending(
        'refused',
        'without the header',
        withProof(subject, subject.delivery(), () => null),
      ),
    }),
  },
  {
    name: 'empty-signature',
    group: 'forged',
    severity: 'critical',
    source: 'krkn #360',
    title: 'An empty signature',
    good: 'An empty signature is refused.',
    fault: 'An empty signature is taken.',
    change: 'Refuse an empty signature like a wrong one.',
    risky: true,
    plan: (subject) => ({
      sendings: [
        ...asSending(
          'refused',
          'empty header',
          withProof(subject, subject.delivery(), () => ''),
        ),
        ...asSending(
          'refused',
          'empty signature',
          withSignature(subject, subject.delivery(), () => ''),
        ),
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
    fault: 'A delivery that was signed with another secret is taken, so its signature is not compared.',
    change: compareAll,
    plan: (subject) => ({
      sendings: sending(subject, 'refused', 'right length, other secret', { otherSecret: true }),
    }),
    effects: 0,
  },
  {
    name: 'other-body',
    group: 'forged',
    severity: 'critical',
    source: 'Standard Webhooks',
    title: 'A signature that is right for another body',
    good: 'A signature counts for its own body only.',
    fault: 'A signature of another body is taken: a captured one signs anything.',
    change: compareAll,
    skipReason: unlessBodySigned,
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
    fault: 'A body that was changed after signing is taken.',
    change: compareAll,
    skipReason: unlessBodySigned,
    plan: (subject) => {
      const request = subject.delivery()
      return {
        sendings: asSending(
          'refused',
          'one bit changed',
          request === null ? null : withBody(request, oneBit(request.body)),
        ),
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
    fault: 'A signature with an empty secret is taken, so everyone can sign.',
    change: 'Look for where the secret is empty, and end the process at its start when it is.',
    skipReason: unlessSignature,
    plan: (subject) => ({ sendings: sending(subject, 'refused', 'key of no bytes', { secret: '' }) }),
  },
  {
    name: 'guessable-secret',
    group: 'forged',
    severity: 'critical',
    source: 'commitpulse #5434',
    title: 'Signed with what missing secrets turn into',
    good: 'None of the usual fallback secrets is in use.',
    fault: 'A signature with a secret that everyone can guess is taken.',
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
    fault: 'The signature of a constant is taken, for example because the body was read before.',
    change: 'Read the raw body once, before any parser, and sign these bytes.',
    skipReason: unlessBodySigned,
    plan: (subject) => ({
      sendings: ['', '{}', '[object Object]', 'undefined', 'null'].flatMap((text) =>
        sending(subject, 'refused', `signature of ${text === '' ? 'nothing' : text}`, { signedBody: text }),
      ),
    }),
  },
  {
    name: 'reformatted',
    group: 'forged',
    severity: 'critical',
    source: 'Standard Webhooks; measured',
    title: 'The same JSON in other bytes, with the old signature',
    good: 'The signature is checked over the bytes that came.',
    fault: 'A body in other bytes than those that were signed is taken: changes that parsing hides slip through.',
    change: 'Sign the raw body: express.raw(), request.get_data(), io.ReadAll, before any JSON parser.',
    skipReason: unlessSignedJson,
    plan: (subject) => ({
      sendings: (
        [
          ['pretty-printed after signing', prettyWindows],
          ['with a duplicate key', withDuplicate],
        ] as const
      ).flatMap(([what, spell]) => {
        const text = subject.textWith(subject.newId())
        return sending(subject, 'refused', what, { body: spell(text), signedBody: text })
      }),
    }),
  },
]

function otherBody(subject: Subject): string {
  return withMemberInText(subject.textWith(subject.newId()), '"other":true')
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

/** The first member once more, before itself: parsers that keep the last one do not see it. */
function withDuplicate(text: string): string {
  const [name = 'id'] = Object.keys(JSON.parse(text) as object)
  return text.replace('{', () => `{${JSON.stringify(name)}:"changed",`)
}
