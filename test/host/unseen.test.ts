/** Failed deliveries that the user has not opened: counted, kept over restarts, and bounded. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  maxUnseen,
  type UnseenState,
  viewOf,
  withAllSeen,
  withArrived,
  withoutEnvironment,
  withSeen,
  withVerdicts,
} from '../../src/host/unseen/unseenFailures.ts'
import { isFailed, type Verdict } from '../../src/shared/model.ts'
import type { Unseen } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, nextEvent, startTestHost, type TestHost } from '../build/startTestHost.ts'

const told = (id: number, verdict: Verdict, environmentId = 'e') => ({ id: String(id), verdict, environmentId })
const none: UnseenState = { upTo: '0', failures: [], more: false }

describe('what counts as unseen', () => {
  const three = withArrived(none, [
    told(9, 'invalid'),
    told(10, 'valid'),
    told(11, 'malformed', 'f'),
    told(12, 'unsigned'),
  ])

  it('is a signature that is wrong or unreadable, once', () => {
    expect(viewOf(three)).toEqual({
      count: 2,
      more: false,
      oldest: '9',
      newest: '11',
      byEnvironment: { e: 1, f: 1 },
    })
    expect(withArrived(three, [told(11, 'malformed', 'f'), told(9, 'invalid')])).toBe(three)
    expect(withArrived(three, [])).toBe(three)
  })

  it('is less what somebody looked at, and never counts it again', () => {
    const seen = withSeen(three, ['9', '10', 'nonsense'])
    expect(viewOf(seen)).toEqual({ count: 1, more: false, oldest: '11', newest: '11', byEnvironment: { f: 1 } })
    expect(withSeen(seen, ['9'])).toBe(seen)
    expect(viewOf(withArrived(seen, [told(9, 'invalid')]))).toEqual(viewOf(seen))
    expect(viewOf(withAllSeen(seen))).toEqual({
      count: 0,
      more: false,
      oldest: null,
      newest: null,
      byEnvironment: {},
    })
  })

  it('is no delivery that proves genuine after all, and none that fails because a secret was changed', () => {
    expect(viewOf(withVerdicts(three, [told(9, 'valid-previous'), told(10, 'invalid')]))).toMatchObject({ count: 1 })
  })

  it('goes with its environment', () => {
    expect(viewOf(withoutEnvironment(three, 'f'))).toMatchObject({ count: 1, oldest: '9' })
    expect(withoutEnvironment(three, 'other')).toBe(three)
  })

  it('is bounded: of more than can be looked at, the newest are kept and the count is a least one', () => {
    const flood = Array.from({ length: maxUnseen + 5 }, (_, at) => told(at + 1, 'invalid'))
    const state = withArrived(none, flood)
    expect(viewOf(state)).toMatchObject({ count: maxUnseen, more: true, oldest: '6', newest: String(maxUnseen + 5) })
    expect(viewOf(withSeen(state, ['6']))).toMatchObject({ count: maxUnseen - 1, more: true })
    const last = withSeen(
      state,
      flood.map(({ id }) => id),
    )
    expect(viewOf(last)).toMatchObject({ count: 0, more: false, oldest: null, newest: null })
  })
})

describe('the unseen failures of a data folder', () => {
  let folder: ReturnType<typeof scratchFolder>
  let test: TestHost
  beforeEach(async () => {
    folder = scratchFolder()
    test = await startTestHost(folder.path)
    // With it the sandbox has a secret to check against.
    await test.client.sandbox.demo()
  })
  afterEach(async () => {
    await test.host.stop()
    folder.remove()
  })

  /** A delivery whose signature is wrong; answers its id. */
  async function fail(): Promise<string> {
    const arrival = nextDelivery(test.host, ({ verdict }) => isFailed(verdict))
    const { receiver, environment } = await test.host.status()
    const headers = { [environment.signatureHeader ?? '']: 'A'.repeat(43) + '=' }
    await fetch(receiver.url ?? '', { method: 'POST', headers, body: '{"id":"n-1"}' })
    return (await arrival).id
  }
  /** Replaces the stored state while no host runs; null deletes it. */
  function keep(state: unknown): void {
    const database = new DatabaseSync(join(folder.path, 'deliveries.db'))
    const document = "collection = 'settings' AND id = 'unseen'"
    if (state === null) database.exec(`DELETE FROM documents WHERE ${document}`)
    else {
      const { changes } = database.prepare(`UPDATE documents SET json = ? WHERE ${document}`).run(JSON.stringify(state))
      expect(changes).toBe(1)
    }
    database.close()
  }
  const restart = async () => {
    await test.host.stop()
    test = await startTestHost(folder.path)
  }
  const toldUnseen = async (fits: (unseen: Unseen) => boolean) =>
    nextEvent(test.host, (event) =>
      event.type === 'status' && fits(event.status.unseen) ? event.status.unseen : undefined,
    )

  it('are published with the status as they come and as they are seen', async () => {
    const arrives = toldUnseen(({ count }) => count === 1)
    const id = await fail()
    expect(await arrives).toMatchObject({ count: 1, more: false, oldest: id, newest: id })
    const goes = toldUnseen(({ count }) => count === 0)
    expect(await test.client.unseen.markSeen({ ids: [id] })).toMatchObject({ count: 0 })
    await goes
    expect((await test.host.status()).unseen).toEqual(await test.client.unseen.get())
  })

  it('are as unseen after a restart as before, without a file of their own', async () => {
    const [one, other] = [await fail(), await fail()]
    await test.client.unseen.markSeen({ ids: [one] })
    await restart()
    expect(await test.client.unseen.get()).toMatchObject({ count: 1, more: false, oldest: other, newest: other })
    expect(existsSync(join(folder.path, 'unseen.json'))).toBe(false)
    await test.client.unseen.markSeen({})
    await restart()
    expect(await test.client.unseen.get()).toMatchObject({ count: 0 })
  })

  it('are found again after a crash that came before they were written down', { tags: 'full' }, async () => {
    const first = await fail()
    await test.client.unseen.markSeen({ ids: [first] })
    await restart()
    const id = await fail()
    await test.host.stop()
    keep({ upTo: first, failures: [], more: false })
    test = await startTestHost(folder.path)
    expect(await test.client.unseen.get()).toMatchObject({ count: 1, more: false, oldest: id, newest: id })
  })

  it(
    'are none at first in a folder that has deliveries but no such memory, or a broken one',
    { tags: 'full' },
    async () => {
      await fail()
      await test.host.stop()
      keep(null)
      test = await startTestHost(folder.path)
      expect(await test.client.unseen.get()).toMatchObject({ count: 0 })
      await fail()
      await test.host.stop()
      keep({ upTo: '1', failures: 'all' })
      test = await startTestHost(folder.path)
      expect(await test.client.unseen.get()).toMatchObject({ count: 0 })
      await fail()
      expect(await test.client.unseen.get()).toMatchObject({ count: 1 })
    },
  )
})
