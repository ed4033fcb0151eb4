import { expect, test } from 'vitest'
import { call, configPath, obtainToken, openSandbox, readonlyPath, secret, type Answer } from './support.ts'

async function open() {
  const sandbox = await openSandbox()
  const token = await obtainToken(sandbox)
  const patch = (body: unknown): Promise<Answer> =>
    call(`${sandbox.url}${configPath}`, { method: 'PATCH', token, body })
  const read = (): Promise<Answer> => call(`${sandbox.url}${configPath}`, { token })
  const create = (body: unknown): Promise<Answer> =>
    call(`${sandbox.url}${readonlyPath}`, { method: 'POST', token, body })
  return { sandbox, token, patch, read, create }
}

test('a read only user is created with exactly the documented fields', async () => {
  const { sandbox, create } = await open()
  const { status, json } = await create({ email: 'reader@example.com' })
  expect(status).toBe(201)
  expect(Object.keys(json)).toEqual(['id', 'name', 'phone', 'email', 'readonlyEmail', 'readonlyPassword'])
  expect(json).toMatchObject({
    id: sandbox.credentials.organizationId,
    email: sandbox.credentials.username,
    readonlyEmail: 'reader@example.com',
  })
  expect(String(json['readonlyPassword']).length).toBeGreaterThanOrEqual(16)
})

test('an email is used once, in whatever case, and the master email counts', async () => {
  const { sandbox, create } = await open()
  await create({ email: 'reader@example.com' })
  for (const email of ['reader@example.com', 'READER@example.com', sandbox.credentials.username]) {
    const { status, headers, json } = await create({ email })
    expect(status).toBe(409)
    expect(headers['content-type']).toContain('application/problem+json')
    expect(json).toMatchObject({
      type: expect.stringMatching(/^https:/),
      title: expect.stringContaining('already exists'),
      status: 409,
      traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
      errors: { email: [expect.any(String)] },
    })
  }
})

test.each([{}, { email: '' }, { email: 'no-at' }, { email: 'two@@example.com' }, { email: 7 }])(
  'no read only user is made of %j',
  async (body) => {
    const { create } = await open()
    const { status, json } = await create(body)
    expect(status).toBe(400)
    expect(json['errors']).toHaveProperty('email')
  },
)

test('the webhook-config starts disabled, is patched in part, and never shows its secret', async () => {
  const { sandbox, patch, read } = await open()
  expect((await read()).json).toEqual({ url: null, enabled: false, sharedSecret: null, webhookTypes: [] })
  expect(sandbox.webhookConfig()).toEqual({ url: '', enabled: false, webhookTypes: [] })

  const url = 'https://receiver.example.com/in/key'
  const first = await patch({ url, sharedSecret: secret, webhookTypes: ['payment', 'kyc', 'payment'], later: 'field' })
  expect(first.status).toBe(200)
  expect(first.json).toEqual({ url, enabled: false, sharedSecret: '********', webhookTypes: ['payment', 'kyc'] })
  const second = await patch({ enabled: true })
  expect(second.json).toEqual({ ...first.json, enabled: true })
  expect((await read()).json).toEqual(second.json)
  expect(sandbox.webhookConfig()).toEqual({ url, enabled: true, webhookTypes: ['payment', 'kyc'] })
})

test('notifications are not enabled while url or secret is missing, and it says which', async () => {
  const { sandbox, patch } = await open()
  const both = await patch({ enabled: true })
  expect(both.status).toBe(400)
  expect(both.json['title']).toContain('url and sharedSecret')
  expect(Object.keys(both.json['errors'] as object)).toEqual(['url', 'sharedSecret'])
  const one = await patch({ enabled: true, url: 'http://127.0.0.1:9/' })
  expect(Object.keys(one.json['errors'] as object)).toEqual(['sharedSecret'])
  expect(sandbox.webhookConfig()).toEqual({ url: '', enabled: false, webhookTypes: [] })
})

test.each([
  ['url', '/relative'],
  ['url', 'ftp://example.com/'],
  ['url', 'http:example.com'],
  ['url', 'https://user:secret@example.com/'],
  ['url', ''],
  ['url', null],
  ['enabled', 'true'],
  ['enabled', 1],
  ['sharedSecret', ''],
  ['sharedSecret', 5],
  ['sharedSecret', '********'],
  ['webhookTypes', 'payment'],
  ['webhookTypes', ['Payment']],
  ['webhookTypes', ['payment', 'invoice']],
  ['webhookTypes', [['payment']]],
])('%s cannot be %j, and nothing changes', async (name, value) => {
  const { patch, read } = await open()
  const before = (await read()).json
  const { status, json } = await patch({ webhookTypes: ['kyc'], [name]: value })
  expect(status).toBe(400)
  expect(Object.keys(json['errors'] as object)).toEqual([name])
  expect((await read()).json).toEqual(before)
})

test('bodies that are not a JSON object are refused', async () => {
  const { sandbox, token, patch } = await open()
  for (const body of ['{"enabled":', '[]', '"text"', Buffer.from([0x7b, 0xff, 0x7d])]) {
    expect((await patch(body)).status).toBe(400)
  }
  const headers = { 'content-type': 'text/plain', authorization: `Bearer ${token}` }
  const other = await call(`${sandbox.url}${configPath}`, { method: 'PATCH', headers, body: '{}' })
  expect(other.status).toBe(415)
  expect((await patch('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
})

test('other methods are answered 405 and other paths 404', async () => {
  const { sandbox, token } = await open()
  const wrong = await call(`${sandbox.url}${configPath}`, { method: 'DELETE', token })
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, PATCH'])
  const get = await call(`${sandbox.url}${readonlyPath}`, { token })
  expect([get.status, get.headers['allow']]).toEqual([405, 'POST'])
  expect((await call(`${sandbox.url}/api/other`, { token })).status).toBe(404)
  expect((await call(`${sandbox.url}/other`)).status).toBe(404)
})
