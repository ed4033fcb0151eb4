import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rawClient } from '../receiver/rawClient.ts'
import { openSender } from './sendThrough.ts'
import { startBadFront } from './startBadFront.ts'
import { isOnline, startTestTunnel, type TestTunnel, type TestTunnelOptions } from './startTestTunnel.ts'
import { startTunnelServer, type TunnelServer } from './startTunnelServer.ts'

let server: TunnelServer
let test: TestTunnel

beforeEach(async () => {
  server = await startTunnelServer()
})
afterEach(async () => {
  await test.stop()
  await server.stop()
})

/** Checks come every 500 ms, those of a tunnel that is not online every 200 ms; the rest is as in the product unless a test changes it. */
async function online(timing: TestTunnelOptions['timing'] = {}, more: TestTunnelOptions = {}): Promise<string> {
  test = await startTestTunnel({ timing: { checkIntervalMs: 500, recheckMs: 200, ...timing }, ...more })
  await test.tunnel.open('localtunnel', { host: server.url })
  return (await test.until(isOnline)).publicUrl ?? ''
}

/** How long something takes, ms. */
async function timed(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work
  return performance.now() - start
}

async function slotsAreFull(): Promise<void> {
  await expect.poll(async () => (await server.stats()).slots[test.name]).toBe(10)
}

describe('a tunnel server that', () => {
  it(
    'is killed is noticed by the checks, and the tunnel is back at its URL once it listens again',
    { tags: 'full' },
    async () => {
      const url = await online()
      await server.kill()
      await test.until(({ state }) => state !== 'online')
      const down = await test.until(({ state }) => state === 'reconnecting')
      expect(down.problem).toMatch('Nothing listens at')
      await server.restart()
      await test.until(isOnline)
      expect(test.tunnel.view()).toMatchObject({ publicUrl: url, previousUrl: null })
      const sender = openSender(url, 1)
      expect(await sender.post(Buffer.from('again'))).toBe(200)
      sender.stop()
    },
  )

  it('is back before anybody noticed, but has forgotten us, is asked for the same URL again', async () => {
    const url = await online()
    await server.kill()
    await server.restart()
    await test.until(({ state }) => state !== 'online')
    await test.until(isOnline)
    expect(test.tunnel.view().publicUrl).toBe(url)
  })

  it(
    'freezes is noticed by the checks, and the tunnel is back at its URL once it thaws',
    { tags: 'full' },
    async () => {
      const url = await online({ recoveryGraceMs: 1000, checkDeadlineMs: 600 })
      server.freeze()
      await test.until(({ state }) => state !== 'online')
      expect(test.tunnel.view().problem).toMatch('did not answer within')
      await test.until(({ state }) => state === 'reconnecting')
      server.thaw()
      await test.until(isOnline)
      expect(test.tunnel.view().publicUrl).toBe(url)
      await slotsAreFull()
    },
  )

  it('drops all sockets gets new ones under the same registration', async () => {
    const url = await online()
    await server.drop(test.name)
    await slotsAreFull()
    const sender = openSender(url, 1)
    expect(await sender.post(Buffer.from('x'))).toBe(200)
    sender.stop()
    expect((await server.stats()).registrations).toHaveLength(1)
  })

  it(
    'has given our name away is asked again, not too often, then another URL is taken and published',
    { tags: 'full' },
    async () => {
      const url = await online({ nameEveryMs: 300, sameNameForMs: 1000 })
      await server.kill()
      await test.until(({ state }) => state === 'reconnecting')
      await server.restart()
      await server.steal(test.name)
      const waiting = await test.until(({ problem }) => problem?.includes('is taken') ?? false)
      expect(waiting.state).toBe('reconnecting')
      const view = await test.until(isOnline)
      expect(view.publicUrl).not.toBe(url)
      expect(view.previousUrl).toBe(url)
      const { registrations } = await server.stats()
      expect(registrations.every(({ asked }) => asked === test.name)).toBe(true)
      const pauses = registrations.slice(1).map(({ at }, index) => at - (registrations[index]?.at ?? 0))
      expect(pauses.length).toBeGreaterThanOrEqual(3)
      expect(Math.min(...pauses.slice(0, -1))).toBeGreaterThanOrEqual(280)
    },
  )

  it('gives the name back in time gets the tunnel back at the same URL', { tags: 'full' }, async () => {
    const url = await online({ nameEveryMs: 300 })
    await server.kill()
    await server.restart()
    await server.steal(test.name)
    await test.until(({ problem }) => problem?.includes('is taken') ?? false)
    await server.forget(test.name)
    expect((await test.until(isOnline)).publicUrl).toBe(url)
  })

  it('answers 503 to registrations is asked again with growing pauses, and the server is quoted', async () => {
    test = await startTestTunnel({ timing: { backOffMinMs: 50 } })
    await server.set({ registerStatus: 503 })
    await test.tunnel.open('localtunnel', { host: server.url })
    const view = await test.until(({ offer }) => offer !== null || test.tunnel.view().state === 'online')
    expect(view.problem).toMatch('503 ("not now")')
    expect(view.offer?.reason).toMatch('does not come up')
    await server.set({ registerStatus: null })
    await test.until(isOnline)
  })

  it('puts a page of its own before the receiver never counts as online', async () => {
    test = await startTestTunnel({ timing: { recheckMs: 50, settleMs: 100 } })
    await server.set({ page: '<!doctype html><title>Click to continue</title>' })
    await test.tunnel.open('localtunnel', { host: server.url })
    const view = await test.until(({ state }) => state === 'reconnecting')
    expect(view.problem).toMatch('a page of its own')
    expect(view.history.some(({ state }) => state === 'online')).toBe(false)
  })
})

describe('the slots', () => {
  it('are all alive after 15 resets and 15 early answers with bytes unread', { tags: 'full' }, async () => {
    const url = await online({}, { front: startBadFront })
    const sender = openSender(url, 5)
    const bad = Array.from({ length: 15 }, async () => [
      await sender.post(Buffer.alloc(300_000), '/reset'),
      await sender.post(Buffer.alloc(300_000), '/early'),
    ])
    await Promise.all(bad)
    await slotsAreFull()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => sender.post(Buffer.from('fine'))))
    sender.stop()
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('survive bodies above the limit and strays, which the receiver drains before it answers', async () => {
    const url = await online({}, { limits: { bodyBytes: 1000 } })
    const sender = openSender(url, 5)
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => [
        await sender.post(Buffer.alloc(300_000)),
        await sender.post(Buffer.alloc(300_000), '/elsewhere'),
      ]),
    )
    sender.stop()
    expect(new Set(statuses.flat())).toEqual(new Set([413, 404]))
    expect(test.strays()).toBe(15)
    await slotsAreFull()
  })

  it(
    'stay open and unanswered while they are idle for longer than the receiver lets a request take',
    { tags: 'full' },
    async () => {
      const url = await online({ checkIntervalMs: 600_000 }, { limits: { headersTimeout: 80, requestTimeout: 240 } })
      await slotsAreFull()
      const { opens } = await server.stats()
      // Each of these runs into the limit of 80 ms, so at least that time has passed.
      for (let round = 0; round < 6; round += 1) {
        const slow = await rawClient(test.receiver.port)
        slow.send('POST /in/known HTTP/1.1\r\n')
        expect((await slow.answer()).status).toBe(408)
        slow.socket.destroy()
      }
      expect((await server.stats()).opens).toBe(opens)
      const sender = openSender(url, 10)
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => sender.post(Buffer.from('late'))))
      sender.stop()
      expect(new Set(statuses)).toEqual(new Set([200]))
    },
  )

  it(
    'are opened a few times a second when the server closes them at once, not in a storm',
    { tags: 'full' },
    async () => {
      await online({ recoveryGraceMs: 2000 })
      await slotsAreFull()
      await server.set({ closeAtOnce: true })
      const before = (await server.stats()).opens
      await server.drop(test.name)
      const took = await timed(test.until(({ state }) => state === 'reconnecting'))
      const opens = (await server.stats()).opens - before
      expect(took).toBeGreaterThan(1500)
      expect(opens).toBeGreaterThan(0)
      expect(opens / (took / 1000)).toBeLessThan(20)
      await server.set({ closeAtOnce: false })
      await test.until(isOnline)
      await slotsAreFull()
    },
  )

  it('are opened a few times a second when the server refuses them', { tags: 'full' }, async () => {
    await online({ recoveryGraceMs: 2000 })
    let opens = 0
    const count = () => {
      opens += 1
    }
    await server.kill()
    subscribe('net.client.socket', count)
    const took = await timed(test.until(({ state }) => state === 'reconnecting'))
    unsubscribe('net.client.socket', count)
    expect(took).toBeGreaterThan(1500)
    // The sockets of slots and of checks.
    expect(opens / (took / 1000)).toBeLessThan(30)
  })
})

describe('opening', () => {
  it('says that the server is not there, goes on trying, and stops at once when asked to', async () => {
    await server.kill()
    // The next try would come in ten minutes: closing waits for none.
    test = await startTestTunnel({ timing: { backOffMinMs: 600_000, backOffMaxMs: 600_000, knockMs: 600_000 } })
    await test.tunnel.open('localtunnel', { host: server.url })
    const view = await test.until(({ state }) => state === 'reconnecting')
    expect(view.problem).toMatch(`Nothing listens at 127.0.0.1:${server.port}`)
    expect(view.nextTryAt).not.toBeNull()
    await test.tunnel.close()
    expect(test.tunnel.view()).toMatchObject({ state: 'off', publicUrl: null })
  })

  it('can be cancelled while the server hangs', async () => {
    const hanging = createServer()
    await new Promise<void>((resolve) => {
      hanging.listen(0, '127.0.0.1', resolve)
    })
    // It would be given up after ten minutes: closing does not wait for that.
    test = await startTestTunnel({ timing: { openDeadlineMs: 600_000 } })
    const { port } = hanging.address() as AddressInfo
    const connected = new Promise((resolve) => {
      hanging.once('connection', resolve)
    })
    await test.tunnel.open('localtunnel', { host: `http://127.0.0.1:${port}` })
    await connected
    await test.tunnel.close()
    hanging.close()
  })

  it('fails for good, with what to do, at a server that is no tunnel server', async () => {
    test = await startTestTunnel()
    await server.set({ registerStatus: 200 })
    await test.tunnel.open('localtunnel', { host: server.url })
    const view = await test.until(({ state }) => state === 'failed')
    expect(view.problem).toMatch('Check the option "host"')
  })
})

describe('closing', () => {
  it('lets a delivery that is on its way come to its end', async () => {
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    let taken: () => void = () => undefined
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve
    })
    const url = await online(
      {},
      {
        onRequest: async () => {
          taken()
          await held
          return { status: 200 }
        },
      },
    )
    const sender = openSender(url, 1)
    const status = sender.post(Buffer.from('on its way'))
    await isTaken
    const closed = test.tunnel.close()
    answer()
    expect(await status).toBe(200)
    await closed
    sender.stop()
    expect(test.tunnel.view().state).toBe('off')
  })
})
