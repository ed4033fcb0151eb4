/** @module-tag scaled */
import { expect, test } from 'vitest'
import { openTestStore } from '../store/build.ts'
import { budget } from '../support/thorough.ts'
import { startApp } from './startApp.ts'
import { rule, startTestRules } from './startTestRules.ts'

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each([1, 2, 3])(
  'whatever is done to a rule and its app: nothing is sent after its recorded 2xx, nothing is forgotten (%i)',
  async (seed) => {
    const next = numbers(seed)
    /** The app refuses so many of ten requests. */
    let refused = 0
    const app = await startApp((_request, response) => void response.writeHead(next(10) < refused ? 500 : 200).end())
    const store = await openTestStore()
    let running = await startTestRules({ store })
    await running.rules.set('sandbox', { rules: [rule(app.url, { retries: 1 })] })
    const ids: string[] = []
    const deletions: string[] = []
    const operations: (() => Promise<unknown>)[] = [
      async () => {
        for (let nth = next(8); nth >= 0; nth -= 1) ids.push(await running.receive({ resourceId: `o-${next(5)}` }))
      },
      async () => (refused = next(11)),
      async () => running.rules.setPaused('sandbox', 'app', true),
      async () => running.rules.setPaused('sandbox', 'app', false),
      async () => running.rules.catchUp('sandbox', 'app', 0),
      async () => running.rules.cancelCatchUp('sandbox', 'app'),
      async () => running.clock.step(next(3000)),
      async () => {
        await running.stop()
        running = await startTestRules({ store })
      },
      async () => {
        const deletion = await store.hideDeliveries({ ids: [ids[next(ids.length)] ?? ''] })
        if (deletion !== null) deletions.push(deletion.id)
      },
      async () => store.undoDeletion(deletions.pop() ?? ''),
    ]
    const count = budget(60, 400)
    for (let done = 0; done < count; done += 1) await operations[next(operations.length)]?.()

    refused = 0
    for (const deletion of deletions) await store.undoDeletion(deletion)
    await running.rules.setPaused('sandbox', 'app', false)
    await running.rules.catchUp('sandbox', 'app', 0)
    const untaken = async () => {
      running.clock.step(60_000)
      const taken = await Promise.all(ids.map(async (id) => store.wasForwarded(id, 'app')))
      return ids.filter((_id, at) => taken[at] !== true)
    }
    await expect.poll(untaken, { timeout: 30_000 }).toEqual([])
    await expect.poll(async () => (await running.stateOf()).catchUp?.endedAt).not.toBeNull()
    const state = await running.stateOf()
    expect([state.waiting, state.underWay, state.failed]).toEqual([0, 0, 0])
    expect(ids.length).toBeGreaterThan(10)
    for (const id of ids) {
      const statuses = (await store.attempts(id)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.at(-1)).toBe(200)
    }
  },
)
