import { expect, test } from 'vitest'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { call, configPath, openSandbox } from './support.ts'
import { CannotListen } from '../../src/shared/cannotListen.ts'

test('a web page cannot drive the sandbox: foreign Host or any Origin is refused on every path', async () => {
  const sandbox = await openSandbox()
  const host = sandbox.url.slice('http://'.length)
  const port = host.split(':')[1]
  const foreign = [
    ['host', 'evil.test'],
    ['host', `evil.test:${port}`],
    ['host', `localhost.evil.test:${port}`],
    ['host', '127.0.0.1'],
    ['host', '127.0.0.1:1'],
    ['host', host, 'host', 'evil.test'],
    ['host', host, 'origin', 'null'],
    ['host', host, 'origin', 'https://evil.test'],
    ['host', host, 'origin', sandbox.url],
  ]
  for (const path of ['/', '/openapi.json', '/oauth/token', configPath, '/nothing']) {
    for (const headers of foreign) {
      const { status, text } = await call(`${sandbox.url}${path}`, { headers })
      expect([path, headers, status]).toEqual([path, headers, 403])
      expect(text).not.toContain(sandbox.credentials.password)
    }
  }
  for (const own of [host, `localhost:${port}`]) {
    expect((await call(`${sandbox.url}/`, { headers: ['host', own] })).status).toBe(200)
  }
})

test('the root tells a local client all it needs', async () => {
  const sandbox = await openSandbox()
  const { organizationId: _, ...credentials } = sandbox.credentials
  const { json, headers } = await call(`${sandbox.url}/`)
  const collections = expect.objectContaining({ payment: '/api/trust/v1/payments', wallet: '/api/wallet/v1/wallets' })
  expect(json).toEqual({ url: sandbox.url, ...credentials, collections: collections as object })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

test('the OpenAPI document describes every collection and points only at schemas that exist', async () => {
  const sandbox = await openSandbox()
  const { json, text } = await call(`${sandbox.url}/openapi.json`)
  expect(json['openapi']).toBe('3.1.0')
  const paths = Object.keys(json['paths'] as object)
  expect(paths).toHaveLength(3 + 20 + 2 + 1)
  expect(paths).toContain('/api/trust/v1/custodial-accounts/{id}')
  expect(paths).toContain('/api/wallet/v1/wallets')
  const { schemas } = json['components'] as { schemas: Record<string, unknown> }
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !Object.hasOwn(schemas, name))).toEqual([])
  expect(text).toContain('x-assumption')
})

test('a taken port is a sentence, not a crash', async () => {
  const sandbox = await openSandbox()
  const port = Number(new URL(sandbox.url).port)
  const error = await startSandbox({ port }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CannotListen)
  expect(error).toMatchObject({ code: 'EADDRINUSE', port, message: expect.stringContaining('Choose another port') })
})
