import { expect, test } from 'vitest'
import type { TemporaryRuleInput } from '../../src/engine/jobs/temporaryRules.ts'
import type { StoredAttempt } from '../../src/engine/store/records/attempts.ts'
import { startApp } from './startApp.ts'
import { rule, startTestRules, type TestRulesOptions } from './startTestRules.ts'

async function startWithRule(target: string, options: TestRulesOptions & Partial<TemporaryRuleInput> = {}) {
  const rig = await startTestRules(options)
  const { since = Date.now() } = options
  const added = await rig.rules.addTemporary({ environmentId: 'sandbox', target, since })
  const rules = async () => (await rig.rules.view('sandbox')).rules
  const id = (await rules()).find(({ temporary }) => temporary)?.id ?? ''
  return { ...rig, temporary: added, id, list: rules }
}

async function collect(attempts: AsyncGenerator<StoredAttempt>) {
  const all: StoredAttempt[] = []
  for await (const attempt of attempts) all.push(attempt)
  return all
}

test('each delivery is sent once, whatever the app answers, and the rule is listed as temporary', async () => {
  const app = await startApp((_request, response) => void response.writeHead(500).end())
  const { receive, attempted, temporary, list, clock } = await startWithRule(app.url)
  const ids = [await receive(), await receive()]
  await attempted(2)
  const [listed] = await list()
  expect(listed).toMatchObject({ temporary: true, target: app.url, name: new URL(app.url).host, retries: 0 })
  expect(listed?.state).toMatchObject({ waiting: 0, failed: 2, last: { status: 500 } })
  clock.step(120_000)
  await temporary.end()
  const attempts = await collect(temporary.attempts())
  expect(attempts.map(({ deliveryId, status }) => ({ deliveryId, status }))).toEqual(
    ids.map((deliveryId) => ({ deliveryId, status: 500 })),
  )
  expect(await list()).toEqual([])
})

test('a delivery that came since the given moment is sent, too', async () => {
  const app = await startApp()
  const { receive, rules, attempted } = await startTestRules()
  const first = await receive({}, { request: { receivedAt: 1000 } })
  const second = await receive({}, { request: { receivedAt: 2000 } })
  await rules.addTemporary({ environmentId: 'sandbox', target: app.url, since: 2000 })
  const third = await receive()
  await attempted(2)
  expect(app.seen).toHaveLength(2)
  const { rules: listed } = await rules.view('sandbox')
  expect(listed[0]?.state.waiting).toBe(0)
  expect([first, second, third]).toHaveLength(3)
})

test('other rules of its environment can be replaced while it runs, and what was read can be written back', async () => {
  const [app, other] = [await startApp(), await startApp()]
  const { receive, attempted, rules, list } = await startWithRule(app.url)
  await rules.set('sandbox', { rules: [rule(other.url, { id: 'kept' })] })
  await rules.set('sandbox', { rules: await list() })
  expect((await list()).map(({ id, temporary }) => [id === 'kept', temporary])).toEqual([
    [true, false],
    [false, true],
  ])
  await receive()
  await attempted(2)
  expect([app.seen.length, other.seen.length]).toEqual([1, 1])
})

test('it can be paused, and what waits is sent on resume', async () => {
  const app = await startApp()
  const { receive, attempted, rules, id, stateOf } = await startWithRule(app.url)
  await rules.setPaused('sandbox', id, true)
  await receive()
  expect(await stateOf(id)).toMatchObject({ paused: true })
  await rules.setPaused('sandbox', id, false)
  await attempted(1)
  expect(app.seen).toHaveLength(1)
})

test('its end still sends what was just kept, and nothing that comes later', { tags: 'full' }, async () => {
  const app = await startApp()
  const { receive, temporary, list, store } = await startWithRule(app.url)
  await Promise.all(Array.from({ length: 50 }, async () => receive()))
  await temporary.end()
  expect(app.seen).toHaveLength(50)
  expect(await list()).toEqual([])
  const later = await receive()
  await store.list({ limit: 1 })
  expect(await store.forwardOf(later)).toBeNull()
  expect(app.seen).toHaveLength(50)
})

test('its end waits only so long for an app that hangs: what was in flight has failed, the rest is not sent', async () => {
  const app = await startApp(() => undefined)
  const { receive, temporary, store, clock } = await startWithRule(app.url)
  const ids: string[] = []
  for (let index = 0; index < 20; index += 1) ids.push(await receive())
  await app.count(8)
  const ended = temporary.end()
  await clock.waited(50)
  clock.step(50)
  await ended
  const attempts = await collect(temporary.attempts())
  expect(attempts.map(({ error }) => error?.code)).toEqual(Array.from({ length: 8 }, () => 'STOPPED'))
  const states = await Promise.all(ids.map(async (id) => (await store.forwardOf(id))?.state ?? null))
  expect(states.filter((state) => state === 'failed')).toHaveLength(8)
  expect(states.filter((state) => state === null)).toHaveLength(12)
  expect(app.seen).toHaveLength(8)
})

test('one whose process ended without it is gone at the next start, and what it had in flight counts as failed', async () => {
  const app = await startApp(() => undefined)
  const before = await startWithRule(app.url)
  const sent = await before.receive()
  await app.count(1)
  const { store } = before
  // As if the process had been killed here: the first one writes nothing more.
  const after = await startTestRules({ store })
  expect((await after.rules.view('sandbox')).rules).toEqual([])
  expect((await store.forwardOf(sent))?.state).toBe('failed')
  await after.receive()
  await store.list({ limit: 1 })
  expect(app.seen).toHaveLength(1)
  const stopped = before.stop()
  await before.clock.waited(50)
  before.clock.step(50)
  await stopped
})

test('it ends with its environment', { tags: 'full' }, async () => {
  const app = await startApp()
  const { rules, temporary, list } = await startWithRule(app.url)
  const attempts = collect(temporary.attempts())
  await rules.forget('sandbox')
  expect(await attempts).toEqual([])
  expect(await list()).toEqual([])
})

test('it ends when Hookscope stops', async () => {
  const app = await startApp()
  const { stop, temporary } = await startWithRule(app.url)
  const attempts = collect(temporary.attempts())
  await stop()
  expect(await attempts).toEqual([])
  await temporary.end()
})
