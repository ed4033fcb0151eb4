import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { triggerObject } from '../../src/sandbox/triggerObject.ts'
import { type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../build/startTestHost.ts'

/** The password that every sandbox had once. */
const known = 'Demo-Harbour-Lantern-42'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
/** A server that no stranger must make the sandbox post to. */
let other: ScriptedServer

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  other = await startScriptedServer((_request, response) => response.end())
})
afterEach(async () => {
  await test.host.stop()
  await other.stop()
  folder.remove()
})

async function password(): Promise<string> {
  return (await test.client.environments.reveal({ id: 'sandbox', secret: 'password' })).text
}

/** Asks the sandbox for a token, as any program of this machine can. */
async function askToken(given: string): Promise<{ status: number; token: string }> {
  const { url, clientId, audience, username } = await test.client.sandbox.get()
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', client_id: clientId, audience, username, password: given }),
  })
  const { access_token: token = '' } = (await response.json()) as { access_token?: string }
  return { status: response.status, token }
}

describe('the built-in sandbox', () => {
  it('keeps its password to itself and has another one in each data folder, which it keeps', async () => {
    const own = await password()
    const { url } = await test.client.sandbox.get()
    const root = await (await fetch(url)).text()
    expect(root).not.toContain('password')
    expect(root).not.toContain(own)
    expect((await askToken(known)).status).toBe(403)
    expect((await askToken(own)).status).toBe(200)
    await expect(triggerObject({ url, type: 'payment' })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('keeps its password to itself') as string,
    })

    const elsewhere = scratchFolder()
    const second = await startTestHost(elsewhere.path)
    const { text } = await second.client.environments.reveal({ id: 'sandbox', secret: 'password' })
    await second.host.stop()
    elsewhere.remove()
    expect(text).not.toBe(own)

    await test.host.stop()
    test = await startTestHost(folder.path)
    expect(await password()).toBe(own)
  })

  it('sends to our receiver only, also for somebody with the password', async () => {
    const { token } = await askToken(await password())
    const { url } = await test.client.sandbox.get()
    const configure = async (target: string) => {
      const response = await fetch(`${url}/api/organization/v1/current-organization/webhook-config`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ url: target, enabled: true, sharedSecret: 's', webhookTypes: ['payment'] }),
      })
      return { status: response.status, text: await response.text() }
    }
    const refused = await configure(`${other.url}/hook`)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('sends to the receiver of this Hookscope only')
    expect((await configure(url)).status).toBe(400)
    const { port } = new URL(test.host.receiverOrigin)
    expect((await configure(`http://localhost:${port}/in/x`)).status).toBe(200)
    expect((await configure(`${test.host.receiverOrigin}/in/x`)).status).toBe(200)
  })

  it('of an older data folder gets a password of its own, and sends nothing to a place that was set before', async () => {
    await test.host.stop()
    const file = join(folder.path, 'sandbox.json')
    const state = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> & { users: { id: string }[] }
    const [master] = state.users
    const passwords = { [master?.id ?? '']: known }
    const webhookConfig = { url: `${other.url}/hook`, enabled: true, webhookTypes: ['payment'] }
    const secrets = { signingKey: 'AAAA', sharedSecret: 's', passwords }
    writeFileSync(file, JSON.stringify({ ...state, webhookConfig, secrets }))
    test = await startTestHost(folder.path)
    expect(await password()).not.toBe(known)
    expect((await askToken(known)).status).toBe(403)

    const changed = nextEvent(test.host, (event) => (event.type === 'sandbox' ? true : undefined))
    await test.client.sandbox.createObject({ type: 'payment' })
    await changed
    await expect
      .poll(async () => (await test.client.sandbox.get()).outbox[0]?.problem)
      .toContain('sends to the receiver of this Hookscope only')
    expect(other.seen).toEqual([])
  })
})
