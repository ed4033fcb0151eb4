import { describe, expect, it, test } from 'vitest'
import { maskAnswer, maskBytes, maskContent } from '../../../src/renderer/features/send/presentation/maskedWire.ts'
import { maskOfField, maskText } from '../../../src/renderer/features/send/presentation/maskText.ts'

describe('a text in front of a room', () => {
  test.each([
    ['POST http://127.0.0.1:4711/in/8f3kQq_9-Zx HTTP/1.1', 'POST http://127.0.0.1:4711/in/**** HTTP/1.1'],
    ['from ana.müller+x@nordlicht-handel.example, now', 'from [masked e-mail], now'],
    ['DE89 3704 0044 0532 0130 00 and NL91ABNA0417164300', '[masked account] and [masked account]'],
    ['card 4111 1111 1111 1111.', 'card [masked card].'],
    ['call +49 30 5550 0142', 'call [masked phone]'],
    ['peer 203.0.113.9 and 2001:db8::7', 'peer [masked address] and [masked address]'],
    ['Bearer abc.def-ghi', 'Bearer [masked token]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[masked token]'],
    ['https://ada:pw@example.com/x?token=s3cr3t&page=2', 'https://[masked]@example.com/x?token=[masked]&page=2'],
    ['/callback?mail=ana%40example.com&a=1', '/callback?mail=[masked e-mail]&a=1'],
    ['/in/k?city=Bremen&page=2&user_name=ada', '/in/****?city=[masked address]&page=2&user_name=[masked name]'],
    ['ctx eyJuYW1lIjoiQWRhIExvdmVsYWNlIn0=', 'ctx [masked]'],
    [Buffer.from('write to ana@example.com').toString('base64'), '[masked]'],
    ['/home/ada/.local/share/hookscope', '/home/[masked name]/.local/share/hookscope'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[masked token]'],
  ])('%s', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  test.each([
    'http://127.0.0.1:4711 and [::1]:80',
    '3f09ba0d-6e72-49ec-ae1c-6f1abd8ed324',
    '2026-11-21T16:01:12.1234567+00:00',
    '14:05:09.123',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    'fingerprint 1f2e3d4c, sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'x86/Qj4kVbW8rT1m5nY0cZ2aXe7uLh6sDf3gHj9kLm0=',
    'EUR 31,984.27, 1763740000000',
    '/api/trust/v1/payments/{resourceId}',
  ])('leaves %s as it is', (text) => {
    expect(maskText(text)).toBe(text)
  })
})

test.each([
  'email',
  'givenName',
  'counterparty_name',
  'iban',
  'accountNumber',
  'userName',
  'ipAddress',
  'postalCode',
  'IBAN',
  'date_of_birth',
  'refresh_token',
  'X-Api-Key',
  'city',
  'reviewer',
  'reference',
  'remittanceInformation',
])('a field called %s is masked', (name) => expect(maskOfField(name)).toMatch(/^\[masked/))

test.each([
  'resourceId',
  'custodialAccountId',
  'velocity',
  'capacity',
  'relationship',
  'shipping',
  'hotel',
  'status',
  'amount',
  'createdAtUtc',
  'signatureScheme',
  'fingerprint',
  'mapping',
  'addressId',
])('a field called %s is not', (name) => expect(maskOfField(name)).toBeNull())

describe('a body', () => {
  it('loses the values of personal fields in every place, and stays JSON', () => {
    const body =
      '{ "id": "a1", "counterparty": {"name":"Waterkant \\"B.V.\\"", "iban":"NL91"}, "phone": 4930555001, "amount": 12.50 }'
    const masked = maskContent(body)
    expect(masked).toBe(
      '{ "id": "a1", "counterparty": {"name":"[masked name]", "iban":"[masked account]"}, "phone": "[masked phone]", "amount": 12.50 }',
    )
    expect(() => JSON.parse(masked) as unknown).not.toThrow()
  })

  it('loses what looks personal in other fields, escaped or not', () => {
    const masked = maskContent('{"note":"ask \\u0061da\\u0040example.com \\"soon\\"","list":["10.0.0.7"]}')
    expect(JSON.parse(masked)).toEqual({ note: 'ask [masked e-mail] "soon"', list: ['[masked address]'] })
  })

  it('is masked as a form and as XML, too', () => {
    expect(maskContent('type=payment&email=ada%40example.com&name=Ada')).toBe(
      'type=payment&email=[masked e-mail]&name=[masked name]',
    )
    expect(maskContent('<p><fullName lang="en">Ada L</fullName><state>ok</state></p>')).toBe(
      '<p><fullName lang="en">[masked name]</fullName><state>ok</state></p>',
    )
  })

  it('keeps its number of bytes, whatever they are', () => {
    const body = Buffer.concat([
      Buffer.from('{"name":"Müller & Söhne 請求","iban":"DE1","card":12,"pin":4,"n":4111111111111111,"x":"'),
      Buffer.from([0xff, 0x00, 0x80, 0x9f]),
      Buffer.from('","mail":"ada@example.com"}'),
    ])
    const masked = Buffer.from(maskBytes(body))
    expect(masked).toHaveLength(body.length)
    expect(masked.includes(Buffer.from([0xff, 0x00, 0x80, 0x9f]))).toBe(true)
    expect(masked.toString('latin1')).toContain('"name":"[masked]****')
    expect(masked.toString('latin1')).not.toMatch(/ller|ada@|DE1|411111111111/)
  })

  it('is masked at any size and depth without giving up', () => {
    const deep = `${'['.repeat(20_000)}"ada@example.com"${']'.repeat(20_000)}`
    expect(maskContent(deep)).not.toContain('ada@')
    const long = new Uint8Array(1_500_000).fill(0x61)
    expect(maskBytes(long)).toHaveLength(long.length)
  })
})

describe('an answer of the engine', () => {
  it("loses what a row's headline says of a person, by the name of its field and by its looks", () => {
    const item = { kind: 'changed', before: 'Ada Lovelace', after: 'Grace Hopper' }
    const headline = {
      source: 'object',
      items: [
        { ...item, field: 'counterparty.name' },
        { field: 'reference', kind: 'value', before: null, after: 'ask ada@example.com' },
        { field: 'status', kind: 'changed', before: 'processing', after: 'settled' },
      ],
      more: 0,
    }
    const masked = JSON.stringify(maskAnswer({ headline }))
    for (const text of ['Ada', 'Lovelace', 'Grace', 'Hopper', 'ada@']) expect(masked).not.toContain(text)
    expect(masked).toContain('"before":"processing","after":"settled"')
  })

  it('loses names, keys, credentials and contents, and keeps its shape', () => {
    const answer = {
      id: '7',
      environment: {
        name: 'Acme',
        username: 'ada',
        receiverPath: '/in/8f3kQq9Zx',
        password: { set: true, fingerprint: '1f2e3d4c' },
      },
      headers: [
        ['Authorization', 'Bearer abc'],
        ['X-Forwarded-For', '203.0.113.9'],
        ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'],
      ],
      changes: '{"email":"ada@example.com","status":"active"}',
      difference: [
        { path: '/counterparty/name', before: '"Old GmbH"', after: '"New GmbH"' },
        { path: '/status', before: '"created"', after: null },
      ],
      peer: { address: '203.0.113.9', port: 1 },
      label: 'EUR 12.00 to Old GmbH',
      count: 3,
      none: null,
    }
    expect(maskAnswer(answer)).toEqual({
      id: '7',
      environment: {
        name: 'Acme',
        username: '[masked name]',
        receiverPath: '/in/****',
        password: { set: true, fingerprint: '1f2e3d4c' },
      },
      headers: [
        ['Authorization', '[masked]'],
        ['X-Forwarded-For', '[masked]'],
        ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'],
      ],
      changes: '{"email":"[masked e-mail]","status":"active"}',
      difference: [
        { path: '/counterparty/name', before: '"[masked name]"', after: '"[masked name]"' },
        { path: '/status', before: '"created"', after: null },
      ],
      peer: { address: '[masked address]', port: 1 },
      label: 'EUR 12.00 to [masked name]',
      count: 3,
      none: null,
    })
  })
})
