import { valueAt } from '../../../shared/json/jsonPointer.ts'
import type { Expectation, Probe, Sending } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { withMemberInText } from '../../signature/jsonText.ts'
import { doubled, escaped, prettyWindows, reversed, slashed, spaced } from '../subject/jsonTexts.ts'
import { sending, unlessSpelled, withValues } from './parts.ts'

const raw = 'Sign the raw bytes as they came; never JSON.stringify (or json.dumps) a parsed body to check a signature.'
const again = 'Valid deliveries are refused when their JSON is written in another way, as it will be one day.'

type Spelling = readonly [what: string, spell: (text: string) => string | Uint8Array, expect?: Expectation]

/** Deliveries whose body is right, signed as it is sent, in other bytes than a simple writer makes. */
function spelled(subject: Subject, spellings: readonly Spelling[]): Sending[] {
  return spellings.flatMap(([what, spell, expect = 'accepted']) => {
    const id = subject.newId()
    return sending(subject, expect, what, { id, body: spell(subject.textWith(id)) })
  })
}

/** A new member in the object, as this text. */
const extra = (value: string) => (text: string) => withMemberInText(text, `"hookscopeCheck":${value}`)

/** Legal ways to write the same body. A handler that verifies bytes does not notice any of them. */
export const spellingProbes: readonly Probe[] = [
  {
    name: 'layout',
    group: 'spelling',
    severity: 'high',
    source: 'Standard Webhooks; measured',
    title: 'Pretty-printed, with CRLF, with spaces',
    good: 'Layout does not matter.',
    fault: again,
    change: raw,
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: spelled(subject, [
        ['pretty-printed with CRLF', prettyWindows],
        ['spaces after colons and commas', spaced],
        ['a line feed at the end', (text) => `${text}\n`],
      ]),
    }),
  },
  {
    name: 'escapes',
    group: 'spelling',
    severity: 'high',
    source: 'the service’s assumptions (.NET); measured',
    title: 'Letters, slashes and plus signs as escapes',
    good: 'Escapes do not matter.',
    fault: again,
    change: raw,
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: spelled(subject, [
        ['letters as \\u escapes', escaped],
        ['slash and plus as escapes', slashed],
      ]),
    }),
  },
  {
    name: 'numbers',
    group: 'spelling',
    severity: 'high',
    source: 'measured',
    title: 'Numbers such as 1.0, 1e3, -0.0 and 9007199254740993',
    good: 'Numbers keep their spelling until the signature is checked.',
    fault: again,
    change: `${raw} Keep large numbers as text or as big integers.`,
    needs: 'more-fields',
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: spelled(
        subject,
        ['1.0', '1e3', '-0.0', '9007199254740993'].map((number): Spelling => [number, extra(number)]),
      ),
    }),
  },
  {
    name: 'keys',
    group: 'spelling',
    severity: 'medium',
    source: 'measured',
    title: 'Keys in another order, number-like keys, a key twice',
    good: 'The order of keys does not matter.',
    fault: again,
    change: raw,
    needs: 'more-fields',
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: spelled(subject, [
        ['keys in the opposite order', reversed],
        ['"2" before "1"', extra('{"2":"b","1":"a"}')],
        ['a key twice', doubled, 'handled'],
      ]),
    }),
  },
  {
    name: 'text',
    group: 'spelling',
    severity: 'medium',
    source: 'measured',
    title: 'Emoji, U+2028, half a surrogate pair, an escaped NUL',
    good: 'Unusual text is taken.',
    fault: 'Deliveries are refused for text that JSON allows.',
    change: 'Store texts in a column that takes all of Unicode, and replace what it cannot keep, such as U+0000.',
    needs: 'more-fields',
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: spelled(subject, [
        ['emoji', extra('"\u{1F469}\u200D\u{1F4BB} \u00e9"')],
        ['U+2028', extra('"a\u2028b"')],
        // RFC 8259, 8.2 leaves it open; PHP's and Ruby's parsers refuse it.
        ['half a surrogate pair', extra(String.raw`"\ud83d"`), 'handled'],
        ['an escaped NUL', extra(String.raw`"a\u0000b"`)],
      ]),
    }),
  },
  {
    name: 'bytes',
    group: 'spelling',
    severity: 'low',
    source: 'measured',
    title: 'Bytes that are no UTF-8, and a byte order mark',
    good: 'Odd bytes have a clear answer.',
    fault: 'The handler fails on bytes that are no UTF-8.',
    change: 'Check the signature over the bytes, and answer 400 when they are no UTF-8.',
    risky: true,
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: spelled(subject, [
        ['bytes that are no UTF-8', invalidUtf8, 'handled'],
        ['a byte order mark', (text) => `\uFEFF${text}`, 'handled'],
      ]),
    }),
  },
  {
    name: 'content-type',
    group: 'spelling',
    severity: 'medium',
    source: 'measured',
    title: 'Other spellings of the Content-Type of JSON',
    good: 'The raw body is there for every JSON type.',
    fault: 'The handler takes one spelling of the content type only.',
    change: "Read the raw body for every type: express.raw({ type: '*/*' }).",
    skipReason: unlessSpelled,
    plan: (subject) => ({
      sendings: contentTypes(subject).flatMap((type) =>
        sending(subject, 'accepted', type, { headers: [['Content-Type', type]] }),
      ),
    }),
  },
  {
    name: 'dates',
    group: 'spelling',
    severity: 'medium',
    source: 'the service’s assumptions',
    title: 'createdAtUtc with 0 to 7 digits, with Z and with +00:00',
    good: 'Every form of the date is taken.',
    fault: 'The date parser is too strict.',
    change: 'Parse ISO 8601 with any number of fractional digits and both spellings of UTC.',
    skipReason: (subject) =>
      unlessSpelled(subject) ?? (subject.scheme.id === 'service' ? null : 'Only the service writes createdAtUtc.'),
    plan: (subject) => ({
      sendings: ['', '.1', '.123', '.1234567'].flatMap((fraction) =>
        ['Z', '+00:00'].flatMap((zone) => {
          const id = subject.newId()
          const second = String(valueAt(JSON.parse(subject.textWith(id)), '/createdAtUtc')).slice(0, 19)
          const createdAtUtc = `${second}${fraction}${zone}`
          return sending(subject, 'accepted', createdAtUtc, {
            id,
            body: withValues(subject.textWith(id), { '/createdAtUtc': createdAtUtc }),
          })
        }),
      ),
    }),
  },
]

/** Only types that the sender may use: its own, and spellings of it that mean the same. */
function contentTypes({ template: { headers }, scheme }: Subject): string[] {
  const own = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
  const type = own.split(';')[0]?.trim() ?? ''
  const structured = scheme.id === 'cloudevents' ? ['application/cloudevents+json'] : []
  return [...new Set([type, `${type};charset=UTF-8`, `${type}; charset=utf-8`, ...structured])]
}

function invalidUtf8(text: string): Uint8Array {
  return Buffer.from(withMemberInText(text, '"hookscopeCheck":"\u00ff\u00fe"'), 'latin1')
}
