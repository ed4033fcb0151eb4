import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { startScriptedServer } from '../build/startScriptedServer.ts'
import { createProviders } from '../../src/engine/tunnel/providers/createProviders.ts'
import { localhostRunAddress, pinggyAddress } from '../../src/engine/tunnel/providers/sshPresets.ts'
import { randomTunnelName } from '../../src/engine/publicAccess/openTunnelMemory.ts'
import type { TunnelHistoryEntry } from '../../src/engine/tunnel/types.ts'
import { isOnline, startTestTunnel, type TestTunnel } from './startTestTunnel.ts'

let test: TestTunnel
afterEach(async () => test.stop())

async function ownUrl(options: Parameters<typeof startTestTunnel>[0] = {}): Promise<string> {
  test = await startTestTunnel(options)
  const url = `http://127.0.0.1:${test.receiver.port}`
  await test.tunnel.open('own-url', { url: `${url}/` })
  await test.until(isOnline)
  return url
}

describe('an own public URL', () => {
  it('is online once the check has come through it, without the slash at its end', async () => {
    const url = await ownUrl()
    expect(test.tunnel.view()).toMatchObject({ state: 'online', publicUrl: url, provider: { id: 'own-url' } })
    expect(test.strays()).toBe(0)
  })

  it('that leads elsewhere is degraded and says so, and is online as soon as it leads here', async () => {
    const other = await startScriptedServer((_request, response) => response.end('hello'))
    test = await startTestTunnel({ timing: { recheckMs: 20 } })
    await test.tunnel.open('own-url', { url: other.url })
    const view = await test.until(({ state }) => state === 'degraded')
    expect(view.problem).toMatch('something else than the receiver')
    expect(view.lastCheck).toMatchObject({ ok: false })
    await other.stop()
  })
})

describe('the manager', () => {
  it('checks when asked, and answers with what came of it', async () => {
    await ownUrl()
    const before = test.tunnel.view().lastCheck?.at ?? ''
    // Two checks within one millisecond would look the same.
    while (new Date().toISOString() <= before) await turn()
    const view = await test.tunnel.check()
    expect(view.lastCheck?.ok).toBe(true)
    expect((view.lastCheck?.at ?? '') > before).toBe(true)
    await test.receiver.stop(0)
    expect((await test.tunnel.check()).lastCheck).toMatchObject({ ok: false })
  })

  it('checks at once when the machine wakes from sleep', async () => {
    let ahead = 0
    await ownUrl({ now: () => Date.now() + ahead, timing: { wakeTickMs: 20 } })
    const first = test.tunnel.view().lastCheck?.at
    ahead = 60_000
    await test.until(({ lastCheck }) => lastCheck !== null && lastCheck.at !== first)
  })

  it('checks at once when the network changes', async () => {
    let networks = 'eth0 10.0.0.1'
    await ownUrl({ networks: () => networks, timing: { networkTickMs: 20 } })
    const first = test.tunnel.view().lastCheck?.at
    networks = 'wlan0 10.0.1.1'
    await test.until(({ lastCheck }) => lastCheck !== null && lastCheck.at !== first)
  })

  it('takes networks that the system cannot name for no change', async () => {
    let networks = 'eth0 10.0.0.1'
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    let isAnswering = true
    const ask = () => {
      if (isAnswering) return networks
      resolve()
      throw new Error('uv_interface_addresses returned Unknown system error 24')
    }
    await ownUrl({ networks: ask, timing: { networkTickMs: 20 } })
    const first = test.tunnel.view().lastCheck?.at
    isAnswering = false
    await asked
    expect(test.tunnel.view().lastCheck?.at).toBe(first)
    networks = 'wlan0 10.0.1.1'
    isAnswering = true
    await test.until(({ lastCheck }) => lastCheck !== null && lastCheck.at !== first)
  })

  it('keeps a history with how long each state lasted, at most 100 entries, over a restart', async () => {
    let kept: readonly TunnelHistoryEntry[] = []
    const old = Array.from({ length: 120 }, (_, index): TunnelHistoryEntry => {
      return {
        at: index,
        state: 'online',
        provider: 'own-url',
        publicUrl: `https://${index}.test`,
        reason: null,
        why: null,
        forMs: index === 119 ? null : 1,
      }
    })
    const url = await ownUrl({ history: old, keep: (history) => (kept = history) })
    await test.tunnel.close()
    expect(kept).toHaveLength(100)
    const states = kept.slice(-5).map(({ state }) => state)
    expect(states).toEqual(['off', 'starting', 'checking', 'online', 'off'])
    expect(kept.at(-5)?.reason).toMatch('without closing')
    expect(kept.at(-2)).toMatchObject({ publicUrl: url, forMs: expect.any(Number) as number })
    expect(kept.at(-1)?.forMs).toBeNull()
  })

  it('tells that the address is another than the last one', async () => {
    const last: TunnelHistoryEntry = {
      at: 1,
      state: 'online',
      provider: 'own-url',
      publicUrl: 'https://before.test',
      reason: null,
      why: null,
      forMs: 5,
    }
    await ownUrl({ history: [last] })
    expect(test.tunnel.view().previousUrl).toBe('https://before.test')
  })

  it('closes one provider before it opens another, and "none" is off', async () => {
    await ownUrl()
    const view = await test.tunnel.open('none', {})
    expect(view).toMatchObject({ state: 'off', publicUrl: null, provider: { id: 'none' } })
  })

  it('offers what could be used instead when a provider keeps failing', async () => {
    test = await startTestTunnel({ timing: { backOffMinMs: 10, backOffMaxMs: 20 } })
    await test.tunnel.open('localtunnel', { host: 'http://127.0.0.1:1' })
    const { offer } = await test.until((view) => view.offer !== null)
    expect(offer?.id).not.toBe('localtunnel')
    expect(offer?.reason).toMatch('its URL is another one')
  })

  it('offers nothing any more once a person goes on without a tunnel', async () => {
    test = await startTestTunnel({ timing: { backOffMinMs: 10, backOffMaxMs: 20 } })
    await test.tunnel.open('localtunnel', { host: 'http://127.0.0.1:1' })
    await test.until((view) => view.offer !== null)
    expect(await test.tunnel.close()).toMatchObject({ state: 'off', offer: null, problem: null })
  })
})

describe('options', () => {
  it.each([
    ['nothing', {}, 'tunnel-unknown', 'There is no tunnel "nothing"'],
    ['localtunnel', { nme: 'x' }, 'tunnel-option-unknown', 'has no option "nme". It takes: host, name.'],
    ['localtunnel', { name: 'Not A Name' }, 'tunnel-option-unfit', 'lower-case letters'],
    ['localtunnel', { host: 'localtunnel.me' }, 'tunnel-option-unfit', 'is not a complete address'],
    ['own-url', {}, 'tunnel-option-missing', 'needs the option "url"'],
    ['own-url', { url: 'https://user:secret@a.test' }, 'tunnel-option-unfit', 'must not hold a user name'],
    ['own-url', { url: 'https://a.test/\r\nx' }, 'tunnel-option-unprintable', 'control character'],
    ['ssh', { host: '-oProxyCommand=sh', url: 'https://a.test' }, 'tunnel-option-unfit', 'takes user@host'],
    ['ssh', { host: 'a.test', url: 'https://a.test', port: '0' }, 'tunnel-option-unfit', 'from 1 to 65535'],
    ['ssh', { host: 'a.test', url: 'https://a.test', key: '-x' }, 'tunnel-option-unfit', 'path of a file'],
    ['cloudflared', { token: 'x' }, 'tunnel-option-unfit', 'the option "url" is needed'],
    ['ngrok', {}, 'tunnel-option-missing', 'needs the option "authtoken"'],
    ['pinggy', { token: 'two words' }, 'tunnel-option-unfit', 'takes the token alone'],
  ])('of %s that are wrong are refused with what is right: %j', async (id, values, why, words) => {
    test = await startTestTunnel()
    const opening = test.tunnel.open(id, values)
    await expect(opening).rejects.toMatchObject({ name: 'TunnelProblem', code: 'wrong-options', why: { code: why } })
    await expect(opening).rejects.toThrow(words)
    expect(test.tunnel.view().state).toBe('off')
  })

  it('are given as data by every provider, with secrets marked and what it needs in sentences', async () => {
    test = await startTestTunnel()
    const views = await test.tunnel.providers()
    expect(views.map(({ id }) => id)).toEqual([
      'none',
      'localtunnel',
      'cloudflared',
      'localhost-run',
      'pinggy',
      'ssh',
      'ngrok',
      'own-url',
    ])
    for (const { traits, available, fix } of views) {
      const { lastLegInClear, ...sentences } = traits
      expect(typeof lastLegInClear).toBe('boolean')
      for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Za-z].*\.$/)
      expect(available).toBe(fix === null)
    }
    const secrets = views.flatMap(({ id, options }) =>
      options.filter(({ secret }) => secret).map(({ key }) => `${id} ${key}`),
    )
    expect(secrets).toEqual(['cloudflared token', 'pinggy token', 'ngrok authtoken'])
    const missing = await test.tunnel.providers({ cloudflared: { path: '/nowhere/cloudflared' } })
    expect(missing.find(({ id }) => id === 'cloudflared')).toMatchObject({ available: false })
  })
})

describe('addresses in what services print', () => {
  it('are found among other lines of localhost.run', async () => {
    test = await startTestTunnel()
    expect(
      localhostRunAddress('{"connection_id":"x","event":"tcpip-forward","address":"abc.lhr.life","status":"success"}'),
    ).toBe('https://abc.lhr.life')
    expect(localhostRunAddress('{"event":"authn","message":"authenticated as anonymous user"}')).toBeNull()
    expect(localhostRunAddress('abc123.lhr.life tunneled with tls termination, https://abc123.lhr.life')).toBe(
      'https://abc123.lhr.life',
    )
    expect(localhostRunAddress('** more at https://localhost.run/docs/ **')).toBeNull()
    expect(localhostRunAddress('{broken')).toBeNull()
  })

  it('are found among other lines of pinggy', async () => {
    test = await startTestTunnel()
    expect(pinggyAddress('https://rnabc-10-0-0-1.a.free.pinggy.link')).toBe('https://rnabc-10-0-0-1.a.free.pinggy.link')
    expect(pinggyAddress('http://rnabc-10-0-0-1.a.free.pinggy.link')).toBeNull()
    expect(pinggyAddress('Upgrade at https://dashboard.pinggy.io')).toBeNull()
  })
})

describe('names', () => {
  it('are long, random, and fit for a host name', async () => {
    test = await startTestTunnel()
    const names = Array.from({ length: 100 }, randomTunnelName)
    expect(new Set(names).size).toBe(100)
    const localtunnel = createProviders({
      send: async () => Promise.reject(new Error('unused')),
      dataFolder: '/',
    }).find(({ id }) => id === 'localtunnel')
    for (const name of names) expect(localtunnel?.problemOf?.({ name })).toBeNull()
  })
})

describe('the key file of an own server', () => {
  it('is a file of this machine: none of the network, where a login would go along, and no option of ssh', async () => {
    test = await startTestTunnel()
    const own = { host: 'me@hooks.example', url: 'https://hooks.example' }
    const sentence = async (key: string) =>
      test.tunnel.open('ssh', { ...own, key }).then(
        () => null,
        (problem: unknown) => (problem as Error).message,
      )
    expect(await sentence('\\\\evil.example\\share\\key')).toContain('a file of this machine, not one of the network')
    expect(await sentence('//evil.example/share/key')).toContain('a file of this machine, not one of the network')
    expect(await sentence('-oProxyCommand=touch /tmp/x')).toContain('takes the path of a file')
    expect(test.tunnel.view().state).toBe('off')
  })
})
