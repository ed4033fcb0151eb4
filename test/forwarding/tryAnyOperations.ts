import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { delivery, notification, openTestStore, temporaryFolder } from '../store/build.ts'
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

interface Tried {
  seed: number
  /** How many things are done. */
  operations: number
  /** Deliveries that are there before, and the objects that they are about. */
  deliveries: number
  objects: number
}

/**
 * Does anything to a rule and its app, then lets the app take everything, and expects that each delivery was taken once, and
 * that no attempt came after it. Returns how much was tried, and what the app had seen when the operations ended.
 */
export async function tryAnyOperations({ seed, operations: count, deliveries, objects }: Tried) {
  const next = numbers(seed)
  /** Number of ten requests that the app refuses. */
  let refused = 0
  const app = await startApp((_request, response) => void response.writeHead(next(10) < refused ? 500 : 200).end())
  const folder = temporaryFolder()
  const store = await openTestStore({ folder })
  let running = await startTestRules({ store })
  /** Each change of the target leads to the same app. */
  let target = app.url
  const ids: string[] = []
  const deletions: string[] = []
  const receive = async () => ids.push(await store.append(delivery(notification({ resourceId: `o-${next(objects)}` }))))
  const keepRules = async (rules: Parameters<typeof running.rules.set>[1]['rules']) =>
    running.rules.set('sandbox', { rules })
  const app1 = () => rule(target, { retries: 1 })
  const since = () => (next(2) === 0 ? 0 : running.clock.now() - next(60_000))
  const operations: (() => Promise<unknown>)[] = [
    async () => {
      for (let nth = next(8); nth >= 0; nth -= 1) await receive()
    },
    async () => (refused = next(11)),
    async () => running.rules.setPaused('sandbox', 'app', true),
    async () => running.rules.setPaused('sandbox', 'app', false),
    async () => running.rules.catchUp('sandbox', 'app', since()),
    async () => running.rules.cancelCatchUp('sandbox', 'app'),
    async () => running.clock.step(next(3000)),
    async () => running.clock.jump(next(200_000) - 100_000),
    async () => {
      await running.stop()
      running = await startTestRules({ store })
    },
    async () => {
      const deletion = await store.hideDeliveries({ ids: [ids[next(ids.length)] ?? ''] })
      if (deletion !== null) deletions.push(deletion.id)
    },
    async () => store.undoDeletion(deletions.pop() ?? ''),
    async () => {
      target = `${app.url}/${next(100)}`
      await keepRules([app1()])
    },
    // Deleted, and one of the same name again.
    async () => {
      if (next(4) > 0) return
      await keepRules([])
      await keepRules([app1()])
    },
  ]
  await keepRules([app1()])
  for (let left = deliveries; left > 0; left -= 500) {
    await Promise.all(Array.from({ length: Math.min(left, 500) }, receive))
  }
  /** Lets the app get some deliveries, unless the rule sends none now. */
  const goOn = async () => {
    const until = app.seen.length + next(1 + Math.ceil((5 * deliveries) / count))
    while (app.seen.length < until) {
      const { paused, waiting, underWay } = await running.stateOf()
      if (paused || waiting + underWay === 0) break
      running.clock.step(500)
    }
  }
  for (let done = 0; done < count; done += 1) {
    await operations[next(operations.length)]?.()
    await goOn()
  }
  const seen = app.seen.length

  refused = 0
  for (const deletion of deletions) await store.undoDeletion(deletion)
  await running.rules.setPaused('sandbox', 'app', false)
  await running.rules.catchUp('sandbox', 'app', 0)
  const database = new DatabaseSync(join(folder, 'deliveries.db'), { readOnly: true })
  const taken = database.prepare('SELECT count(DISTINCT delivery_id) AS n FROM attempts WHERE status = 200')
  const untaken = () => {
    running.clock.step(60_000)
    return ids.length - Number(taken.get()?.['n'])
  }
  await expect.poll(untaken, { timeout: 1_800_000, interval: 200 }).toBe(0)
  await expect.poll(async () => (await running.stateOf()).catchUp?.endedAt).not.toBeNull()
  const state = await running.stateOf()
  expect([state.waiting, state.underWay, state.failed]).toEqual([0, 0, 0])
  const twice = database.prepare(`
    SELECT delivery_id FROM attempts GROUP BY delivery_id HAVING sum(status = 200) <> 1
    OR max(id) <> max(CASE status WHEN 200 THEN id END)`)
  expect(twice.all()).toEqual([])
  const attempts = Number(database.prepare('SELECT count(*) AS n FROM attempts').get()?.['n'])
  database.close()
  return { deliveries: ids.length, attempts, seen }
}
