import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { json } from '../build/startScriptedServer.ts'
import { temporaryFolder } from '../store/build.ts'
import { gets, startTestFollowUps, startTestService } from './startTestFollowUps.ts'

const withoutPassword = {
  state: 'skipped',
  status: null,
  reason: 'The environment has no password of the master user. Fill it in under Connection.',
  why: { code: 'credentials-missing', fields: { identity: 'master', missing: ['password'] } },
}

describe('an environment without credentials', () => {
  it('has its follow-ups skipped at once, with a code that survives a restart', async () => {
    const folder = temporaryFolder()
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const first = await startTestFollowUps(service, { folder, password: '' })
    const { id } = await first.receive()
    expect(await first.ended(id)).toEqual(withoutPassword)
    expect(await first.store.attempts(id)).toEqual([])
    await first.stop()

    const second = await startTestFollowUps(service, { folder, environmentId: first.environment.id, password: '' })
    const { items } = await second.store.list({ limit: 1 })
    expect(items[0]?.followUp).toEqual(withoutPassword)
    expect(await second.store.followUpCounts()).toMatchObject({
      waiting: 0,
      failed: 0,
      withoutCredentials: { [first.environment.id]: 1 },
    })
    expect(service.seen).toEqual([])
  })

  it('does not wait in line for that, however busy the line is', { tags: 'full' }, async () => {
    const hanging: ServerResponse[] = []
    const service = await startTestService((_request, response) => void hanging.push(response))
    const test = await startTestFollowUps(service)
    for (let number = 0; number < 4; number += 1) await test.receive({ resourceId: `slow-${number}` })
    await expect.poll(() => hanging.length).toBe(4)
    const other = await test.environments.create({ name: 'Other', baseUrl: service.url })
    for (let number = 0; number < 30; number += 1) {
      const { id } = await test.receive({ resourceId: `other-${number}` }, { environmentId: other.id })
      expect(await test.ended(id)).toMatchObject({ state: 'skipped', why: { code: 'credentials-missing' } })
    }
    for (const response of hanging) json(response, 200, {})
  })

  it('gets them run once it has credentials and a person asks, never automatically', async () => {
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service, { password: '' })
    const { id: environmentId } = test.environment
    const deliveries = []
    for (const resourceId of ['first', 'second', 'third']) deliveries.push(await test.receive({ resourceId }))
    await test.allEnded(3)
    expect(await test.followUps.runSkipped(environmentId)).toBe(0)

    await test.environments.update(environmentId, { password: 'the password', baseUrl: service.url })
    expect(await test.followUps.runMissed(environmentId)).toBe(0)
    expect(service.seen).toEqual([])
    expect(await test.store.followUpCounts()).toMatchObject({ withoutCredentials: { [environmentId]: 3 } })

    expect(await test.followUps.runSkipped(environmentId)).toBe(3)
    for (const { id } of deliveries) await test.until(id, ({ state }) => state === 'done')
    expect(gets(service).toSorted()).toEqual(
      ['first', 'second', 'third'].map((resourceId) => `/api/trust/v1/payments/${resourceId}`),
    )
    expect(await test.store.followUpCounts()).toMatchObject({ waiting: 0, withoutCredentials: {} })
    expect(await test.followUps.runSkipped(environmentId)).toBe(0)
  })
})

describe('a delivery that a person opens', () => {
  it('is fetched before what waits in line', async () => {
    const hanging: ServerResponse[] = []
    const service = await startTestService((_request, response) => void hanging.push(response))
    const test = await startTestFollowUps(service)
    const deliveries = []
    for (let number = 0; number < 30; number += 1) deliveries.push(await test.receive({ resourceId: `p-${number}` }))
    await expect.poll(() => hanging.length).toBe(4)
    const opened = [deliveries[6], deliveries[29]].filter((found) => found !== undefined)
    for (const delivery of opened) await test.followUps.prefer(delivery)
    for (const response of hanging.splice(0, 2)) json(response, 200, {})
    await expect.poll(() => gets(service).length).toBe(6)
    expect(gets(service).slice(4).toSorted()).toEqual(['/api/trust/v1/payments/p-29', '/api/trust/v1/payments/p-6'])
    const settle = setInterval(() => {
      for (const response of hanging.splice(0)) json(response, 200, {})
    }, 1)
    await test.allEnded(30)
    clearInterval(settle)
    expect(new Set(gets(service)).size).toBe(30)
    expect(gets(service)).toHaveLength(30)
  })
})

describe('a follow-up that a person runs', () => {
  it.each(['malformed', 'unsigned'] as const)(
    'for a delivery that is %s is kept as it was announced, and the notification still gets its own',
    async (verdict) => {
      const folder = temporaryFolder()
      const service = await startTestService((_request, response) => json(response, 200, {}))
      const test = await startTestFollowUps(service, { folder })
      const doubtful = await test.receive({ id: 'n-1', resourceId: 'doubtful' }, { verdict })
      expect(doubtful.followUp.state).toBe('skipped')
      const { followUp } = await test.followUps.runNow(doubtful)
      expect(followUp).toEqual({ state: 'done', status: 200, reason: null })
      expect(test.told.at(-1)).toEqual({ deliveryId: doubtful.id, followUp })
      expect((await test.store.list({ limit: 1 })).items[0]?.followUp).toEqual(followUp)

      const signed = await test.receive({ id: 'n-1', resourceId: 'signed' })
      expect(await test.ended(signed.id)).toMatchObject({ state: 'done' })
      await test.stop()
      const again = await startTestFollowUps(service, { folder, environmentId: test.environment.id })
      const { items } = await again.store.list({ limit: 2 })
      expect(items.map((item) => item.followUp.state)).toEqual(['done', 'done'])
      const filter = { terms: [{ key: 'status' as const, values: ['done'], quoted: false, negated: false, at: null }] }
      expect((await again.store.list({ limit: 9, filter })).items).toHaveLength(2)
    },
  )
})
