import { describe, expect, test } from 'vitest'
import { attempt, delivery, nextIndexed, notification, openTestStore } from '../store/build.ts'

describe('the mark of a row', () => {
  const failed = { state: 'failed', status: 500 }

  /** Two copies of a notification; the second one was forwarded, and failed. */
  async function failedCopy() {
    const store = await openTestStore({ undoMs: 0 })
    const indexed = nextIndexed(store, 2)
    const first = await store.append(delivery(notification({ id: 'same' })))
    const second = await store.append(delivery(notification({ id: 'same' })))
    await indexed
    const row = { ruleId: 'app', deliveryId: second, state: 'failed', tries: 1, dueAt: null, again: false } as const
    await store.addAttempt(attempt({ deliveryId: second, kind: 'forward', status: 500 }), row)
    return { store, first, second }
  }

  test('stays when the answer to the sender ends later', async () => {
    const { store, second } = await failedCopy()
    const changed = new Promise((resolve) => store.onVerdicts(resolve))
    await store.noteAnswer({ deliveryId: second, status: 502, answeredAt: 2, ending: 'sent' })
    expect(await changed).toMatchObject([{ id: second, answeredStatus: 502, forward: failed }])
  })

  test('stays when the first copy of its notification is removed', async () => {
    const { store, first, second } = await failedCopy()
    const changed = new Promise((resolve) => store.onFirsts(resolve))
    await store.hideDeliveries({ ids: [first] })
    expect(await changed).toMatchObject([{ id: second, duplicate: false, forward: failed }])
  })
})
