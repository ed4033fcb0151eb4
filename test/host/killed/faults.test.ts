import { createHmac } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceLostKey } from '../../../src/host/keys/openKeeper.ts'
import { untilHolds } from '../../../tools/untilHolds.ts'
import { json, startScriptedServer, type ScriptedServer } from '../../build/startScriptedServer.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextDelivery, nextFollowUp, startTestHost, type TestHost } from '../../build/startTestHost.ts'

const secret = 'a shared secret'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let service: ScriptedServer

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  service = await startScriptedServer((request, response) => {
    if (request.path === '/oauth/token') json(response, 200, { access_token: 't', expires_in: 3600 })
    else json(response, 200, { id: 'x' })
  })
})
afterEach(async () => {
  await test.host.stop()
  await service.stop()
  folder.remove()
})

/** An environment at the scripted service, with credentials and a secret. Answers its receiver URL. */
async function connect(): Promise<{ id: string; url: string }> {
  const { id, receiverPath } = await test.client.environments.create({
    name: 'Scripted',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'c',
    audience: 'a',
    username: 'u',
    password: 'p',
    sharedSecret: secret,
  })
  return { id, url: test.host.receiverOrigin + receiverPath }
}

/** Waits until every delivery's follow-up has come to this state. */
async function allFollowUps(state: 'done' | 'failed'): Promise<void> {
  await untilHolds(test.host, async () => {
    const { items } = await test.client.deliveries.list({ limit: 100 })
    return items.length > 0 && items.every(({ followUp }) => followUp.state === state)
  })
}

/** How many deliveries there are by the state of their follow-up. */
async function followUpStates(): Promise<Map<string, number>> {
  const states = new Map<string, number>()
  let before: string | undefined
  do {
    const page = await test.client.deliveries.list({ limit: 500, ...(before === undefined ? {} : { before }) })
    for (const { followUp } of page.items) states.set(followUp.state, (states.get(followUp.state) ?? 0) + 1)
    before = page.next ?? undefined
  } while (before !== undefined)
  return states
}

async function send(method: 'POST' | 'PUT', url: string, number: number): Promise<number> {
  const body = JSON.stringify({
    id: `n-${number}`,
    resourceType: 'Payment',
    resourceId: `r-${number}`,
    action: 'create',
  })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const response = await fetch(url, { method, headers: { 'x-service-webhook-hmac': signature }, body })
  return response.status
}

describe('follow-ups', () => {
  it('that a stop breaks off wait on disk and run after the next start, each once', async () => {
    const { url } = await connect()
    let asked = 0
    const allHang = new Promise<void>((resolve) => {
      service.answer = (request, response) => {
        if (request.path === '/oauth/token') json(response, 200, { access_token: 't', expires_in: 3600 })
        else if (++asked === 4) resolve()
      }
    })
    for (let number = 0; number < 10; number += 1) expect(await send('POST', url, number)).toBe(200)
    await allHang
    await test.host.stop()

    service.answer = (request, response) =>
      json(response, 200, request.path === '/oauth/token' ? { access_token: 't', expires_in: 3600 } : { id: 'x' })
    service.seen.length = 0
    test = await startTestHost(folder.path)
    await allFollowUps('done')
    const gets = service.seen.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(gets).toHaveLength(10)
    expect(new Set(gets).size).toBe(10)
  })

  it('that wait by the hundred when the app restarts are each done once', { tags: 'full' }, async () => {
    const { url } = await connect()
    let asked = 0
    let onMiddle: () => void = () => undefined
    const inTheMiddle = new Promise<void>((resolve) => {
      onMiddle = resolve
    })
    service.answer = (request, response) => {
      if (request.path === '/oauth/token') return json(response, 200, { access_token: 't', expires_in: 3600 })
      if (++asked === 100) onMiddle()
      // None is answered before all are received, so that hundreds really wait.
      return void allReceived.then(() => json(response, 200, { id: 'x' }))
    }
    const numbers = Array.from({ length: 300 }, (_, index) => index)
    const allReceived = Promise.all(numbers.map(async (number) => send('POST', url, number)))
    expect(new Set(await allReceived)).toEqual(new Set([200]))
    await inTheMiddle
    await test.host.stop()
    const before = asked
    expect(before).toBeLessThan(300)

    test = await startTestHost(folder.path)
    await untilHolds(test.host, async () => asked >= 300 && (await followUpStates()).get('done') === 300)
    const gets = service.seen.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(gets).toHaveLength(300)
    expect(new Set(gets).size).toBe(300)
  })

  it('run once for a hundred deliveries of one notification at the same moment', async () => {
    const { url } = await connect()
    const ended = nextFollowUp(test.host)
    const answers = await Promise.all(Array.from({ length: 100 }, async () => send('POST', url, 1)))
    expect(answers.every((status) => status === 200)).toBe(true)
    await ended
    const { items } = await test.client.deliveries.list({ limit: 200 })
    expect(items).toHaveLength(100)
    expect(items.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect(service.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('are not taken from a notification by a request that was refused', async () => {
    const { url } = await connect()
    const refused = nextDelivery(test.host)
    expect(await send('PUT', url, 1)).toBe(405)
    expect((await refused).followUp).toMatchObject({ state: 'skipped' })
    const ended = nextFollowUp(test.host)
    expect(await send('POST', url, 1)).toBe(200)
    expect((await ended).followUp).toMatchObject({ state: 'done' })
  })

  it('do not lock a user out: a wrong password is tried once, however many wait', async () => {
    const { url } = await connect()
    service.answer = (_request, response) => json(response, 403, { error: 'invalid_grant' })
    const numbers = Array.from({ length: 30 }, (_, index) => index)
    for (const number of numbers) await send('POST', url, number)
    await allFollowUps('failed')
    expect(service.seen).toHaveLength(1)
  })

  it('ask for one new token, not one each, when the service accepts none', async () => {
    const { url } = await connect()
    service.answer = (request, response) => {
      if (request.path === '/oauth/token')
        json(response, 200, { access_token: `t${service.seen.length}`, expires_in: 3600 })
      else json(response, 401, {})
    }
    for (let number = 0; number < 30; number += 1) await send('POST', url, number)
    await allFollowUps('failed')
    expect(service.seen.filter(({ path }) => path === '/oauth/token')).toHaveLength(2)
  })
})

describe('the webhook-config', () => {
  it(
    'is changed in the fields that were given and no others, as long as this app never set them',
    { tags: 'full' },
    async () => {
      const { id } = await connect()
      await test.client.webhookConfig.apply({ id, sharedSecret: 'new' })
      const patch = service.seen.find(({ method }) => method === 'PATCH')
      expect(JSON.parse(patch?.body ?? '')).toEqual({ sharedSecret: 'new' })
    },
  )

  it('tells what the service took last when two are applied at once', { tags: 'full' }, async () => {
    const { id } = await connect()
    const first = test.client.webhookConfig.apply({
      id,
      url: 'https://a.example',
      enabled: true,
      webhookTypes: ['nft'],
    })
    const second = test.client.webhookConfig.apply({ id, webhookTypes: ['payment'] })
    await Promise.all([first, second])
    const patches = service.seen
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => JSON.parse(body) as object)
    expect(patches.at(-1)).toEqual({ webhookTypes: ['payment'] })
    expect(await test.client.webhookConfig.get({ id })).toMatchObject({
      applied: { webhookTypes: ['payment'] },
      drift: [],
    })
  })
})

describe('secrets', () => {
  it('count as not set after their lost key was replaced, and can be set again', async () => {
    await test.client.sandbox.demo()
    await test.host.stop()
    rmSync(join(folder.path, 'secrets.key'))
    await expect(startTestHost(folder.path)).rejects.toMatchObject({ code: 'key-missing' })
    await replaceLostKey(folder.path, { keyring: null, why: 'off' }, '.lost')
    test = await startTestHost(folder.path)
    const [sandbox] = await test.client.environments.list()
    expect(sandbox?.sharedSecrets).toEqual([])
    const { deliveryId } = await test.client.sandbox.demo()
    expect((await test.client.deliveries.get({ id: deliveryId })).verdict).toBe('valid')
  })

  it('are refused inside an address, where they would lie in clear', async () => {
    await expect(
      test.client.environments.create({ name: 'x', baseUrl: 'https://user:password@api.example.com' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the story of an object', () => {
  it('leaves out what nobody signed', async () => {
    const { id, url } = await connect()
    const ended = nextFollowUp(test.host)
    await send('POST', url, 1)
    await ended
    const forged = nextDelivery(test.host)
    await fetch(url, { method: 'POST', body: '{"id":"f","resourceType":"Payment","resourceId":"r-1"}' })
    await forged
    const story = await test.client.objects.get({ resourceType: 'Payment', resourceId: 'r-1', environment: id })
    expect(story).toMatchObject({ notifications: 1, snapshots: 1 })
  })
})

describe('damaged pages of the database', () => {
  /** Overwrites the index that failed jobs are counted by, and starts again on the folder. */
  async function damage(): Promise<string> {
    const { url } = await connect()
    await test.host.stop()
    const file = join(folder.path, 'deliveries.db')
    const database = new DatabaseSync(file)
    const { page_size: size } = database.prepare('PRAGMA page_size').get() as { page_size: number }
    const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'failed_jobs'").get()
    database.close()
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (Number(root?.['rootpage']) - 1) * size)
    closeSync(handle)
    test = await startTestHost(folder.path)
    const { receiverPath } = (await test.client.environments.list()).find(({ name }) => name === 'Scripted') ?? {}
    return receiverPath === undefined ? url : test.host.receiverOrigin + receiverPath
  }

  it('that no write needs do not keep a delivery from being stored', async () => {
    expect(await send('POST', await damage(), 1)).toBe(200)
  })

  it('leave a status that answers and names the damage', async () => {
    await damage()
    expect((await test.client.status()).health.concerns).not.toEqual([])
  })
})
