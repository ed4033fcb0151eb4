import { describe, expect, test } from 'vitest'
import { defaultTemplate } from '../../src/engine/checking/subject/defaultTemplate.ts'
import { codeExamples } from '../../src/engine/checking/subject/codeExamples.ts'
import { subjectOf } from '../../src/engine/checking/subject/subject.ts'
import { workExamples } from '../../src/engine/checking/subject/workExamples.ts'
import { valueAt } from '../../src/shared/jsonPointer.ts'
import { schemePresets, senderPreset } from '../../src/shared/signature/schemePresets.ts'
import { schemeNamed } from './gradeHandler.ts'
import { keysFor } from '../build/schemeKeys.ts'

const templateOf = (id: string) => {
  const { headers, body } = defaultTemplate(schemeNamed(id))
  const text = Buffer.from(body).toString()
  return { headers, names: headers.map(([name]) => name.toLowerCase()), text }
}

describe('the delivery that a check sends by default', () => {
  test.each(schemePresets.map(({ id }) => id))('of %s has no header twice', (id) => {
    const { names } = templateOf(id)
    expect(names).toEqual([...new Set(names)])
  })

  test.each(Object.keys({ ...codeExamples, ...workExamples }))(
    'of %s has the places in which its preset looks for type, id and object',
    (id) => {
      const { names, text } = templateOf(id)
      const { meaning } = senderPreset(id) ?? {}
      if (meaning === undefined) throw new Error(`no preset ${id}`)
      const body: unknown = JSON.parse(text)
      const items = meaning.items === undefined ? body : valueAt(body, meaning.items)
      const event: unknown = Array.isArray(items) ? items[0] : items
      const isThere = (place: string) => {
        // The signer sets the header of the id.
        if (place.startsWith('=') || place === '@key' || place === schemeNamed(id).idHeader) return true
        if (!place.startsWith('/')) return names.includes(place.toLowerCase())
        return valueAt(event, place) !== undefined
      }
      for (const place of [...meaning.eventType, meaning.eventId, meaning.objectType, meaning.objectId])
        if (place !== undefined && place !== '')
          expect(`${place} ${place.split('|').some(isThere)}`).toBe(`${place} true`)
    },
  )

  test.each([
    ['shopify', { 'X-Shopify-Topic': 'orders/create' }],
    ['github', { 'X-GitHub-Event': 'issues' }],
    ['sentry', { 'Sentry-Hook-Resource': 'issue' }],
    ['twitch', { 'Twitch-Eventsub-Message-Type': 'notification' }],
  ])('of %s has a type that its documentation names', (id, expected) => {
    expect(Object.fromEntries(templateOf(id).headers)).toMatchObject(expected)
  })

  test('has an id of its own in every place where a receiver may look for one', () => {
    const scheme = schemeNamed('shopify')
    const subject = subjectOf({
      url: 'http://127.0.0.1/',
      scheme,
      secret: keysFor(scheme).signs,
      template: defaultTemplate(scheme),
      seed: 7,
      now: Date.now,
    })
    const ids = () =>
      subject
        .delivery()
        ?.headers.filter(([name]) => /^X-Shopify-(?:Webhook|Event)-Id$/.test(name))
        .map(([, value]) => value) ?? []
    const [first, second] = [ids(), ids()]
    expect(first).toHaveLength(2)
    expect(new Set([...first, ...second]).size).toBe(4)
  })
})
