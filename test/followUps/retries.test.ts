import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { productionRules } from '../../src/engine/jobs/planRetry.ts'
import { openStore } from '../../src/engine/store/openStore.ts'
import { json } from '../build/startScriptedServer.ts'
import { temporaryFolder } from '../store/build.ts'
import { gets, quickRules, startTestFollowUps, startTestService, type TestFollowUps } from './startTestFollowUps.ts'

/** So slow that nothing is tried again while a test looks. */
const slowRules = {
  ...quickRules,
  pauses: [60_000, 60_000, 60_000, 60_000],
  soonPauses: [60_000],
  longestPause: 300_000,
}

describe('a follow-up that waits to be tried again', () => {
  it('says when and why, and which try it will be', async () => {
    const service = await startTestService((_request, response) => json(response, 503, { title: 'Maintenance' }))
    const test = await startTestFollowUps(service, { rules: { ...productionRules, spread: () => 0.5 } })
    const { id } = await test.receive()
    const waiting = await test.waitsAgain(id)
    expect(waiting).toMatchObject({ state: 'waiting', status: 503 })
    expect(waiting.reason).toBe(
      'The service failed (503). The service says: Maintenance. It is retried automatically (try 2 of 5).',
    )
    const [attempt] = await test.store.attempts(id)
    const end = (attempt?.startedAt ?? 0) + (attempt?.timing.total ?? 0)
    expect(waiting.dueAt).toBe(new Date(Math.ceil(end + 2000)).toISOString())
    // The user has nothing to do.
    expect(attempt?.error?.message).toBe('The service failed (503). The service says: Maintenance')
    expect(
      (await test.store.followUpOf(test.environment.id, (await only(test)).notificationId ?? ''))?.followUp,
    ).toEqual(waiting)
  })

  it('takes no place from the others', async () => {
    const service = await startTestService(({ path }, response) => json(response, path.includes('bad') ? 500 : 200, {}))
    const test = await startTestFollowUps(service, { rules: slowRules })
    for (let number = 0; number < 8; number += 1) {
      const bad = await test.receive({ resourceId: `bad-${number}` })
      await test.waitsAgain(bad.id)
    }
    const good = await test.receive({ resourceId: 'good' })
    expect((await test.ended(good.id)).state).toBe('done')
  })

  it.each([
    ['7', 'at 7 s', 7000],
    ['Mon, 01 Jan 2001 00:00:09 GMT', 'when the service says by its own clock', 9000],
    ['1000000000', 'at the cap', 300_000],
    ['0', 'as usual', 2000],
  ])('after a 429 with Retry-After %j is tried again %s', async (header, _name, pause) => {
    const service = await startTestService((_request, response) => {
      response.writeHead(429, { 'retry-after': header, date: 'Mon, 01 Jan 2001 00:00:00 GMT' }).end()
    })
    const test = await startTestFollowUps(service, { rules: { ...productionRules, spread: () => 0.5 } })
    const { id } = await test.receive()
    const { reason, dueAt } = await test.waitsAgain(id)
    const [attempt] = await test.store.attempts(id)
    const due = new Date(Math.ceil((attempt?.startedAt ?? 0) + (attempt?.timing.total ?? 0) + pause))
    expect(dueAt).toBe(due.toISOString())
    expect(reason).toContain('The service wants fewer requests (429).')
    expect(reason?.includes('; Hookscope waits 5 min at most.')).toBe(pause === 300_000)
    expect(reason).toContain('Other follow-ups of this environment wait too, up to a minute.')
  })

  it('after a 429 lets all others of the environment wait too, instead of running each into the same wall', async () => {
    let asked = 0
    const service = await startTestService((_request, response) => {
      if (++asked > 1) json(response, 200, {})
      else response.writeHead(429, { 'retry-after': '1' }).end()
    })
    const test = await startTestFollowUps(service, { rules: { ...quickRules, longestPause: 400 } })
    const first = await test.receive()
    await test.waitsAgain(first.id)
    const others = [await test.receive(), await test.receive(), await test.receive()]
    for (const { id } of [first, ...others]) expect((await test.ended(id)).state).toBe('done')
    const [refused] = await test.store.attempts(first.id)
    const due = (refused?.startedAt ?? 0) + (refused?.timing.total ?? 0) + 400
    for (const { id } of others) {
      const [attempt] = await test.store.attempts(id)
      // The two clocks differ by a little.
      expect(attempt?.startedAt).toBeGreaterThan(due - 20)
    }
  })

  it('waits alone when its own answer, not the service, asks for a pause, however long', async () => {
    let asked = 0
    const service = await startTestService((_request, response) => {
      if (++asked > 1) json(response, 200, {})
      else response.writeHead(500, { 'retry-after': '1000000000' }).end('{}')
    })
    const test = await startTestFollowUps(service, { rules: productionRules })
    const first = await test.receive()
    await test.waitsAgain(first.id)
    const other = await test.receive()
    expect((await test.ended(other.id)).state).toBe('done')
    expect(asked).toBe(2)
  })

  it('can be cancelled, and is then not sent any more until a person runs it again', async () => {
    let status = 429
    const service = await startTestService((_request, response) => {
      response.writeHead(status, { 'retry-after': '1000000000' }).end('{}')
    })
    const test = await startTestFollowUps(service)
    const summary = await test.receive()
    await test.waitsAgain(summary.id)
    expect(await test.followUps.cancel(summary.id)).toEqual({
      state: 'failed',
      status: null,
      reason: 'Cancelled by hand before the object was fetched. Run it again when you want it.',
      why: { code: 'cancelled-by-hand', fields: {} },
    })
    expect(await test.followUps.cancel(summary.id)).toBeNull()
    status = 200
    const { followUp } = await test.followUps.runNow(await only(test))
    expect(followUp.state).toBe('done')
    expect(gets(service)).toHaveLength(2)
  })

  it('that a person runs again is retried when it fails once more, but not beyond its tries', async () => {
    const service = await startTestService((_request, response) => json(response, 500, {}))
    const test = await startTestFollowUps(service, { rules: { ...quickRules, pauses: [60_000, 60_000] } })
    const summary = await test.receive()
    await test.waitsAgain(summary.id)
    expect((await test.followUps.runNow(summary)).followUp.reason).toContain('(try 3 of 3)')
    const { followUp, attempt } = await test.followUps.runNow(summary)
    expect(followUp).toMatchObject({ state: 'failed', reason: expect.stringContaining('tried 3 times') as string })
    expect(attempt?.status).toBe(500)
    expect((await test.followUps.runNow(summary)).followUp).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('tried 4 times') as string,
    })
  })

  it('is given up when its environment is deleted meanwhile', async () => {
    const service = await startTestService((_request, response) => json(response, 500, {}))
    const test = await startTestFollowUps(service, { rules: { ...quickRules, pauses: [1000], longestPause: 1000 } })
    const { id } = await test.receive()
    await test.waitsAgain(id)
    await test.environments.remove(test.environment.id)
    expect(await test.ended(id)).toEqual({
      state: 'skipped',
      status: null,
      reason: 'The environment of this delivery no longer exists.',
      why: { code: 'environment-gone', fields: {} },
    })
  })

  it('can be run at once by a person, and is not run again when its time comes', async () => {
    let status = 500
    const service = await startTestService((_request, response) => json(response, status, {}))
    const test = await startTestFollowUps(service, { rules: { ...quickRules, pauses: [100, 100] } })
    const summary = await test.receive()
    await test.waitsAgain(summary.id)
    status = 200
    expect((await test.followUps.runNow(summary)).followUp.state).toBe('done')
    // The next one waits longer than the rest of the pause.
    status = 500
    const other = await test.receive()
    await test.ended(other.id)
    expect((await test.store.attempts(summary.id)).map((attempt) => attempt.status)).toEqual([500, 200])
  })
})

describe('a follow-up that runs', () => {
  it('is broken off when it is cancelled, and what was sent is kept', async () => {
    let asked: (response: ServerResponse) => void = () => undefined
    const underWay = new Promise<ServerResponse>((resolve) => {
      asked = resolve
    })
    const service = await startTestService((_request, response) => asked(response))
    const test = await startTestFollowUps(service)
    const { id } = await test.receive()
    const closed = once(await underWay, 'close')
    expect(await test.followUps.cancel(id)).toMatchObject({ state: 'failed' })
    await closed
    const attempts = await test.store.attempts(id)
    expect(attempts.map(({ error }) => error?.message)).toEqual([
      expect.stringMatching(/^The request to 127\.0\.0\.1:\d+ was cancelled\.$/) as string,
    ])
  })

  it('is not asked for a second time when a person runs it just then', async () => {
    let finish: (() => void) | undefined
    let onAsked: () => void = () => undefined
    const underWay = new Promise<void>((resolve) => {
      onAsked = resolve
    })
    const service = await startTestService((_request, response) => {
      finish = () => json(response, 200, {})
      onAsked()
    })
    const test = await startTestFollowUps(service)
    const summary = await test.receive()
    await underWay
    const byHand = test.followUps.runNow(summary)
    finish?.()
    expect((await byHand).followUp.state).toBe('done')
    expect(gets(service)).toHaveLength(1)
  })

  it('that is cancelled while it waits for its turn is never sent, and one that a person runs is sent once', async () => {
    const held: ServerResponse[] = []
    let onFour: () => void = () => undefined
    const allBusy = new Promise<void>((resolve) => {
      onFour = resolve
    })
    const service = await startTestService(({ path }, response) => {
      if (!path.includes('busy')) json(response, 200, {})
      else if (held.push(response) === 4) onFour()
    })
    const test = await startTestFollowUps(service)
    for (let number = 0; number < 4; number += 1) await test.receive({ resourceId: `busy-${number}` })
    await allBusy
    const unwanted = await test.receive({ resourceId: 'unwanted' })
    const urgent = await test.receive({ resourceId: 'urgent' })
    expect(await test.followUps.cancel(unwanted.id)).toMatchObject({ state: 'failed' })
    expect((await test.followUps.runNow(urgent)).followUp.state).toBe('done')
    const last = await test.receive({ resourceId: 'last' })
    for (const response of held) json(response, 200, {})
    await test.ended(last.id)
    expect(gets(service).slice(4)).toEqual(['/api/trust/v1/payments/urgent', '/api/trust/v1/payments/last'])
  })
})

describe('an object that was just created', () => {
  it('is asked for a few times when it is not there, and then named "not there yet"', async () => {
    const service = await startTestService((_request, response) => json(response, 404, {}))
    const test = await startTestFollowUps(service)
    const { id } = await test.receive({ action: 'Create' })
    expect(await test.ended(id)).toEqual({
      state: 'failed',
      status: 404,
      reason:
        'We guessed this path. Correct it under Object paths. The service knows nothing at this address (404), asked 4 times within 1 s. The object may also not be there yet: then run it again later.',
      why: { code: 'nothing-at-assumed-path', fields: { status: 404, said: null } },
    })
    expect(gets(service)).toHaveLength(4)
  })

  it('is fetched when it appears a moment later', async () => {
    let asked = 0
    const service = await startTestService((_request, response) => json(response, ++asked < 3 ? 404 : 200, {}))
    const test = await startTestFollowUps(service)
    const { id } = await test.receive({ action: 'create' })
    expect((await test.ended(id)).state).toBe('done')
  })
})

describe('after a restart', () => {
  it('a retry keeps its time and counts the tries of before', async () => {
    const folder = temporaryFolder()
    let status = 500
    const service = await startTestService((_request, response) => json(response, status, {}))
    const first = await startTestFollowUps(service, { folder, rules: slowRules })
    const { id } = await first.receive()
    const before = await first.waitsAgain(id)
    await first.stop()

    const second = await startTestFollowUps(service, { folder, rules: slowRules, environmentId: first.environment.id })
    const other = await second.receive({ resourceId: 'other' })
    await second.waitsAgain(other.id)
    // The other came after it and was tried; this one keeps to its time.
    expect(await second.store.attempts(id)).toHaveLength(1)
    expect((await only(second, id)).followUp).toEqual(before)
    await second.stop()

    status = 200
    const third = await startTestFollowUps(service, {
      folder,
      environmentId: first.environment.id,
      // Due further ahead than any pause: the clock was ahead when that was noted.
      rules: { ...slowRules, longestPause: 10 },
    })
    expect((await third.ended(id)).state).toBe('done')
    expect((await third.store.attempts(id)).map((attempt) => attempt.status)).toEqual([500, 200])
  })

  it('a follow-up whose answer was kept, but not noted any more, is not asked for again', async () => {
    const folder = temporaryFolder()
    const service = await startTestService((_request, response) => json(response, 200, {}))
    const first = await startTestFollowUps(service, { folder })
    const { id, notificationId } = await first.receive()
    await first.ended(id)
    const environmentId = first.environment.id
    const followUp = { state: 'running' as const, status: null, reason: null }
    await first.stop()
    // While the first one runs, it may continue with the record.
    const store = await openStore({ folder })
    await store.putFollowUp({ deliveryId: id, environmentId, notificationId: notificationId ?? '', followUp })
    await store.close()

    const second = await startTestFollowUps(service, { folder, environmentId })
    expect(await second.ended(id)).toEqual({ state: 'done', status: 200, reason: null })
    expect(gets(service)).toHaveLength(1)
  })
})

/** A delivery as it is listed now. */
async function only(test: TestFollowUps, id?: string) {
  const { items } = await test.store.list({ limit: 10 })
  const found = id === undefined ? items[0] : items.find((item) => item.id === id)
  if (found === undefined) throw new Error('There is no such delivery.')
  return found
}
