import { expect, test } from 'vitest'
import { webhookTypes } from '../../src/shared/model.ts'
import { call, configure, obtainToken, openHook, openSandbox, readonlyPath } from './support.ts'

/** Everything a run sends and shows, as bytes. @param watching objects are watched during it, as a check of a handler does */
async function run(seed: number | undefined, watching = false): Promise<string[]> {
  const sandbox = await openSandbox(seed === undefined ? {} : { seed })
  const hook = await openHook()
  await configure(sandbox, hook.url)
  const token = await obtainToken(sandbox)
  const reader = await call(`${sandbox.url}${readonlyPath}`, {
    method: 'POST',
    token,
    body: { email: 'r@example.com' },
  })
  for (const type of webhookTypes) {
    if (watching) sandbox.watchObject(type)
    const { id } = sandbox.createObject(type)
    sandbox.updateObject(type, id)
    sandbox.updateObject(type, id)
  }
  const deliveries = await hook.count(30)
  const bodies = deliveries.map(({ bytes }) => bytes.toString('utf8')).toSorted()
  const list = await call(`${sandbox.url}/api/trust/v1/payments`, { token })
  return [sandbox.credentials.organizationId, reader.text, list.text, JSON.stringify(sandbox.objects()), ...bodies]
}

test('two runs with one seed are the same byte for byte', async () => {
  expect(await run(42)).toEqual(await run(42))
})

test('a check that watches objects between them changes nothing of what a seed repeats', async () => {
  expect(await run(42, true)).toEqual(await run(42))
})

test('another seed, or none, gives other data', async () => {
  const [first, second, third, fourth] = [await run(1), await run(2), await run(undefined), await run(undefined)]
  expect(new Set([first, second, third, fourth].map(([organization]) => organization)).size).toBe(4)
  const bodies = [first, second, third, fourth].flatMap((lines) => lines.slice(4))
  expect(new Set(bodies).size).toBe(120)
})

test('without a seed times of creation are those of the clock', async () => {
  const sandbox = await openSandbox()
  const before = Date.now()
  const { updatedAt } = sandbox.createObject('payment')
  expect(Math.abs(Date.parse(updatedAt) - before)).toBeLessThan(10_000)
})

test('the password is always the same with a seed, and random without one', async () => {
  const passwordOf = async (seed?: number) =>
    (await openSandbox(seed === undefined ? {} : { seed })).credentials.password
  expect(await passwordOf(1)).toBe(await passwordOf(2))
  const random = await Promise.all([passwordOf(), passwordOf()])
  expect(new Set([...random, await passwordOf(1)]).size).toBe(3)
  expect(Math.min(...random.map((text) => text.length))).toBeGreaterThanOrEqual(24)
})
