import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment, Tunnel } from '../../src/shared/wireTypes.ts'
import { json, type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, nextEvent, startTestHost, type TestHost } from '../build/startTestHost.ts'
import { openSender } from '../tunnel/sendThrough.ts'
import { startTunnelServer, type TunnelServer } from '../tunnel/startTunnelServer.ts'

let folder: ReturnType<typeof scratchFolder>
let server: TunnelServer
let service: ScriptedServer
let test: TestHost
let environment: Environment

beforeEach(async () => {
  folder = scratchFolder()
  server = await startTunnelServer()
  service = await startScriptedServer((request, response) => {
    if (request.path === '/oauth/token') json(response, 200, { access_token: 't', expires_in: 3600 })
    else json(response, 200, {})
  })
  test = await startTestHost(folder.path)
  environment = await test.client.environments.create({
    name: 'Acme',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'c',
    audience: 'a',
    username: 'u',
    password: 'p',
    sharedSecret: 's',
  })
})
afterEach(async () => {
  await test.host.stop()
  await server.stop()
  await service.stop()
  folder.remove()
})

async function next(fits: (tunnel: Tunnel) => boolean): Promise<Tunnel> {
  return nextEvent(test.host, (event) => (event.type === 'tunnel' && fits(event.tunnel) ? event.tunnel : undefined))
}

const isOnline = ({ state }: Tunnel) => state === 'online'

/** Opens localtunnel at the loopback server; answers the public address. */
async function open(): Promise<string> {
  const online = next(isOnline)
  await test.client.tunnel.open({ provider: 'localtunnel', options: { host: server.url } })
  return (await online).publicUrl ?? ''
}

/** The webhook configs received by the service, in order. */
function told(): Record<string, unknown>[] {
  return service.seen
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
}

async function post(publicUrl: string, path: string): Promise<number> {
  const sender = openSender(publicUrl, 1)
  const status = await sender.post(Buffer.from('{"id":"n-1"}'), path)
  sender.stop()
  return status
}

describe('the tunnel in front of the receiver', () => {
  it('gives the environment a public address, and each delivery says that it came through it', async () => {
    const publicUrl = await open()
    await test.client.environments.activate({ id: environment.id })
    const status = await test.client.status()
    expect(status.receiver.url).toBe(publicUrl + environment.receiverPath)
    expect(status.tunnel).toMatchObject({ state: 'online', publicUrl, provider: { id: 'localtunnel' } })
    const arrival = nextDelivery(test.host)
    expect(await post(publicUrl, environment.receiverPath)).toBe(200)
    expect(await test.client.deliveries.get({ id: (await arrival).id, explain: 'false' })).toMatchObject({
      tunnel: { provider: 'localtunnel', publicUrl, headersNormalised: true },
    })
  })

  it('says of a delivery that came directly that it did', { tags: 'full' }, async () => {
    await open()
    const arrival = nextDelivery(test.host)
    await fetch(test.host.receiverOrigin + environment.receiverPath, { method: 'POST', body: '{}' })
    expect((await test.client.deliveries.get({ id: (await arrival).id, explain: 'false' })).tunnel).toBeNull()
  })

  it('lets nothing through but the receiver path, and counts what else came', async () => {
    const publicUrl = await open()
    const before = (await test.client.status()).receiver.strays
    for (const path of ['/', '/api/v1/status', '/in/unknown', '/probe/unknown']) {
      expect([path, await post(publicUrl, path)]).toEqual([path, 404])
    }
    expect((await test.client.status()).receiver.strays).toBe(before + 4)
  })

  it('takes another receiver path by one call; the old one is a stray then', async () => {
    const renewed = await test.client.environments.renewReceiverPath({ id: environment.id })
    expect(renewed.receiverPath).not.toBe(environment.receiverPath)
    const statusOf = async (path: string) =>
      (await fetch(test.host.receiverOrigin + path, { method: 'POST', body: '{}' })).status
    expect(await statusOf(environment.receiverPath)).toBe(404)
    expect(await statusOf(renewed.receiverPath)).toBe(200)
  })

  it('is opened again at the next start, at the same address', { tags: 'full' }, async () => {
    const publicUrl = await open()
    await test.host.stop()
    test = await startTestHost(folder.path)
    const { state, publicUrl: again } = await next(isOnline)
    expect([state, again]).toEqual(['online', publicUrl])
    expect((await test.client.tunnel.get()).history.length).toBeGreaterThan(3)
    await test.client.tunnel.close()
    expect((await test.client.tunnel.get()).state).toBe('off')
  })

  it('says what is wrong with options, and keeps what is open', { tags: 'full' }, async () => {
    const publicUrl = await open()
    await expect(test.client.tunnel.open({ provider: 'localtunnel', options: { nmae: 'x' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('has no option "nmae"') as string,
    })
    await expect(test.client.tunnel.open({ provider: 'pigeon' })).rejects.toMatchObject({
      message: expect.stringContaining('There are: none, localtunnel') as string,
    })
    expect(await test.client.tunnel.get()).toMatchObject({ state: 'online', publicUrl })
  })

  it('keeps a secret option sealed and shows only that it is set', async () => {
    const secret = 'canary-of-a-tunnel-token'
    await test.client.tunnel
      .open({ provider: 'cloudflared', options: { token: secret, url: 'https://x.example' } })
      .catch(() => undefined)
    const provider = (await test.client.tunnel.providers()).find(({ id }) => id === 'cloudflared')
    expect(provider?.options.find(({ key }) => key === 'token')).toMatchObject({
      value: null,
      set: true,
      secret: true,
      fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    })
    expect(JSON.stringify(await test.client.tunnel.get())).not.toContain(secret)
    await test.host.stop()
    expect(readFileSync(join(folder.path, 'deliveries.db')).includes(secret)).toBe(false)
    test = await startTestHost(folder.path)
  })
})

describe('the webhook-config', () => {
  it('drifts when the address changes, until it is applied again', { tags: 'full' }, async () => {
    await applyAll(urlHere())
    const publicUrl = await open()
    const { desired, drift } = await test.client.webhookConfig.get({ id: environment.id })
    expect(desired.url).toBe(publicUrl + environment.receiverPath)
    expect(drift.join()).toContain('deliveries are expected at')
    expect(told()).toHaveLength(1)
  })

  it('follows the tunnel where the environment lets us', async () => {
    await test.client.environments.update({ id: environment.id, followTunnel: true })
    await applyAll(urlHere())
    const applied = nextEvent(test.host, (event) =>
      event.type === 'webhook-config' && event.webhookConfig.applied?.url.includes('.localhost:') === true
        ? event.webhookConfig
        : undefined,
    )
    const publicUrl = await open()
    expect((await applied).drift).toEqual([])
    expect(told().at(-1)).toEqual({ url: publicUrl + environment.receiverPath })
    const [last] = await test.client.webhookConfig.history({ id: environment.id })
    expect(last).toMatchObject({ by: 'tunnel', status: 200 })
  })

  it('is disabled on quit where that is wished, and shows as drift at the next start', { tags: 'full' }, async () => {
    await test.client.environments.update({ id: environment.id, onQuit: 'disable' })
    await applyAll(urlHere())
    await test.host.stop()
    expect(told().at(-1)).toEqual({ enabled: false })
    test = await startTestHost(folder.path)
    const { desired, applied, drift } = await test.client.webhookConfig.get({ id: environment.id })
    expect([desired.enabled, applied?.enabled]).toEqual([true, false])
    expect(drift.join()).toContain('It should be enabled')
  })

  it('is restored on quit to what it was before this run', async () => {
    await applyAll('https://other.example/hook')
    await test.host.stop()
    test = await startTestHost(folder.path)
    await test.client.environments.update({ id: environment.id, onQuit: 'restore' })
    await test.client.webhookConfig.apply({ id: environment.id, url: urlHere() })
    await test.host.stop()
    expect(told().at(-1)).toMatchObject({ url: 'https://other.example/hook', enabled: true })
    test = await startTestHost(folder.path)
  })

  it('is disabled on quit also when it is just being enabled', async () => {
    await test.client.environments.update({ id: environment.id, onQuit: 'disable' })
    let arrived: () => void = () => undefined
    const patched = new Promise<void>((resolve) => (arrived = resolve))
    const answers: (() => void)[] = []
    const usual = service.answer
    service.answer = (request, response) => {
      if (request.method !== 'PATCH') return usual(request, response)
      answers.push(() => json(response, 200, {}))
      arrived()
    }
    const applied = applyAll(urlHere())
    await patched
    const stopped = test.host.stop()
    service.answer = usual
    for (const answer of answers) answer()
    await Promise.all([applied, stopped])
    expect(told().map(({ enabled }) => enabled)).toEqual([true, false])
    test = await startTestHost(folder.path)
  })

  it('lets the app quit although the service does not answer', { tags: 'full' }, async () => {
    await test.client.environments.update({ id: environment.id, onQuit: 'disable' })
    await applyAll(urlHere())
    service.answer = () => undefined
    await test.host.stop()
    test = await startTestHost(folder.path)
    expect((await test.client.webhookConfig.get({ id: environment.id })).applied?.enabled).toBe(true)
  })
})

async function applyAll(url: string): Promise<void> {
  await test.client.webhookConfig.apply({ id: environment.id, enabled: true, url, webhookTypes: ['payment'] })
}

function urlHere(): string {
  return test.host.receiverOrigin + environment.receiverPath
}
