import { Agent, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'
import { fewAndAll } from '../support/fewAndAll.ts'
import { startApp } from './startApp.ts'

let folder: ReturnType<typeof scratchFolder>
let host: TestHost['host']
let client: TestHost['client']
beforeEach(async () => {
  folder = scratchFolder()
  ;({ host, client } = await startTestHost(folder.path))
})
afterEach(async () => {
  await host.stop()
  folder.remove()
})

/** Posts one after the other over one connection each; answers the statuses. */
async function postMany(url: string, connections: number, each: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses: number[] = []
  const post = async (body: string) =>
    new Promise<void>((resolve, reject) => {
      const message = request(url, { method: 'POST', agent }, (response) => {
        response.resume()
        response.on('end', () => {
          statuses.push(response.statusCode ?? 0)
          resolve()
        })
      })
      message.on('error', reject)
      message.end(body)
    })
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let index = 0; index < each; index += 1) await post(`${connection}-${index}`)
    }),
  )
  agent.destroy()
  return statuses
}

fewAndAll(
  'an app that hangs changes nothing for 20 connections: each delivery is answered 200',
  [5, 25],
  async (each) => {
    const app = await startApp(() => undefined)
    const url = (await client.status()).receiver.url ?? ''
    const since = new Date().toISOString()
    // These came before there was a rule, and are sent first.
    await postMany(url, 20, each)
    const { environment } = await client.status()
    await client.forwarding.live({ id: environment.id, target: app.url, since })
    // The app never answers: no sender may wait for it.
    const hanging = await postMany(url, 20, each)
    await app.count(8)
    expect(hanging).toEqual(Array.from({ length: 20 * each }, () => 200))
    expect(app.seen).toHaveLength(8)
  },
)

test('a host that forwards never forwards to itself', async () => {
  const { receiver, environment } = await client.status()
  const sandbox = await client.sandbox.get()
  for (const url of [receiver.url ?? '', sandbox.url, sandbox.url.replace('127.0.0.1', 'localhost.')]) {
    const rule = { id: environment.id, target: url }
    await expect(client.forwarding.live(rule)).rejects.toThrow('Hookscope’s own')
  }
})
