import type { HeaderLine } from '../../../shared/model.ts'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import { placesOf, type SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { type JsonObject, withValueAt } from './jsonTexts.ts'
import { codeExamples } from './codeExamples.ts'
import { type Template, withHeaders } from './subject.ts'
import { workExamples } from './workExamples.ts'

/** A delivery as the sender documents it; where no example is known, what its preset says about its bodies, filled in. */
export function defaultTemplate(scheme: SignatureScheme): Template {
  const headers: HeaderLine[] = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['User-Agent', 'Hookscope-Check/1'],
    ['Accept', '*/*'],
  ]
  if (scheme.id === 'service') return { method: 'POST', headers, body: Buffer.from(JSON.stringify(notification)) }
  if ('message' in scheme && placesOf(scheme.message).includes('{form}')) return formTemplate(headers)
  const example = codeExamples[scheme.id] ?? workExamples[scheme.id]
  if (example !== undefined)
    return {
      method: 'POST',
      headers: withHeaders(headers, example.headers ?? []),
      body: Buffer.from(JSON.stringify(example.body)),
    }
  const preset = senderPreset(scheme.id)
  const shape = (preset?.shape ?? []).map((each) => each.split('='))
  const places = [
    ...shape.map(([pointer = '', value]): [string, unknown] => [pointer, value ?? 'check']),
    ...(preset === undefined ? [] : meaningPlaces(preset.meaning)),
  ]
  let body: JsonObject = { id: 'evt_check', type: 'check.created', data: { id: 'obj_check', amount: 1200 } }
  const more: HeaderLine[] = []
  for (const [place, value] of places) {
    if (place.startsWith('/')) body = withValueAt(body, place, value)
    // One header can be the type of the event and of its object, too.
    else if (!more.some(([name]) => name === place)) more.push([place, String(value)])
  }
  const whole = scheme.items === undefined ? body : withValueAt({}, scheme.items, [body])
  return { method: 'POST', headers: [...headers, ...more], body: Buffer.from(JSON.stringify(whole)) }
}

const notification = {
  organizationId: 'c4ec0000-0000-4000-a000-000000000001',
  action: 'create',
  id: 'c4ec0000-0000-4000-a000-000000000002',
  resourceId: 'c4ec0000-0000-4000-a000-000000000003',
  resourceType: 'Payment',
  createdAtUtc: '2026-01-31T12:00:00.0000000Z',
  changes: { status: { before: 'pending', after: 'settled' } },
}

function formTemplate(headers: readonly HeaderLine[]): Template {
  const body = 'MessageSid=SM00000000000000000000000000000001&From=%2B15550100&To=%2B15550101&Body=check'
  const others = headers.filter(([name]) => name !== 'Content-Type')
  return {
    method: 'POST',
    headers: [['Content-Type', 'application/x-www-form-urlencoded'], ...others],
    body: Buffer.from(body),
  }
}

function meaningPlaces(meaning: NonNullable<ReturnType<typeof senderPreset>>['meaning']): [string, unknown][] {
  const usable = (place: string | undefined, value: unknown): [string, unknown][] => {
    const [first = ''] = (place ?? '').split('|')
    return first === '' || /^[=@]/.test(first) ? [] : [[first, value]]
  }
  // One event of many: the pointers start at an item, and the template stays an object.
  if (meaning.items !== undefined) return []
  return [
    ...meaning.eventType.flatMap((place) => usable(place, 'check')),
    ...usable(meaning.eventId, 'evt_check'),
    ...usable(meaning.objectType, 'check'),
    ...usable(meaning.objectId, 'obj_check'),
  ]
}
