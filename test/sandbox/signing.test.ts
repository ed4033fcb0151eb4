import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeJson } from '../../src/sandbox/outbox/encodeJson.ts'
import { signBody } from '../../src/sandbox/outbox/attemptDelivery.ts'
import { writeNotification } from '../../src/sandbox/outbox/sendNotifications.ts'
import { formatStamp } from '../../src/sandbox/world/formatStamp.ts'

const sample =
  '{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"b3b3318e-fb35-49f6-a115-416f4e76c26c","resourceId":"9c32c0d8-3e73-4896-8a7a-766c7428ac54","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}'

test('the published sample gives the published signature', () => {
  const bytes = Buffer.from(sample)
  expect(bytes).toHaveLength(262)
  expect(signBody('A7B6Fgl2KFI921gJ', bytes)).toBe('jeY/WGRS5RPYKG4K5Rv7PA7GmWW9GdQwwKvDUOuKo+8=')
})

test('a body that is not text is signed byte for byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  expect(signBody('schlüssel', bytes)).toBe(createHmac('sha256', 'schlüssel').update(bytes).digest('base64'))
})

test('a notification is written exactly as the sample', () => {
  const written = writeNotification({
    organizationId: 'cbbb36e0-f507-40e8-a839-c8982de5c2da',
    action: 'create',
    id: 'b3b3318e-fb35-49f6-a115-416f4e76c26c',
    resourceId: '9c32c0d8-3e73-4896-8a7a-766c7428ac54',
    resourceType: 'Payment',
    createdAtUtc: formatStamp(Date.UTC(2022, 2, 28, 11, 14, 11, 370), 4804),
    changes: null,
  })
  expect(written).toBe(sample)
})

test('times drop trailing zeros of their seven digits, and the point with the last of them', () => {
  const second = Date.UTC(2024, 0, 2, 3, 4, 5)
  expect(formatStamp(second, 0)).toBe('2024-01-02T03:04:05+00:00')
  expect(formatStamp(second + 370, 0)).toBe('2024-01-02T03:04:05.37+00:00')
  expect(formatStamp(second + 7, 80)).toBe('2024-01-02T03:04:05.007008+00:00')
  expect(formatStamp(second, 1)).toBe('2024-01-02T03:04:05.0000001+00:00')
})

test('text is escaped as .NET does by default', () => {
  expect(encodeJson(`a+b<c>d&e'f"g\`h`)).toBe(String.raw`"a\u002Bb\u003Cc\u003Ed\u0026e\u0027f\u0022g\u0060h"`)
  expect(encodeJson('Größe 𠮷')).toBe(String.raw`"Gr\u00F6\u00DFe \uD842\uDFB7"`)
  expect(encodeJson('tab\tline\nback\\slash/\u0001\u007f')).toBe(String.raw`"tab\tline\nback\\slash/\u0001\u007F"`)
})

test('what is written reads back as the same value', () => {
  const value = { name: 'Ελένη & "Söhne"', list: [1, 2.5, null, true, { ключ: '𠮷' }], empty: {} }
  expect(JSON.parse(encodeJson(value))).toEqual(value)
})
