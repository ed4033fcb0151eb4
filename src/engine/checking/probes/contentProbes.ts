import type { Probe } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { valueAt } from '../../../shared/json/jsonPointer.ts'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import { withMemberInText, withoutMemberInText } from '../../signature/jsonText.ts'
import { sending, unlessJson, withValues } from './parts.ts'

/** Content that senders add, leave out and get wrong. */
export const contentProbes: readonly Probe[] = [
  {
    name: 'more-fields',
    group: 'content',
    severity: 'high',
    source: 'judgement',
    title: 'Fields that no earlier delivery had',
    good: 'New fields are taken.',
    fault: 'A delivery with a new field is refused.',
    change: 'Ignore unknown fields: no additionalProperties: false, no strict models for what others send.',
    skipReason: unlessJson,
    plan: (subject) => ({
      sendings: ['true', '{"nested":{"list":[1,null,{"deep":"value"}]}}'].flatMap((value) => {
        const id = subject.newId()
        const body = withMemberInText(subject.textWith(id), `"hookscopeCheck":${value}`)
        return sending(subject, 'accepted', value === 'true' ? 'a new field' : 'a nested field', { id, body })
      }),
    }),
  },
  {
    name: 'unknown-type',
    group: 'content',
    severity: 'high',
    source: 'the service’s interface; GitHub',
    title: 'A new type of event',
    good: 'Unknown types are answered 2xx.',
    fault: 'A new type of event is refused, and then sent again for days.',
    change: 'Answer 2xx to types you do not handle, and ignore them.',
    skipReason: (subject) =>
      unlessJson(subject) ??
      (typePlaces(subject).length === 0 ? `${subject.scheme.label} has no known field for the type of event.` : null),
    plan: (subject) => ({
      sendings: typePlaces(subject).flatMap(({ name, place }) => {
        const id = subject.newId()
        if (!place.startsWith('/'))
          return sending(subject, 'accepted', `${name} unknown`, { id, headers: [[place, 'brand-new']] })
        const body = withValues(subject.textWith(id), { [place]: 'BrandNew' })
        return sending(subject, 'accepted', `${name} unknown`, { id, body })
      }),
    }),
  },
  {
    name: 'fewer-fields',
    group: 'content',
    severity: 'high',
    source: 'the service’s interface and assumptions',
    title: 'Optional fields missing, null or of another shape',
    good: 'Optional fields may be missing.',
    fault: 'A delivery without an optional field is refused. "changes: null" means not stated, not unchanged.',
    change: 'Require only what you use; take null, an object and a list for changes.',
    skipReason: (subject) =>
      unlessJson(subject) ??
      (subject.scheme.id === 'service' ? null : 'Which fields are optional is known for the service only.'),
    plan: (subject) => ({
      sendings: (
        [
          ['without changes', (text: string) => withoutMemberInText(text, '/changes')],
          ['changes null', (text: string) => withValues(text, { '/changes': null })],
          ['changes an object', (text: string) => withValues(text, { '/changes': { status: 'settled' } })],
          ['changes a list', (text: string) => withValues(text, { '/changes': ['status'] })],
        ] as const
      ).flatMap(([what, change]) => {
        const id = subject.newId()
        return sending(subject, 'accepted', what, { id, body: change(subject.textWith(id)) })
      }),
    }),
  },
  {
    name: 'not-an-object',
    group: 'content',
    severity: 'low',
    source: 'measured',
    title: 'Bodies that are no object, cut off or empty, with a right signature',
    good: 'Odd bodies have a clear answer.',
    fault: 'The handler crashes on odd input.',
    change: 'Check the shape after the signature, and answer 400 when it is not what you expect.',
    risky: true,
    skipReason: unlessJson,
    plan: (subject) => ({
      sendings: ['[]', 'null', '"text"', '{"id":', ''].flatMap((body) =>
        sending(subject, 'handled', body === '' ? 'empty body' : body, { body }),
      ),
    }),
  },
  {
    name: 'wrong-type',
    group: 'content',
    severity: 'low',
    source: 'judgement',
    title: 'A form in place of JSON, signed as it is sent',
    good: 'A form has a clear answer.',
    fault: 'The handler crashes on another content type.',
    change: 'Refuse other content types with 415, or read them raw as well.',
    risky: true,
    skipReason: unlessJson,
    plan: (subject) => ({
      sendings: sending(subject, 'handled', 'a form', {
        body: 'id=check&type=check',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      }),
    }),
  },
]

/** Where the type of an event is, of those places that the template has. */
function typePlaces({ scheme, json, template }: Subject): { name: string; place: string }[] {
  if (scheme.id === 'service')
    return [
      { name: 'resourceType', place: '/resourceType' },
      { name: 'action', place: '/action' },
    ]
  const places = (senderPreset(scheme.id)?.meaning.eventType ?? ['/type', '/event']).flatMap((place) =>
    place.split('|'),
  )
  return places
    .filter((place) =>
      place.startsWith('/')
        ? typeof valueAt(json, place) === 'string'
        : template.headers.some(([name]) => name.toLowerCase() === place.toLowerCase()),
    )
    .map((place) => ({ name: place.startsWith('/') ? place.slice(1) : place, place }))
}
