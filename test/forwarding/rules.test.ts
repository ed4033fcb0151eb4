import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkRules, noRules } from '../../src/engine/forwarding/readRules.ts'
import { nextIndexed, openTestStore, temporaryFolder } from '../store/build.ts'
import { startApp } from './startApp.ts'
import { rule, startTestRules } from './startTestRules.ts'

const refusing = (status: number) => ({ answer: status })

/** An app whose answers a test changes. */
async function startChangingApp() {
  const now = refusing(200)
  const app = await startApp((_request, response) => void response.writeHead(now.answer).end())
  return { app, now }
}

const said = (body: Buffer, field: string) => (JSON.parse(body.toString()) as Record<string, unknown>)[field]

describe('a rule', () => {
  test('sends what matches to its own app, byte for byte', async () => {
    const [payments, kyc] = [await startApp(), await startApp()]
    const { rules, store, receive, attempted } = await startTestRules()
    await rules.set('sandbox', {
      rules: [
        rule(payments.url, { id: 'payments', when: { filter: 'type:payment' } }),
        rule(kyc.url, { id: 'kyc', when: { filter: 'body.resourceType=Kyc' } }),
      ],
    })
    const ids = [await receive({ resourceType: 'Payment' }), await receive({ resourceType: 'Kyc' })]
    await receive({ resourceType: 'Wallet' })
    await attempted(2)
    for (const [at, app] of [payments, kyc].entries()) {
      expect(app.seen).toHaveLength(1)
      const sha256 = createHash('sha256')
        .update(app.seen[0]?.body ?? '')
        .digest('hex')
      expect(sha256).toBe((await store.get(ids[at] ?? ''))?.sha256)
      expect(app.seen[0]?.headers).toContainEqual(['x-hookscope-hop', 'own-hop'])
    }
  })

  test('begins with what comes after it was made', async () => {
    const app = await startApp()
    const { rules, receive, attempted } = await startTestRules()
    await receive()
    await rules.set('sandbox', { rules: [rule(app.url)] })
    const second = await receive()
    await attempted(1)
    expect((await rules.view('sandbox')).rules[0]?.state.last?.deliveryId).toBe(second)
    expect(app.seen).toHaveLength(1)
  })

  test('lists its newest tries, the newest first, and at most ten', { tags: 'full' }, async () => {
    const { app, now } = await startChangingApp()
    const { rules, receive, attempted } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url, { retries: 0 })] })
    for (let count = 1; count <= 11; count += 1) await receive().then(async () => attempted(count))
    now.answer = 503
    const failed = await receive()
    await attempted(12)
    const { last, recent } = (await rules.view('sandbox')).rules[0]?.state ?? {}
    expect(recent?.map(({ status }) => status)).toEqual([503, ...Array.from({ length: 9 }, () => 200)])
    expect(recent?.[0]).toMatchObject({ deliveryId: failed, problem: null })
    expect(last).toEqual(recent?.[0])
  })

  test('matches words of the body, too', async () => {
    const app = await startApp()
    const { rules, receive, attempted } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url, { when: { filter: '"needle here" -type:kyc' } })] })
    await receive({ note: 'a needle' })
    await receive({ note: 'the needle here', resourceType: 'Kyc' })
    await receive({ note: 'the needle here' })
    await attempted(1)
    expect(app.seen.map(({ body }) => said(body, 'note'))).toEqual(['the needle here'])
  })
})

describe('a delivery that fails', () => {
  test('holds its object until its tries end, and no other; then it is passed over', async () => {
    const { app, now } = await startChangingApp()
    const { rules, clock, store, receive, attempted, attempts, stateOf } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url, { retries: 2 })] })
    now.answer = 500
    const first = await receive({ resourceId: 'held', nth: 1 })
    await attempted(1)
    await clock.waited(1000)
    now.answer = 200
    await receive({ resourceId: 'held', nth: 2 })
    await receive({ resourceId: 'free', nth: 3 })
    await attempted(2)
    expect(app.seen.map(({ body }) => said(body, 'nth'))).toEqual([1, 3])
    expect((await stateOf()).held).toMatchObject([{ deliveryId: first, resourceId: 'held', tries: 1 }])
    now.answer = 503
    clock.step(1000)
    await attempted(3)
    await clock.waited(2000)
    clock.step(1999)
    expect(attempts).toHaveLength(3)
    expect(await store.forwardOf(first)).toEqual({ state: 'waiting', status: 503 })
    clock.step(1)
    // The last try of the first, and right after it the one that waited behind it.
    await attempted(5)
    expect(app.seen.map(({ body }) => said(body, 'nth'))).toEqual([1, 3, 1, 1, 2])
    expect(await store.forwardOf(first)).toEqual({ state: 'failed', status: 503 })
    const kept = (await store.attempts(first)).map(({ forwarded }) => forwarded?.nth)
    expect(kept).toEqual([1, 2, 3])
  })

  test('is found by its filter, and so are those that were taken', { tags: 'full' }, async () => {
    const { app, now } = await startChangingApp()
    const { rules, store, receive, attempted } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url)] })
    const taken = await receive()
    await attempted(1)
    now.answer = 404
    const failed = await receive()
    await attempted(2)
    const { items } = await store.list({ limit: 10 })
    expect(items.map(({ id, forward }) => [id, forward])).toEqual([
      [failed, { state: 'failed', status: 404 }],
      [taken, { state: 'done', status: 200 }],
    ])
  })
})

describe('catching up', () => {
  test('sends what was passed over and what came before the rule, and never again what was taken', async () => {
    const { app, now } = await startChangingApp()
    const { rules, clock, receive, attempted, stateOf } = await startTestRules()
    await receive({ nth: 0 })
    await rules.set('sandbox', { rules: [rule(app.url)] })
    await receive({ nth: 1 })
    await attempted(1)
    now.answer = 500
    await receive({ nth: 2 })
    await attempted(2)
    now.answer = 200
    app.seen.length = 0
    clock.step(1)
    await rules.catchUp('sandbox', 'app', 0)
    await attempted(4)
    await receive({ nth: 3 })
    await attempted(5)
    expect(app.seen.map(({ body }) => said(body, 'nth')).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 2, 3])
    expect((await stateOf()).catchUp).toMatchObject({ sent: 2, failed: 0, total: 3, done: 3, cancelled: false })
  })

  test('is cancelled: what came before is left, what comes goes on', async () => {
    const app = await startApp()
    const { rules, store, receive, attempted, stateOf } = await startTestRules()
    const indexed = nextIndexed(store, 5)
    for (let nth = 0; nth < 5; nth += 1) await receive({ nth })
    await indexed
    await rules.set('sandbox', { rules: [rule(app.url)] })
    await rules.setPaused('sandbox', 'app', true)
    await rules.catchUp('sandbox', 'app', 0)
    expect((await stateOf()).waiting).toBe(5)
    await rules.cancelCatchUp('sandbox', 'app')
    await rules.setPaused('sandbox', 'app', false)
    await receive({ nth: 9 })
    await attempted(1)
    expect(app.seen.map(({ body }) => said(body, 'nth'))).toEqual([9])
    expect((await stateOf()).catchUp).toMatchObject({ cancelled: true, sent: 0 })
  })
})

describe('a clock that was set ahead and back', () => {
  const century = 100 * 365 * 86_400_000

  test('holds no delivery until the far date, neither in this process nor after a restart', async () => {
    const { app, now } = await startChangingApp()
    const { rules, clock, store, receive, attempted, stop } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url, { retries: 5 })] })
    now.answer = 500
    clock.jump(century)
    await receive()
    await attempted(1)
    await clock.waited(1000)
    clock.jump(-century)
    clock.step(1000)
    await attempted(2)
    clock.jump(century)
    clock.step(2000)
    await attempted(3)
    await stop()
    now.answer = 200
    const restarted = await startTestRules({ store })
    await restarted.attempted(1)
    expect(app.seen).toHaveLength(4)
  })

  test('leaves nothing out of a catch-up that failed meanwhile', { tags: 'full' }, async () => {
    const { app, now } = await startChangingApp()
    const { rules, clock, receive, attempted } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url)] })
    now.answer = 500
    clock.jump(century)
    await receive()
    await attempted(1)
    clock.jump(-century)
    now.answer = 200
    await rules.catchUp('sandbox', 'app', 0)
    await attempted(2)
    expect(app.seen).toHaveLength(2)
  })
})

describe('a paused rule', () => {
  test('keeps its place over a restart: what came meanwhile is sent in order on resume', async () => {
    const app = await startApp()
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const first = await startTestRules({ store })
    await first.rules.set('sandbox', { rules: [rule(app.url)] })
    await first.rules.setPaused('sandbox', 'app', true)
    await first.receive({ resourceId: 'one', nth: 1 })
    await first.stop()
    await store.close()
    const again = await startTestRules({ store: await openTestStore({ folder }) })
    await again.receive({ resourceId: 'one', nth: 2 })
    expect((await again.stateOf()).paused).toBe(true)
    await again.rules.setPaused('sandbox', 'app', false)
    await again.attempted(2)
    expect(app.seen.map(({ body }) => said(body, 'nth'))).toEqual([1, 2])
  })
})

test('what a stop broke off is sent again after the next start, and marked', async () => {
  let answering = false
  const app = await startApp((_request, response) => {
    if (answering) response.writeHead(200).end()
  })
  const folder = temporaryFolder()
  const store = await openTestStore({ folder })
  const first = await startTestRules({ store })
  await first.rules.set('sandbox', { rules: [rule(app.url)] })
  const id = await first.receive()
  await app.count(1)
  const stopped = first.stop()
  await first.clock.waited(50)
  first.clock.step(50)
  await stopped
  await store.close()
  answering = true
  const again = await startTestRules({ store: await openTestStore({ folder }) })
  await again.attempted(1)
  const attempts = await again.store.attempts(id)
  expect(attempts.map(({ error, status, forwarded }) => [error?.code, status, forwarded?.again])).toEqual([
    ['STOPPED', null, false],
    [undefined, 200, true],
  ])
})

describe('nothing is forwarded', () => {
  test('that is hidden', async () => {
    const app = await startApp()
    const { rules, store, receive, attempted } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url)] })
    await rules.setPaused('sandbox', 'app', true)
    const gone = await receive({ nth: 1 })
    await receive({ nth: 2 })
    await store.hideDeliveries({ ids: [gone] })
    await rules.setPaused('sandbox', 'app', false)
    await attempted(1)
    expect(app.seen.map(({ body }) => said(body, 'nth'))).toEqual([2])
  })

  test('that was forwarded from here before', async () => {
    const app = await startApp()
    const { rules, store, receive, attempted } = await startTestRules()
    await rules.set('sandbox', { rules: [rule(app.url, { retries: 5 })] })
    const looped = await receive({}, { request: { headers: ['X-Hookscope-Hop', 'other, own-hop'] } })
    await receive({}, { request: { headers: ['x-hookscope-hop', 'other'] } })
    await attempted(2)
    expect((await store.attempts(looped))[0]?.error?.code).toBe('LOOP')
    expect(await store.forwardOf(looped)).toMatchObject({ state: 'failed' })
    expect(app.seen.map(({ headers }) => headers.find(([name]) => name === 'x-hookscope-hop')?.[1])).toEqual([
      'other, own-hop',
    ])
  })
})

describe('a rule is refused', () => {
  const ours = { ports: () => [4690], publicOrigin: () => 'http://127.0.0.1:1' }

  test.each([
    ['http://127.1:4690', 'forward-target-own-port'],
    ['http://2130706433:4690/x', 'forward-target-own-port'],
    ['http://[::ffff:7f00:1]:4690', 'forward-target-own-port'],
    ['http://localhost.:4690', 'forward-target-own-port'],
    ['http://127.0.0.1:1/in/key', 'forward-target-leads-back'],
    ['http://192.0.2.7:80', 'forward-host-not-allowed'],
    ['nowhere', 'forward-target-unreadable'],
    ['http://me:pw@127.0.0.1', 'forward-target-with-user'],
  ])('for %s', async (target, code) => {
    await expect(checkRules({ rules: [rule(target)] }, noRules, ours)).rejects.toMatchObject({ why: { code } })
  })

  test.each([
    ['status:done', 'forward-filter-too-early'],
    ['-forward:failed', 'forward-filter-too-early'],
    ['is:late|pinned', 'forward-filter-too-early'],
    ['verdit:valid', 'filter-unreadable'],
    ['verdict:good', 'filter-unreadable'],
  ])('that asks for %s', async (filter, code) => {
    const rules = [rule('http://127.0.0.1:9', { when: { filter } })]
    await expect(checkRules({ rules }, noRules, ours)).rejects.toMatchObject({ why: { code } })
  })

  test('that sends the same deliveries to the same address as another one that is on', async () => {
    const [first, second] = [rule('http://127.0.0.1:9/a', { when: { filter: 'type:a' } }), rule('http://127.0.0.1:9/a')]
    const again = { ...first, id: 'again', when: { filter: ' type:a ' } }
    const check = async (...rules: (typeof first)[]) => checkRules({ rules }, noRules, ours)
    await expect(check(first, again)).rejects.toMatchObject({ why: { code: 'forward-rule-doubled' } })
    await check(first, { ...second, id: 'other filter' }, { ...again, enabled: false })
  })

  test('unless the person allows its host, which stays allowed', async () => {
    const rules = [rule('http://192.0.2.7:80')]
    const allowed = await checkRules({ rules, allowedHosts: ['192.0.2.7'] }, noRules, ours)
    expect((await checkRules({ rules }, allowed, ours)).allowedHosts).toEqual(['192.0.2.7'])
  })
})
