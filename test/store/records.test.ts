import { describe, expect, it } from 'vitest'
import type { FollowUpRecord } from '../../src/engine/store/records/jobs.ts'
import { attempt, delivery, followUp, nextIndexed, notification, openTestStore, temporaryFolder } from './build.ts'

describe('documents', () => {
  it('survive reopening, oldest first, the newest text of each; removed ones are gone', async () => {
    const folder = temporaryFolder()
    const first = await openTestStore({ folder })
    await first.putDocument('environments', 'b', { name: 'one' })
    await first.putDocument('environments', 'a', { name: 'two', list: [1, null, 'ü'] })
    await first.putDocument('environments', 'c', {})
    await first.putDocument('settings', 'b', 'other collection')
    await first.putDocument('environments', 'b', { name: 'changed' })
    await first.removeDocument('environments', 'c')
    await first.removeDocument('environments', 'never there')
    await first.close()
    const second = await openTestStore({ folder })
    expect(await second.documents('environments')).toEqual([
      { id: 'b', document: { name: 'changed' } },
      { id: 'a', document: { name: 'two', list: [1, null, 'ü'] } },
    ])
    expect(await second.documents('settings')).toEqual([{ id: 'b', document: 'other collection' }])
  })
})

describe('attempts', () => {
  it('survive reopening in order of start, with every field', async () => {
    const folder = temporaryFolder()
    const first = await openTestStore({ folder })
    const later = attempt({
      startedAt: 2000,
      kind: 'replay',
      status: null,
      body: null,
      error: { code: 'ECONNREFUSED', message: 'No one listens.' },
    })
    const ids = [
      await first.addAttempt(later),
      await first.addAttempt(attempt()),
      await first.addAttempt(attempt({ deliveryId: '2' })),
    ]
    await first.close()
    const second = await openTestStore({ folder })
    expect(await second.attempts('1')).toEqual([
      { id: ids[1], ...attempt() },
      { id: ids[0], ...later },
    ])
    expect(await second.attempts('77')).toEqual([])
    expect(Number(await second.addAttempt(attempt()))).toBeGreaterThan(Math.max(...ids.map(Number)))
  })

  it('keep the body that was sent where it was not the delivery’s own', async () => {
    const folder = temporaryFolder()
    const first = await openTestStore({ folder })
    const edited = attempt({ kind: 'replay', requestBody: new Uint8Array([0xff, 0, 13]) })
    await first.addAttempt(edited)
    await first.addAttempt(attempt({ kind: 'replay', startedAt: 2000 }))
    await first.close()
    const [kept, asItCame] = await (await openTestStore({ folder })).attempts('1')
    expect(kept).toMatchObject(edited)
    expect(asItCame).not.toHaveProperty('requestBody')
  })

  it('with an object in their answer are its snapshots, newest first', async () => {
    const store = await openTestStore()
    await store.addAttempt(attempt({ startedAt: 1 }))
    await store.addAttempt(attempt({ startedAt: 3, body: new Uint8Array() }))
    await store.addAttempt(attempt({ startedAt: 2 }))
    await store.addAttempt(attempt({ startedAt: 4, status: 404 }))
    await store.addAttempt(attempt({ startedAt: 5, kind: 'replay' }))
    await store.addAttempt(attempt({ startedAt: 6, body: null }))
    await store.addAttempt(attempt({ startedAt: 7, environmentId: 'other' }))
    const snapshots = await store.snapshots('sandbox', 'Payment', 'p-1', 10)
    expect(snapshots.map((entry) => entry.startedAt)).toEqual([3, 2, 1])
    expect(await store.snapshots('sandbox', 'Payment', 'p-1', 1)).toHaveLength(1)
    const [, second] = snapshots
    const before = await store.snapshots('sandbox', 'Payment', 'p-1', 10, second)
    expect(before.map((entry) => entry.startedAt)).toEqual([1])
  })
})

describe('follow-ups', () => {
  it('survive reopening, one for each notification, and those that are due are claimed in order', async () => {
    const folder = temporaryFolder()
    const first = await openTestStore({ folder })
    await first.putFollowUp(followUp({ deliveryId: '3', notificationId: 'n-3' }))
    await first.putFollowUp(followUp())
    await first.putFollowUp(followUp({ deliveryId: '2', notificationId: 'n-2' }))
    const done: FollowUpRecord = followUp({ followUp: { state: 'done', status: 200, reason: null } })
    await first.putFollowUp(done)
    await first.close()
    const second = await openTestStore({ folder })
    expect(await second.followUpOf('sandbox', 'n-1')).toEqual(done)
    expect(await second.followUpOf('other', 'n-1')).toBeNull()
    const claim = { kind: 'follow-up', owner: null, held: [], limit: 9, lowLimit: 9, now: 1, maxWaitMs: 9 } as const
    expect((await second.claimJobs(claim)).jobs.map(({ deliveryId }) => deliveryId)).toEqual(['3', '2'])
  })

  it('are shown in the list and in the deliveries of an object', async () => {
    const store = await openTestStore()
    const fields = { id: 'n-1', resourceId: 'p-1' }
    const indexed = nextIndexed(store, 3)
    const id = await store.append(delivery(notification(fields)))
    await store.append(delivery(notification(fields)))
    await store.append(delivery(notification({ resourceId: 'p-2' })))
    const failed = { state: 'failed', status: 500, reason: 'The service answered 500.' } as const
    await store.putFollowUp(followUp({ deliveryId: id, followUp: failed }))
    const check = async (): Promise<void> => {
      const story = await store.deliveriesOf('sandbox', 'payment', 'p-1', 10)
      expect(story.map((item) => [item.id, item.followUp.state])).toEqual([
        ['2', 'skipped'],
        ['1', 'failed'],
      ])
      expect((await store.list({ limit: 10 })).items.at(-1)?.followUp).toEqual(failed)
    }
    await check()
    await indexed
    await check()
    expect(await store.deliveriesOf('other', 'Payment', 'p-1', 10)).toEqual([])
  })
})
