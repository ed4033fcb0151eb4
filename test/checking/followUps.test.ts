import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { followUpCounter, type WatchingSandbox } from '../../src/engine/checking/followUpCounter.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import type { CheckReport } from '../../src/shared/wireTypes.ts'
import { following, gradeHandler, notable } from './gradeHandler.ts'
import { startFetchingHandler, type Work } from './handlers/fetchingHandler.ts'

const counted = ['twice', 'fifty-at-once', 'retry-after-break', 'update-first', 'forged', 'slow', 'reset']

interface Grading {
  only?: readonly string[]
  /** Stands between sandbox and counter. */
  between?(sandbox: WatchingSandbox): WatchingSandbox
  /** The handler works for a body that breaks off, too. */
  takesHalves?: boolean
}

/** Grades a handler that asks a real sandbox, effects counted by that. */
async function graded(
  work: Work,
  { only = counted, between = (sandbox) => sandbox, takesHalves = false }: Grading = {},
): Promise<CheckReport> {
  const sandbox = await startSandbox({ port: 0, seed: 3 })
  onTestFinished(async () => sandbox.stop())
  const { url, statuses, stop } = await startFetchingHandler(sandbox.credentials, work, takesHalves)
  onTestFinished(stop)
  const effects = followUpCounter(
    between({ watch: async () => sandbox.watchObject('Payment'), asked: async (id) => sandbox.asked(id) }),
  )
  const report = await gradeHandler({ url }, { only, effects })
  expect(report).toMatchObject({ state: 'done', stopped: null })
  expect([...statuses].filter((status) => status !== 200)).toEqual([])
  // Made to be counted: in no list, and no notification was sent for them.
  expect(sandbox.objects()).toEqual([])
  expect(sandbox.outbox()).toEqual([])
  return report
}

/** Says when the requests for an object begin to be counted: by then all deliveries of its probe are answered. */
function noticeCounting() {
  const counting = new EventEmitter().setMaxListeners(0)
  return {
    begun: async (id: string) => once(counting, id),
    between: ({ watch, asked }: WatchingSandbox): WatchingSandbox => ({
      watch,
      asked: async (id) => {
        counting.emit(id)
        return asked(id)
      },
    }),
  }
}

test('a handler that fetches the object once per notification passes every repetition', { tags: 'full' }, async () => {
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
  expect(notable(report)).toEqual({ twice: 'fail high' })
  expect(following(report)).toEqual({ 'fifty-at-once': 'twice', 'retry-after-break': 'twice' })
  const twice = report.results.find(({ probe }) => probe === 'twice')
  expect(twice?.sentence).toContain('The handler fetched the object for 2 deliveries where 1 is right.')
})

test('deliveries that nobody counts are no measure of those that are counted', { tags: 'full' }, async () => {
  const report = await graded(async ({ resourceId }, fetchObject) => fetchObject(resourceId), {
    only: ['fast', 'twice'],
  })
  expect(notable(report)).toEqual({ twice: 'fail high' })
})

test('one that needs two requests for each object passes all the same', { tags: 'full' }, async () => {
  const seen = new Set<string>()
  const report = await graded(async ({ id, resourceId }, fetchObject) => {
    if (seen.has(id)) return
    seen.add(id)
    await fetchObject(resourceId)
    await fetchObject(resourceId)
  })
  expect(notable(report)).toEqual({})
})

test('one whose second request comes only with the next delivery passes all the same', { tags: 'full' }, async () => {
  const seen = new Set<string>()
  let late: string | null = null
  const report = await graded(
    async ({ id, resourceId }, fetchObject) => {
      if (seen.has(id)) return
      seen.add(id)
      if (late !== null) await fetchObject(late)
      late = null
      await fetchObject(resourceId)
      // Up to the delivery that shows how often it asks for one.
      if (seen.size <= 4) late = resourceId
      else await fetchObject(resourceId)
    },
    { only: ['twice'] },
  )
  expect(notable(report)).toEqual({})
})

test('requests that come late belong to their own delivery', async () => {
  const seen = new Set<string>()
  const { begun, between } = noticeCounting()
  const report = await graded(
    async ({ id, resourceId }, fetchObject) => {
      if (seen.has(id)) return
      seen.add(id)
      await begun(resourceId)
      await fetchObject(resourceId)
    },
    { only: ['twice', 'fifty-at-once', 'forged'], between },
  )
  expect(notable(report)).toEqual({})
})

test(
  'a delivery that is lost on its second way is a failure: the id was stored before the work',
  { tags: 'full' },
  async () => {
    const seen = new Map<string, number>()
    const { begun, between } = noticeCounting()
    const report = await graded(
      async ({ id, resourceId }, fetchObject) => {
        seen.set(id, (seen.get(id) ?? 0) + 1)
        await begun(resourceId)
        // Only deliveries that come once are worked on.
        if (seen.get(id) === 1) await fetchObject(resourceId)
      },
      { only: ['twice'], between },
    )
    expect(notable(report)).toEqual({ twice: 'fail high' })
    expect(report.results.at(-1)?.sentence).toContain('The handler did not fetch the object, so the delivery was lost.')
  },
)

test.each(['watch', 'asked'] as const)(
  'where the single delivery could not be counted (%s failed), the next count does not take its place',
  async (failing) => {
    // The baseline's object comes first and is not counted.
    let calls = failing === 'watch' ? 0 : 1
    const report = await graded(async ({ resourceId }, fetchObject) => fetchObject(resourceId), {
      only: ['twice', 'forged'],
      between: (sandbox) => ({
        ...sandbox,
        [failing]: async (id: string) => {
          calls += 1
          if (calls === 2) throw new Error('The sandbox did not answer.')
          return sandbox[failing](id)
        },
      }),
    })
    expect(notable(report)).toEqual({ 'follow-up': 'inconclusive', twice: 'inconclusive' })
    expect(report.results.at(-1)?.sentence).toContain('could not be counted this time')
  },
)

test('one that never asks is inconclusive, whatever it answers', { tags: 'full' }, async () => {
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
  { tags: 'full' },
  async (probe) => {
    const report = await graded(async ({ resourceId }, fetchObject) => fetchObject(resourceId), { only: [probe] })
    expect(report.results.map((result) => [result.probe, result.outcome])).toEqual([
      ['valid', 'pass'],
      ['follow-up', 'pass'],
      [probe, 'pass'],
    ])
  },
)

test(
  'so half a body that is handled like a whole one is no second request for the same delivery',
  { tags: 'full' },
  async () => {
    const report = await graded(async ({ resourceId }, fetchObject) => fetchObject(resourceId), {
      only: ['slow'],
      takesHalves: true,
    })
    expect(notable(report)).toEqual({ slow: 'fail medium' })
    expect(report.results.at(-1)?.sentence).toContain(
      'The handler fetched the object for 2 deliveries where 1 is right.',
    )
  },
)
