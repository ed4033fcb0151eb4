import { describe, expect, test } from 'vitest'
import { defaultTemplate, senderExamples } from '../../src/engine/checking/subject/defaultTemplate.ts'
import { subjectOf } from '../../src/engine/checking/subject/subject.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { fieldsOf, readEvent } from '../../src/engine/store/index/readEvent.ts'
import { recognizeSenders } from '../../src/engine/store/index/recognizeSenders.ts'
import { headerValues } from '../../src/shared/headers.ts'
import { parseNotification } from '../../src/shared/parseNotification.ts'
import { schemePresets, senderPreset } from '../../src/shared/signature/schemePresets.ts'
import { placesOf, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import { schemeNamed } from './gradeHandler.ts'
import { keysFor } from '../build/schemeKeys.ts'

const url = 'https://example.com/hooks?x=1'

/** Senders whose documentation shows no delivery. The list may only get shorter. */
const undocumented = ['messagebird']

const ids = schemePresets.map(({ id }) => id)
const documented = ids.filter((id) => !undocumented.includes(id))

function subjectFor(scheme: SignatureScheme) {
  const template = defaultTemplate(scheme)
  return subjectOf({ url, scheme, secret: keysFor(scheme).signs, template, seed: 7, now: Date.now })
}

/** A delivery of the template as it goes out. */
function sentBy(id: string) {
  const scheme = schemeNamed(id)
  const sent = subjectFor(scheme).delivery()
  if (sent === null) throw new Error(`${id} is not signed`)
  const headers = sent.headers.flat()
  return { scheme, sent, headers, root: fieldsOf(headers, sent.body), text: Buffer.from(sent.body).toString('utf8') }
}

/** Names of the headers that a receiver needs to check the signature. */
function neededHeaders(scheme: SignatureScheme): string[] {
  const inMessage = 'message' in scheme ? placesOf(scheme.message) : []
  const named = inMessage.flatMap((place) => /^\{headers?:([^}]+)\}$/.exec(place)?.[1] ?? [])
  return [
    ...(scheme.header === '' ? [] : [scheme.header]),
    ...(scheme.timestamp?.from === 'header' ? [scheme.timestamp.name] : []),
    ...(scheme.idHeader === null ? [] : [scheme.idHeader]),
    ...named,
    ...(scheme.kind === 'http-signature' ? ['Signature-Input', 'Content-Digest'] : []),
  ]
}

test('every sender has a documented delivery but for those that are named', () => {
  expect(ids.filter((id) => !(id in senderExamples))).toEqual(undocumented)
  expect(Object.keys(senderExamples).filter((id) => !ids.includes(id))).toEqual([])
})

describe.each(ids)('the delivery that a check sends of %s', (id) => {
  test('has every header once, and those that its signature needs', () => {
    const { scheme, sent, headers } = sentBy(id)
    const names = sent.headers.map(([name]) => name.toLowerCase())
    expect(names).toEqual([...new Set(names)])
    for (const name of neededHeaders(scheme)) {
      expect([name, headerValues(headers, name).length]).toEqual([name, 1])
      expect([name, headerValues(headers, name)[0]]).not.toEqual([name, ''])
    }
  })

  test('has the content type of its body', () => {
    const { headers, text, root } = sentBy(id)
    const [type = ''] = headerValues(headers, 'content-type')
    if (text === '') expect(id).toBe('google-channel')
    else if (/form-urlencoded/.test(type)) expect(Object.keys(root as object).length).toBeGreaterThan(1)
    else if (/jwt/.test(type)) expect(text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    else if (/xml/.test(type)) expect(text).toMatch(/^<\?xml /)
    else {
      expect(type).toMatch(/^(?:application\/(?:[\w.-]+\+)?json|text\/plain)\b/)
      expect(() => JSON.parse(text) as unknown).not.toThrow()
      if (type.startsWith('text/')) expect(id).toMatch(/^aws-sns/)
    }
  })

  test('is proved by the key of its sender', () => {
    const { scheme, sent, headers } = sentBy(id)
    const key = verificationSecret({ id: 's', label: 's', text: keysFor(scheme).checks, current: true }, scheme)
    const { method, body } = sent
    const request = { method, headers, body, truncated: false, urls: [sent.url], receivedAt: Date.now() }
    expect(verifySignature(request, scheme, [key]).verdict).toBe('valid')
  })
})

/** Several presets for one sender, which only the value of the signature tells apart. */
const families = [['hubspot-v1', 'hubspot-v2'], ids.filter((id) => id.startsWith('http-signature-'))]

/** Fields that the documented delivery lacks, although others of this sender have them. */
const absent: Readonly<Record<string, readonly string[]>> = {
  // Interactions have an id, webhook events have none.
  discord: ['id'],
  // Pages have a time in each entry, WhatsApp has none.
  meta: ['time'],
}

describe.each(documented.filter((id) => id !== 'service'))('the documented delivery of %s', (id) => {
  test('is recognised as one of this sender', () => {
    const { headers, root, scheme } = sentBy(id)
    const found = recognizeSenders(headers, root).map((each) => each.scheme)
    const family = families.find((each) => each.includes(id)) ?? [id]
    const isNamed = [...senderPreset(id)!.telltales, ...(senderPreset(id)!.shape ?? [])].length > 0
    // A common header says nothing of its sender.
    if (!isNamed && ['authorization', 'signature'].includes(scheme.header.toLowerCase())) return
    expect(found.some((each) => family.includes(each))).toBe(true)
  })

  test('has its type, its id and its object where the summary reads them', () => {
    const { sent, headers } = sentBy(id)
    const { meaning } = senderPreset(id)!
    const event = readEvent(headers, sent.body, meaning)
    const has = (place: string | undefined, name: string) => place !== undefined && !(absent[id] ?? []).includes(name)
    const isCloudEvent = id === 'cloudevents'
    expect({
      type: event.eventType !== null,
      id: event.eventId !== null,
      time: event.happenedAt !== null,
      objectType: event.objectType !== null,
      objectId: event.objectId !== null,
    }).toEqual({
      type: isCloudEvent || meaning.eventType.length > 0,
      id: isCloudEvent || has(meaning.eventId, 'id'),
      time: isCloudEvent || has(meaning.time, 'time'),
      objectType: isCloudEvent || has(meaning.objectType, 'objectType'),
      objectId: isCloudEvent || has(meaning.objectId, 'objectId'),
    })
    expect(event.eventType ?? '').not.toMatch(/check/)
  })

  test('has a new id in every delivery, in the form of the example and everywhere the same', () => {
    const scheme = schemeNamed(id)
    const subject = subjectFor(scheme)
    const { meaning } = senderPreset(id)!
    if (meaning.eventId === undefined || absent[id]?.includes('id') === true) return
    const read = (headers: string[], body: Uint8Array) => readEvent(headers, body, meaning).eventId ?? ''
    const template = defaultTemplate(scheme)
    const example = read(template.headers.flat(), template.body)
    const made = [1, 2, 3].map(() => {
      const sent = subject.delivery()
      if (sent === null) throw new Error(`${id} is not signed`)
      return {
        id: read(sent.headers.flat(), sent.body),
        all: `${sent.headers.flat().join('\n')}\n${Buffer.from(sent.body).toString()}`,
      }
    })
    expect(new Set(made.map((each) => each.id)).size).toBe(3)
    for (const each of made) {
      expect(each.all).not.toContain(example)
      // A digit stays a digit, and a prefix stays.
      expect(/^\d+$/.test(each.id)).toBe(/^\d+$/.test(example))
      expect(/^(?:[A-Za-z]+|c4ec0000)[_-]/.exec(each.id)?.[0]).toBe(/^(?:[A-Za-z]+|c4ec0000)[_-]/.exec(example)?.[0])
      expect(/[a-z]/.test(each.id)).toBe(/[a-z]/.test(example))
    }
  })
})

test('the delivery of the service has the headers and fields of its interface document', () => {
  const { headers, text } = sentBy('service')
  expect(headers.filter((_text, at) => at % 2 === 0).map((name) => name.toLowerCase())).toEqual(
    expect.arrayContaining(['content-type', 'traceparent', 'request-id', 'request-context', 'x-service-webhook-hmac']),
  )
  expect(parseNotification(Buffer.from(text)).problem).toBeNull()
})

test.each([
  ['shopify', { 'X-Shopify-Topic': 'orders/create' }],
  ['github', { 'X-GitHub-Event': 'issues' }],
  ['sentry', { 'Sentry-Hook-Resource': 'issue' }],
  ['twitch', { 'Twitch-Eventsub-Message-Type': 'notification' }],
])('the delivery of %s has a type that its documentation names', (id, expected) => {
  expect(Object.fromEntries(defaultTemplate(schemeNamed(id)).headers)).toMatchObject(expected)
})

test('a delivery has an id of its own in every place where a receiver may look for one', () => {
  const subject = subjectFor(schemeNamed('shopify'))
  const idsOf = () =>
    subject
      .delivery()
      ?.headers.filter(([name]) => /^X-Shopify-(?:Webhook|Event)-Id$/.test(name))
      .map(([, value]) => value) ?? []
  const [first, second] = [idsOf(), idsOf()]
  expect(first).toHaveLength(2)
  expect(new Set([...first, ...second]).size).toBe(4)
})
