/** All of the sandbox follows its one clock: tokens, retries, and the times that it writes. */
import { describe, expect, it } from 'vitest'
import { clockHeader } from '../../src/shared/clock/clockHeader.ts'
import {
  askToken,
  call,
  configPath,
  configure,
  obtainToken,
  openHook,
  openSandbox,
  outboxEntry,
  passwordGrant,
} from './support.ts'

const dayMs = 86_400_000
const secondsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number }

describe('after a jump of the clock', () => {
  it('tokens expire, are refused, and a new one is good', async () => {
    const sandbox = await openSandbox()
    const before = await obtainToken(sandbox)
    const ask = async (token: string) => call(`${sandbox.url}${configPath}`, { token })
    sandbox.clock.change('+59m')
    expect((await ask(before)).status).toBe(200)
    sandbox.clock.change('+2m')
    const refused = await ask(before)
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toContain('The token expired.')
    const after = await obtainToken(sandbox)
    expect((await ask(after)).status).toBe(200)
    expect(secondsOf(after).iat - secondsOf(before).iat).toBeGreaterThanOrEqual(61 * 60)
  })

  it('a retry whose moment is passed goes out at once, with its first body', async () => {
    const sandbox = await openSandbox({ timeFactor: 1 })
    const hook = await openHook((nth) => (nth === 1 ? 503 : 200))
    await configure(sandbox, hook.url)
    sandbox.createObject('payment')
    await outboxEntry(sandbox, 'retrying')
    sandbox.clock.change('+30d')
    const [first, second] = await hook.count(2)
    expect(second?.bytes).toEqual(first?.bytes)
    const entry = await outboxEntry(sandbox, 'delivered')
    expect(Date.parse(entry.at) - Date.now()).toBeGreaterThan(29 * dayMs)
  })

  it('objects and notifications have its time, and a delivery states how far that is from the real one', async () => {
    const sandbox = await openSandbox()
    const hook = await openHook()
    await configure(sandbox, hook.url)
    sandbox.createObject('payment')
    sandbox.clock.change('+30d')
    const { updatedAt } = sandbox.createObject('payment')
    const [plain, ahead] = await hook.count(2)
    expect(plain?.headers[clockHeader]).toBeUndefined()
    expect(ahead?.headers[clockHeader]).toBe(String(30 * dayMs))
    const offBy = (text: unknown) => Math.abs(Date.parse(String(text)) - Date.now() - 30 * dayMs)
    expect(offBy(updatedAt)).toBeLessThan(60_000)
    expect(offBy(ahead?.json['createdAtUtc'])).toBeLessThan(60_000)
  })

  it('a copy of an earlier notification states the clock of then', async () => {
    const sandbox = await openSandbox()
    const hook = await openHook()
    await configure(sandbox, hook.url)
    sandbox.clock.change('+1d')
    sandbox.createObject('payment')
    sandbox.clock.change('+1d')
    sandbox.sendSpecial('duplicate')
    sandbox.sendSpecial('tampered')
    const deliveries = await hook.count(3)
    expect(deliveries.map(({ headers }) => headers[clockHeader])).toEqual(Array(3).fill(String(dayMs)))
  })

  it('a seeded sandbox repeats its ids, and its times jump, too', async () => {
    const timesOf = async (jump: string | null) => {
      const sandbox = await openSandbox({ seed: 7 })
      if (jump !== null) sandbox.clock.change(jump)
      const { id, updatedAt } = sandbox.createObject('payment')
      return { id, at: Date.parse(updatedAt) }
    }
    const [usual, later] = [await timesOf(null), await timesOf('+30d')]
    expect(later.id).toBe(usual.id)
    expect(later.at - usual.at).toBe(30 * dayMs)
  })
})

describe('a frozen clock', () => {
  it('gives all that is created the same moment, and holds retries until it runs', async () => {
    const sandbox = await openSandbox({ timeFactor: 10_000 })
    const hook = await openHook((nth) => (nth === 1 ? 503 : 200))
    await configure(sandbox, hook.url)
    sandbox.clock.change('freeze')
    const now = sandbox.clock.now()
    sandbox.createObject('payment')
    const { nextAttemptAt } = await outboxEntry(sandbox, 'retrying')
    expect(Date.parse(String(nextAttemptAt))).toBe(now + 1)
    // Another notification comes and goes while the retry is held.
    sandbox.createObject('payment')
    await hook.count(2)
    await outboxEntry(sandbox, 'delivered')
    expect(sandbox.outbox()[1]?.state).toBe('retrying')
    const moment = (text: unknown) => Date.parse(String(text))
    expect(hook.received.map(({ json }) => moment(json['createdAtUtc']))).toEqual([now, now])
    sandbox.clock.change('run')
    await hook.count(3)
  })

  it('lets a held retry go when it jumps over its moment', async () => {
    const sandbox = await openSandbox({ timeFactor: 1 })
    const hook = await openHook((nth) => (nth === 1 ? 503 : 200))
    await configure(sandbox, hook.url)
    sandbox.clock.change('freeze')
    sandbox.createObject('payment')
    await outboxEntry(sandbox, 'retrying')
    sandbox.clock.change('+11s')
    await hook.count(2)
  })
})

describe('back at the real time', () => {
  it('a retry that was scheduled in the future does not wait for it', async () => {
    const sandbox = await openSandbox({ timeFactor: 1 })
    const hook = await openHook((nth) => (nth === 1 ? 503 : 200))
    await configure(sandbox, hook.url)
    sandbox.clock.change('+30d')
    sandbox.createObject('payment')
    await outboxEntry(sandbox, 'retrying')
    sandbox.clock.change('real')
    await hook.count(2)
  })

  it('failed logins of the future lock nobody out', async () => {
    const sandbox = await openSandbox()
    sandbox.clock.change('+30d')
    const wrong = { ...passwordGrant(sandbox), password: 'wrong' }
    for (let nth = 0; nth < 20; nth += 1) await askToken(sandbox, wrong)
    expect((await askToken(sandbox, passwordGrant(sandbox))).status).toBe(429)
    sandbox.clock.change('real')
    expect((await askToken(sandbox, passwordGrant(sandbox))).status).toBe(200)
  })
})
