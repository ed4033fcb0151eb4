import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maskedWire } from '../../../src/renderer/features/send/presentation/maskedWire.ts'
import { Problem } from '../../../src/renderer/data/wire/problem.ts'
import type { Client, Wire } from '../../../src/renderer/data/wire/wire.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let wire: Wire
let client: Client

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  wire = {
    client: test.client as unknown as Client,
    session: null,
    state: () => ({ kind: 'open' }),
    subscribe: () => () => {},
    stop: () => {},
  }
  client = maskedWire(wire).client
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

describe('the wire while presenting', () => {
  it('never brings the key, the user or what is personal in an object to the page', async () => {
    const { deliveryId } = await client.sandbox.demo()
    const answers = JSON.stringify([
      await client.status(),
      await client.environments.list(),
      await client.deliveries.get({ id: deliveryId }),
      await client.deliveries.attempts({ id: deliveryId }),
      await client.webhookConfig.get({ id: 'sandbox' }),
      await client.webhookConfig.history({ id: 'sandbox' }),
      await client.sandbox.get(),
    ])
    const [clear] = await test.client.environments.list()
    const [attempt] = await test.client.deliveries.attempts({ id: deliveryId })
    const { counterparty } = JSON.parse(attempt?.body ?? '') as { counterparty: Record<string, string> }
    const hidden = [
      clear?.receiverPath.slice('/in/'.length),
      clear?.username,
      counterparty['name'],
      counterparty['bic'],
    ]
    for (const text of hidden) {
      expect(text).toMatch(/.{4}/)
      expect(answers).not.toContain(JSON.stringify(text).slice(1, -1))
    }
    expect(answers).toContain('[masked name]')
  })

  it('masks bodies by range, as the same bytes that the whole has there', async () => {
    const { receiver, environment } = await test.client.status()
    const sent = `{"pad":"${'x'.repeat(300)}","email":"ada@example.com"}`
    await fetch(receiver.origin + environment.receiverPath, { method: 'POST', body: sent })
    const whole = Buffer.from(await (await client.deliveries.body({ id: '1' })).arrayBuffer())
    expect(whole).toHaveLength(sent.length)
    expect(whole.toString()).toContain('"email":"[masked]*******"')
    const part = Buffer.from(await (await client.deliveries.body({ id: '1', start: 300, end: 330 })).arrayBuffer())
    expect(part).toEqual(whole.subarray(300, 330))
  })

  it('shows no body that the page would have to unpack or recode: nothing in it can be masked', async () => {
    const { receiver, environment } = await test.client.status()
    const text = '{"email":"ada@example.com"}'
    const bodies = [gzipSync(text), deflateRawSync(text), Buffer.from(`\ufeff${text}`, 'utf16le')]
    for (const [index, body] of bodies.entries()) {
      await fetch(receiver.origin + environment.receiverPath, { method: 'POST', body: new Uint8Array(body) })
      await expect(client.deliveries.body({ id: String(index + 1) })).rejects.toMatchObject({
        message: expect.stringContaining('cannot be masked') as string,
      })
    }
  })

  it('refuses with a sentence what would store what is masked, or reveal a secret', async () => {
    const { environment } = await client.status()
    const calls = [
      client.environments.update({ id: 'sandbox', username: environment.username }),
      client.environments.reveal({ id: 'sandbox', secret: 'password' }),
      client.webhookConfig.apply({ id: 'sandbox', enabled: false }),
    ]
    for (const call of calls) {
      const error = await call.catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Problem)
      expect(error).toMatchObject({ message: expect.stringContaining('Not available while presenting') as string })
    }
  })

  it('masks what a failure tells', async () => {
    const answer = { status: 401, body: '{"username":"Ada Lovelace"}', durationMs: 5 }
    const get = async () => Promise.reject(new Problem('No answer from ada@example.com.', { field: 'id', answer }))
    const masked = maskedWire({ ...wire, client: { objects: { get } } as unknown as Client }).client
    const error = await masked.objects
      .get({ resourceType: 'Payment', resourceId: '1' })
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({ message: 'No answer from [masked e-mail].', field: 'id', answer: { status: 401 } })
    expect(JSON.stringify(error)).not.toContain('Lovelace')
  })

  it('masks what the feed tells', async () => {
    const abort = new AbortController()
    const feed = await client.feed(undefined, { signal: abort.signal })
    for await (const message of feed) {
      expect(JSON.stringify(message)).toContain('/in/****')
      break
    }
    abort.abort()
  })
})
