import { describe, expect, it } from 'vitest'
import { isVerified } from '../../src/shared/model.ts'
import { json } from '../build/startScriptedServer.ts'
import { gets, startTestFollowUps, startTestService } from './startTestFollowUps.ts'

const object = (resourceId: string) => ({ id: 'n-1', resourceId })

describe('a delivery that proves nothing', () => {
  it('is not followed up', async () => {
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service)
    await test.receive({}, { verdict: 'invalid' })
    await test.receive({}, { verdict: 'unsigned' })
    const signed = await test.receive({ resourceId: 'signed' })
    await test.ended(signed.id)
    expect(gets(service)).toEqual(['/api/trust/v1/payments/signed'])
  })

  it('is followed up where the user wants it, but not when it was refused or repeats another', async () => {
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service, { mayFollow: (_environment, { verdict }) => verdict !== 'invalid' })
    await test.receive(object('invalid'), { verdict: 'invalid' })
    await test.receive({ resourceId: 'refused' }, { verdict: 'unsigned', answeredStatus: 413 })
    const unsigned = await test.receive({ id: 'n-2', resourceId: 'unsigned' }, { verdict: 'unsigned' })
    await test.receive({ id: 'n-2', resourceId: 'again' }, { verdict: 'unsigned' })
    await test.ended(unsigned.id)
    const last = await test.receive({ resourceId: 'last' })
    await test.ended(last.id)
    expect(gets(service)).toEqual(['/api/trust/v1/payments/unsigned', '/api/trust/v1/payments/last'])
  })

  it('does not use up the follow-up of the notification that the service signed', async () => {
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service, { mayFollow: () => true })
    const forged = await test.receive(object('forged'), { verdict: 'unsigned' })
    await test.ended(forged.id)
    const signed = await test.receive(object('signed'))
    await test.ended(signed.id)
    expect(gets(service)).toEqual(['/api/trust/v1/payments/forged', '/api/trust/v1/payments/signed'])
    expect((await test.store.followUpOf(test.environment.id, 'n-1'))?.deliveryId).toBe(signed.id)
  })

  it('does not take it away again when it is fetched only after the signed one', { tags: 'full' }, async () => {
    let finish: () => void = () => undefined
    let onForged: () => void = () => undefined
    const underWay = new Promise<void>((resolve) => {
      onForged = resolve
    })
    const service = await startTestService(({ path }, response) => {
      if (!path.endsWith('forged')) return json(response, 200, {})
      finish = () => json(response, 200, {})
      onForged()
    })
    const test = await startTestFollowUps(service, { mayFollow: () => true })
    const forged = await test.receive(object('forged'), { verdict: 'unsigned' })
    await underWay
    const signed = await test.receive(object('signed'))
    await test.ended(signed.id)
    finish()
    await test.ended(forged.id)
    expect(await test.store.followUpOf(test.environment.id, 'n-1')).toMatchObject({
      deliveryId: signed.id,
      followUp: { state: 'done' },
    })
  })

  it('is asked about with its environment and its summary', async () => {
    const asked: [string, string][] = []
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service, {
      mayFollow: (environmentId, { id, verdict }) => {
        asked.push([environmentId, id])
        return isVerified(verdict)
      },
    })
    const { id } = await test.receive()
    await test.ended(id)
    expect(asked).toContainEqual([test.environment.id, id])
  })
})

describe('a follow-up that was skipped because no path was known', () => {
  it('says where to add one, is put in line once it is there, newest first, and runs once each', async () => {
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const test = await startTestFollowUps(service)
    const { id: environmentId } = test.environment
    const ships = []
    for (const resourceId of ['1', '2', '3', '4', '5', '6']) {
      ships.push(await test.receive({ resourceType: 'Spaceship', resourceId }))
      expect(await test.ended(ships.at(-1)?.id ?? '')).toMatchObject({
        state: 'skipped',
        status: null,
        why: { code: 'no-path' },
        reason: 'No path is known for the resource type "Spaceship". Add one under Object paths.',
      })
    }
    await test.receive({ resourceType: 'Boat', resourceId: 'still-unknown' })
    await test.receive({ resourceType: 'Spaceship', resourceId: 'forged' }, { verdict: 'invalid' })
    expect(await test.followUps.runMissed(environmentId)).toBe(0)

    await test.environments.update(environmentId, { resourcePaths: { spaceship: '/ships/{resourceId}' } })
    const found = await Promise.all([test.followUps.runMissed(environmentId), test.followUps.runMissed(environmentId)])
    expect(found).toEqual([6, 0])
    for (const { id } of ships) await test.until(id, ({ state }) => state === 'done')
    const ids = ships.map(({ id }) => id)
    const lined = test.told.filter(({ followUp }) => followUp.state === 'waiting').map(({ deliveryId }) => deliveryId)
    expect(lined.filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    expect(gets(service).toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `/ships/${number}`))
  })

  it('is not mixed up with what was skipped because nobody signed it, even where that no longer matters', async () => {
    const service = await startTestService((_request, response) => json(response, 200, {}))
    let trusting = false
    const test = await startTestFollowUps(service, {
      mayFollow: (_environment, { verdict }) => trusting || isVerified(verdict),
    })
    await test.receive({ resourceId: 'unsigned' }, { verdict: 'unsigned' })
    trusting = true
    expect(await test.followUps.runMissed(test.environment.id)).toBe(0)
    const next = await test.receive({ resourceId: 'next' }, { verdict: 'unsigned' })
    await test.ended(next.id)
    expect(gets(service)).toEqual(['/api/trust/v1/payments/next'])
  })

  it(
    'is left alone when it was cancelled, or fetched, or belongs to another environment',
    { tags: 'full' },
    async () => {
      const service = await startTestService((_request, response) => response.writeHead(500).end())
      const test = await startTestFollowUps(service)
      const done = await test.receive()
      await test.waitsAgain(done.id)
      await test.followUps.cancel(done.id)
      const other = await test.environments.create({ name: 'Other' })
      const elsewhere = await test.receive({}, { environmentId: other.id })
      expect(await test.ended(elsewhere.id)).toMatchObject({ state: 'skipped' })
      expect(await test.followUps.runMissed(test.environment.id)).toBe(0)
    },
  )
})

describe('follow-ups that failed', () => {
  it('all run again when a person asks for it, those that succeeded do not', async () => {
    let isBack = false
    const service = await startTestService((request, response) =>
      json(response, isBack || request.path.endsWith('fine') ? 200 : 403, {}),
    )
    const test = await startTestFollowUps(service)
    const failed = []
    for (const resourceId of ['fine', 'first', 'second']) {
      const delivery = await test.receive({ resourceId })
      await test.ended(delivery.id)
      if (resourceId !== 'fine') failed.push(delivery)
    }
    isBack = true
    expect(await test.followUps.runFailed(test.environment.id)).toBe(2)
    for (const { id } of failed) await test.until(id, ({ state }) => state === 'done')
    expect(await test.followUps.runFailed(test.environment.id)).toBe(0)
    expect(gets(service)).toHaveLength(5)
  })

  it('of one type run again without the others', { tags: 'full' }, async () => {
    let isBack = false
    const service = await startTestService((_request, response) => json(response, isBack ? 200 : 403, {}))
    const test = await startTestFollowUps(service)
    const payment = await test.receive({ resourceType: 'Payment' })
    const wallet = await test.receive({ resourceType: 'Wallet' })
    for (const { id } of [payment, wallet]) await test.ended(id)
    isBack = true
    expect(await test.followUps.runFailed(test.environment.id, 'payment')).toBe(1)
    await test.until(payment.id, ({ state }) => state === 'done')
    expect(gets(service)).toHaveLength(3)
  })
})
