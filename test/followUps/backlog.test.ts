import { describe, expect, it } from 'vitest'
import { json } from '../build/startScriptedServer.ts'
import { delivery, nextIndexed, notification, openTestStore, temporaryFolder } from '../store/build.ts'
import { gets, quickRules, startTestFollowUps, startTestService, type TestFollowUps } from './startTestFollowUps.ts'

/** Stores deliveries without follow-ups, as a killed process leaves them; returns the ids of their environments. */
async function leaveWaiting(folder: string, counts: readonly number[]): Promise<string[]> {
  const service = await startTestService((_request, response) => json(response, 200, {}))
  const test = await startTestFollowUps(service, { folder })
  const environments = [test.environment, ...(await addOthers(test, counts.length - 1))]
  await test.stop()
  const store = await openTestStore({ folder })
  for (const [index, count] of counts.entries()) {
    const indexed = nextIndexed(store, count)
    const environmentId = environments[index]?.id ?? ''
    const fields = (number: number) => ({ resourceId: `${index}-${number}` })
    await Promise.all(
      Array.from({ length: count }, async (_, number) =>
        store.append(delivery(notification(fields(number)), { environmentId })),
      ),
    )
    await indexed
  }
  await store.close()
  return environments.map(({ id }) => id)
}

async function addOthers({ environments, environment }: TestFollowUps, count: number) {
  const others = []
  const { authUrl, baseUrl, clientId, audience, username } = environment
  const access = { authUrl, baseUrl, clientId, audience, username, password: 'the password' }
  for (let number = 0; number < count; number += 1) {
    others.push(await environments.create({ name: `Other ${number}`, ...access }))
  }
  return others
}

const numbers = (paths: readonly string[]) => paths.map((path) => Number(path.split('-').at(-1)))

describe('after a restart', () => {
  it('what waits is fetched in order and each once', { tags: 'full' }, async () => {
    const folder = temporaryFolder()
    const [environmentId = ''] = await leaveWaiting(folder, [300])
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service, { folder, environmentId })
    await test.allEnded(300)
    const asked = numbers(gets(service))
    expect(asked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, number) => number))
    // Some run concurrently and may overtake each other.
    for (const [index, number] of asked.entries()) expect(Math.abs(index - number)).toBeLessThan(6)
    expect(await test.store.followUpCounts()).toMatchObject({ waiting: 0, failed: 0 })
  })

  it('what waits is counted and shown as waiting, and what just arrives goes before it', async () => {
    const folder = temporaryFolder()
    const [environmentId = ''] = await leaveWaiting(folder, [60])
    const held: (() => void)[] = []
    let hold = true
    const service = await startTestService((_request, response) => {
      if (hold) held.push(() => json(response, 200, {}))
      else json(response, 200, {})
    })
    const test = await startTestFollowUps(service, { folder, environmentId })
    await expect.poll(() => held.length).toBe(3)
    await expect.poll(async () => test.store.followUpCounts()).toMatchObject({ waiting: 60 })
    expect((await test.store.list({ limit: 1 })).items).toMatchObject([{ followUp: { state: 'waiting' } }])
    await test.receive({ resourceId: 'new' })
    await expect.poll(() => held.length).toBe(4)
    expect(gets(service).at(-1)).toMatch(/new$/)
    hold = false
    for (const answer of held) answer()
    await test.allEnded(61)
    expect(await test.store.followUpCounts()).toMatchObject({ waiting: 0 })
  })

  it(
    'an environment whose service wants a pause keeps no other one waiting, however much of it waits',
    { tags: 'full' },
    async () => {
      const folder = temporaryFolder()
      const [first, second] = await leaveWaiting(folder, [100, 40])
      const service = await startTestService(({ path }, response) => {
        if (!path.includes('/0-')) json(response, 200, {})
        else response.writeHead(429, { 'retry-after': '1000' }).end()
      })
      const rules = { ...quickRules, longestPause: 300_000 }
      const test = await startTestFollowUps(service, { folder, environmentId: first ?? '', rules })
      await test.environments.update(second ?? '', { authUrl: service.url, baseUrl: service.url })
      await test.allEnded(40)
      expect(gets(service).filter((path) => path.includes('/0-')).length).toBeLessThan(6)
      expect(await test.store.followUpCounts()).toMatchObject({ waiting: 100 })
    },
  )
})

describe('a service that fails', () => {
  it(
    'leaves what is tried again on disk until it is due, and all of it is fetched when the trouble is over',
    { tags: 'full' },
    async () => {
      const failed = new Set<string>()
      const service = await startTestService(({ path }, response) => {
        const again = failed.has(path)
        failed.add(path)
        json(response, again ? 200 : 500, {})
      })
      const test = await startTestFollowUps(service, { rules: { ...quickRules, pauses: [300, 300] } })
      const indexed = nextIndexed(test.store, 60)
      await Promise.all(
        Array.from({ length: 60 }, async (_, number) =>
          test.store.append(
            delivery(notification({ resourceId: `1-${number}` }), { environmentId: test.environment.id }),
          ),
        ),
      )
      await indexed
      await test.allEnded(60)
      expect(gets(service)).toHaveLength(120)
      expect(await test.store.followUpCounts()).toMatchObject({ waiting: 0, failed: 0 })
    },
  )
})

describe('all of an environment', () => {
  it('can be cancelled at once, those in flight included; those of others are left alone', async () => {
    const folder = temporaryFolder()
    const [environmentId = '', other = ''] = await leaveWaiting(folder, [1200, 30])
    const held: (() => void)[] = []
    const service = await startTestService((_request, response) => void held.push(() => json(response, 200, {})))
    const test = await startTestFollowUps(service, { folder, environmentId })
    await expect.poll(() => held.length).toBe(3)
    await expect.poll(async () => test.store.followUpCounts()).toMatchObject({ waiting: 1230 })
    expect(await test.followUps.cancelAll(environmentId)).toBe(1200)
    expect(await test.store.followUpCounts()).toMatchObject({ failed: 1200 })
    expect(await test.store.endedFollowUps(other, 'failed', null, 1)).toEqual([])
    expect(await test.followUps.cancelAll(environmentId)).toBe(0)
    for (const answer of held) answer()
    expect(await test.followUps.runFailed(environmentId)).toBe(1200)
  })
})

describe('one that waits on disk', () => {
  it('can be cancelled, and is not fetched then', async () => {
    const folder = temporaryFolder()
    const [environmentId = ''] = await leaveWaiting(folder, [40])
    const held: (() => void)[] = []
    const service = await startTestService((_request, response) => void held.push(() => json(response, 200, {})))
    const test = await startTestFollowUps(service, { folder, environmentId })
    await expect.poll(() => held.length).toBe(3)
    expect(await test.followUps.cancel('40')).toMatchObject({ state: 'failed' })
    expect(await test.followUps.cancel('40')).toBeNull()
    while (
      held.length > 0 ||
      !test.told.some(({ deliveryId, followUp }) => deliveryId === '39' && followUp.state === 'done')
    ) {
      held.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await test.allEnded(40)
    expect(gets(service)).toHaveLength(39)
  })
})
