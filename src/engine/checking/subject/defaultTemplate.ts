import type { HeaderLine } from '../../../shared/model.ts'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import { placesOf, type SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { ContractExample } from '../../../shared/wireTypes.ts'
import { withValueInText } from '../../signature/jsonText.ts'
import { type Template, withHeaders } from './subject.ts'
import { cloudExamples } from './cloudExamples.ts'
import { codeExamples } from './codeExamples.ts'
import { commerceExamples } from './commerceExamples.ts'
import { messageExamples } from './messageExamples.ts'
import { paymentExamples } from './paymentExamples.ts'
import type { SenderExample } from './senderExample.ts'
import { standardExamples } from './standardExamples.ts'
import { voiceExamples } from './voiceExamples.ts'
import { workExamples } from './workExamples.ts'

/** The deliveries of all senders that document one, by the id of their scheme. */
export const senderExamples: Readonly<Record<string, SenderExample>> = {
  ...standardExamples,
  ...codeExamples,
  ...paymentExamples,
  ...commerceExamples,
  ...messageExamples,
  ...voiceExamples,
  ...cloudExamples,
  ...workExamples,
}

const usualHeaders: readonly HeaderLine[] = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['User-Agent', 'Hookscope-Check/1'],
  ['Accept', '*/*'],
]

/** A delivery as the sender documents it; where no example is known, what its preset says about its bodies, filled in. */
export function defaultTemplate(scheme: SignatureScheme): Template {
  const example = senderExamples[scheme.id]
  if (example === undefined) return buildTemplate(scheme)
  return {
    method: 'POST',
    headers: withHeaders(usualHeaders, example.headers ?? []),
    body: Buffer.from('text' in example ? example.text : JSON.stringify(example.body)),
  }
}

/** An example of a contract in place of the sender's own. */
export function exampleTemplate(scheme: SignatureScheme, { headers, body }: ContractExample): Template {
  const usual = defaultTemplate(scheme)
  return { ...usual, headers: withHeaders(usual.headers, headers), body: Buffer.from(body) }
}

function buildTemplate(scheme: SignatureScheme): Template {
  if ('message' in scheme && placesOf(scheme.message).includes('{form}')) return formTemplate()
  const preset = senderPreset(scheme.id)
  const shape = (preset?.shape ?? []).map((each) => each.split('='))
  const places = [
    ...shape.map(([pointer = '', value]): [string, unknown] => [pointer, value ?? 'check']),
    ...(preset === undefined ? [] : meaningPlaces(preset.meaning)),
  ]
  let body = JSON.stringify({ id: 'evt_check', type: 'check.created', data: { id: 'obj_check', amount: 1200 } })
  const more: HeaderLine[] = []
  for (const [place, value] of places) {
    if (place.startsWith('/')) body = withValueInText(body, place, JSON.stringify(value)) ?? body
    // One header can be the type of the event and of its object, too.
    else if (!more.some(([name]) => name === place)) more.push([place, String(value)])
  }
  const whole = scheme.items === undefined ? body : (withValueInText('{}', scheme.items, `[${body}]`) ?? body)
  return { method: 'POST', headers: [...usualHeaders, ...more], body: Buffer.from(whole) }
}

function formTemplate(): Template {
  const headers = withHeaders(usualHeaders, [['Content-Type', 'application/x-www-form-urlencoded']])
  return { method: 'POST', headers, body: Buffer.from('id=check&type=check.created&amount=1200') }
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
