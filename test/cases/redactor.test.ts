import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { ExportItem } from '../../src/engine/cases/exportSource.ts'
import { readPiece } from '../../src/engine/cases/readPiece.ts'
import { startRedactor } from '../../src/engine/cases/startRedactor.ts'
import type { ItemOptions } from '../../src/engine/cases/writeItem.ts'
import type { RedactionRules } from '../../src/shared/redaction/rules.ts'
import type { DeliveryFile } from '../../src/shared/wireTypes.ts'
import { soundCase } from './soundCase.ts'

const inPlace = startRedactor(Infinity)
const onThread = startRedactor(-1)
afterAll(async () => {
  await inPlace.stop()
  await onThread.stop()
})

const json = JSON.stringify({
  iban: 'DE89370400440532013000',
  api_token: 'secret123',
  customer: { name: 'Ada Lovelace', address: { city: 'London' } },
  notes: ['Ada Lovelace called from +44 20 7946 0958', 'ada@example.com', 'https://a.example/?token=abcdef'],
})
const form = `email=ada%40example.com&name=Ada+Lovelace&token=secret123&payload=${encodeURIComponent(json)}`

const bodies: [string, string | Buffer, string?][] = [
  ['nothing', ''],
  ['JSON', json],
  ['JSON in JSON', JSON.stringify({ data: json, deep: JSON.stringify([json]) })],
  ['deep lists', `${'['.repeat(400)}"ada@example.com",1${']'.repeat(400)}`],
  ['too deep lists', `${'['.repeat(600)}1${']'.repeat(600)}`],
  ['a form', form, 'application/x-www-form-urlencoded'],
  ['text', 'Ada Lovelace <ada@example.com>, 4111 1111 1111 1111'],
  ['bytes that are no text', gzipSync(json)],
]

const rules: RedactionRules = {
  personal: ['email', 'iban', 'card', 'phone', 'field'],
  pointers: ['/notes/0'],
  fingerprints: 'left-out',
  exactBodies: false,
}
const lenient: RedactionRules = { personal: [], pointers: [], fingerprints: 'kept', exactBodies: true }
const forms = ['case', 'ndjson', 'json', 'har', 'curl', 'http'] as const

function itemOf(body: string | Buffer, contentType = 'application/json'): ExportItem {
  const line = soundCase().lines.find((text) => text.includes('hookscope-delivery')) ?? ''
  const piece = readPiece(Buffer.from(line))
  if (piece?.kind !== 'delivery') throw new Error('The case has no delivery.')
  const { delivery }: DeliveryFile = piece.file
  return {
    handed: {
      delivery: {
        ...delivery,
        headers: [
          ['content-type', contentType],
          ['authorization', 'Bearer secret123'],
          ['x-user-name', 'Ada Lovelace'],
        ],
      },
      // A part of a larger buffer, as the store has them.
      bytes: new Uint8Array(Buffer.from(`before ${Buffer.from(body).toString('latin1')}`, 'latin1')).subarray(7),
    },
    environment: null,
    hidden: [{ text: 'London', mark: '[tunnel-host]' }],
    signsAddress: true,
  }
}

describe.each(bodies)('%s is redacted on the thread as it is in place', (_what, body, contentType) => {
  test.each([rules, lenient])('in each form and in the preview: %o', async (chosen) => {
    const item = itemOf(body, contentType)
    for (const as of forms) {
      const options: ItemOptions = { as, rules: chosen, origin: 'http://127.0.0.1:1', version: '1.0.0' }
      expect(await onThread.write(item, options)).toEqual(await inPlace.write(item, options))
    }
    expect(await onThread.preview(item, chosen)).toEqual(await inPlace.preview(item, chosen))
  })
})

const options: ItemOptions = { as: 'ndjson', rules, origin: 'http://127.0.0.1:1', version: '1.0.0' }

test('several deliveries are redacted one after the other, each with its own result', async () => {
  const items = bodies.map(([, body, contentType]) => itemOf(body, contentType))
  const [alone, together] = await Promise.all([
    Promise.all(items.map(async (item) => inPlace.write(item, options))),
    Promise.all(items.map(async (item) => onThread.write(item, options))),
  ])
  expect(together).toEqual(alone)
})

describe('a delivery that the thread cannot redact', () => {
  test('is a reason, and the next one is redacted', async () => {
    const bad = { ...options, rules: null as unknown as RedactionRules }
    await expect(onThread.write(itemOf(json), bad)).rejects.toMatchObject({
      why: { code: 'redaction-failed', fields: { delivery: itemOf(json).handed.delivery.id } },
    })
    expect((await onThread.write(itemOf(json), options)).text).toContain('hookscope-delivery')
  })

  test('is a reason when the program stops meanwhile', async () => {
    const stopped = startRedactor(-1)
    const work = stopped.write(itemOf(json), options)
    await stopped.stop()
    await expect(work).rejects.toMatchObject({ why: { code: 'redaction-failed' } })
  })
})
