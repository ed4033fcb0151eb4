import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { followUpCounter } from '../../src/engine/checking/followUpCounter.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import type { CheckReport } from '../../src/shared/wireTypes.ts'
import { gradeHandler, notable } from './gradeHandler.ts'
import { secret, signatureHeader } from './handlers/handler.ts'
import { oneHandler, type SeenRequest } from './oneHandler.ts'

interface Notification {
  id: string
  resourceId: string
}

/** Does the work of a delivery that is valid, after it was answered: `fetchObject` asks the sandbox as a client of the service does. */
type Work = (notification: Notification, fetchObject: (id: string) => Promise<void>) => void | Promise<void>

const counted = ['twice', 'fifty-at-once', 'retry-after-break', 'update-first', 'forged', 'slow', 'reset']

/** Grades a handler that asks a real sandbox, effects counted by that. */
async function graded(
  work: Work,
  only: readonly string[] = counted,
  onBreak?: (fetchObject: Parameters<Work>[1]) => void,
): Promise<CheckReport> {
  const sandbox = await startSandbox({ port: 0, seed: 3 })
  onTestFinished(async () => sandbox.stop())
  const { clientId, audience, username, password } = sandbox.credentials
  const response = await fetch(`${sandbox.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', client_id: clientId, audience, username, password }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const { collections } = (await (await fetch(sandbox.url)).json()) as { collections: Record<string, string> }
  const statuses = new Set<number>()
  const fetchObject = async (id: string) => {
    const headers = { authorization: `Bearer ${token}` }
    // What is asked for the last delivery may meet a sandbox that has stopped.
    const answer = await fetch(`${sandbox.url}${collections['payment']}/${id}`, { headers }).catch(() => null)
    if (answer !== null) statuses.add(answer.status)
  }
  const { url, server } = await oneHandler(({ message, body }, answer) => {
    const right = createHmac('sha256', secret).update(body).digest('base64')
    if (message.headers[signatureHeader] !== right) return 401
    answer.writeHead(200).end(() => void work(JSON.parse(body.toString()) as Notification, fetchObject))
    return undefined
  })
  server.on('request', (message: SeenRequest['message']) => {
    message.on('error', () => onBreak?.(fetchObject))
  })
  const effects = followUpCounter({
    watch: async () => sandbox.watchObject('Payment'),
    asked: async (id) => sandbox.asked(id),
  })
  const report = await gradeHandler({ url }, { only, effects })
  expect(report).toMatchObject({ state: 'done', stopped: null })
  expect([...statuses].filter((status) => status !== 200)).toEqual([])
  // Made to be counted: in no list, and no notification was sent for them.
  expect(sandbox.objects()).toEqual([])
  expect(sandbox.outbox()).toEqual([])
  return report
}

test('a handler that fetches the object once per notification passes every repetition', async () => {
  const seen = new Set<string>()
  const report = await graded(async ({ id, resourceId }, fetchObject) => {
    if (seen.has(id)) return
    seen.add(id)
    await fetchObject(resourceId)
  })
  expect(notable(report)).toEqual({})
  expect(report.results.map(({ probe }) => probe)).toEqual(['valid', 'follow-up', ...orderOf(report)])
})

function orderOf({ results }: CheckReport): string[] {
  return results.map(({ probe }) => probe).filter((probe) => counted.includes(probe))
}

test('one that fetches it for each repetition fails, with the count', async () => {
  const report = await graded(async ({ resourceId }, fetchObject) => fetchObject(resourceId))
  expect(notable(report)).toEqual({
    twice: 'fail high',
    'fifty-at-once': 'fail high',
    'retry-after-break': 'fail medium',
  })
  const twice = report.results.find(({ probe }) => probe === 'twice')
  expect(twice?.sentence).toContain('The handler fetched the object for 2 deliveries where 1 is right.')
})

test('one that needs two requests for each object passes all the same', async () => {
  const seen = new Set<string>()
  const report = await graded(async ({ id, resourceId }, fetchObject) => {
    if (seen.has(id)) return
    seen.add(id)
    await fetchObject(resourceId)
    await fetchObject(resourceId)
  })
  expect(notable(report)).toEqual({})
})

test('requests that come late belong to their own delivery', async () => {
  const seen = new Set<string>()
  const report = await graded(
    ({ id, resourceId }, fetchObject) => {
      if (seen.has(id)) return
      seen.add(id)
      setTimeout(() => void fetchObject(resourceId), 300)
    },
    ['twice', 'fifty-at-once', 'forged'],
  )
  expect(notable(report)).toEqual({})
})

test('a delivery that is lost on its second way is a failure: the id was stored before the work', async () => {
  const seen = new Map<string, number>()
  const report = await graded(
    async ({ id, resourceId }, fetchObject) => {
      const before = seen.get(id) ?? 0
      seen.set(id, before + 1)
      // Only deliveries that come once are worked on.
      setTimeout(() => {
        if (seen.get(id) === 1) void fetchObject(resourceId)
      }, 100)
    },
    ['twice'],
  )
  expect(notable(report)).toEqual({ twice: 'fail high' })
  expect(report.results.at(-1)?.sentence).toContain('The handler did not fetch the object, so the delivery was lost.')
})

test('one that never asks is inconclusive, whatever it answers', async () => {
  const report = await graded(() => undefined)
  expect(notable(report)).toEqual({
    'follow-up': 'inconclusive',
    twice: 'inconclusive',
    'fifty-at-once': 'inconclusive',
    'retry-after-break': 'inconclusive',
  })
  const twice = report.results.find(({ probe }) => probe === 'twice')
  expect(twice?.sentence).toContain('never fetched an object from the sandbox')
})

test.each(['slow', 'reset', 'update-first', 'forged'])(
  'what one delivery costs is measured before %s alone, too',
  async (probe) => {
    const report = await graded(async ({ resourceId }, fetchObject) => fetchObject(resourceId), [probe])
    expect(report.results.map((result) => [result.probe, result.outcome])).toEqual([
      ['valid', 'pass'],
      ['follow-up', 'pass'],
      [probe, 'pass'],
    ])
  },
)

test('so half a body that is handled like a whole one is no second request for the same delivery', async () => {
  let last = ''
  const report = await graded(
    async ({ resourceId }, fetchObject) => {
      last = resourceId
      await fetchObject(resourceId)
    },
    ['slow'],
    (fetchObject) => void fetchObject(last),
  )
  expect(notable(report)).toEqual({ slow: 'fail medium' })
  expect(report.results.at(-1)?.sentence).toContain('The handler fetched the object for 2 deliveries where 1 is right.')
})
