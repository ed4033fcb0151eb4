import { expect, it } from 'vitest'
import { type QueueLimits, startQueue } from '../../src/engine/followUps/startQueue.ts'

/** A queue whose jobs end when the test says so; jobs of a thousand are a lane, of the next thousand the next. From 900 they are urgent. */
function startTestQueue(limits: Omit<QueueLimits, 'forUrgent'> & Partial<QueueLimits>, now?: () => number) {
  const started: number[] = []
  const ends = new Map<number, () => void>()
  let onStart: (() => void) | undefined
  const queue = startQueue<number>({
    limits: { forUrgent: { concurrency: 0, starts: 0 }, ...limits },
    rankOf: (job) => (job % 1000 >= 900 ? 'urgent' : 'other'),
    laneOf: (job) => String(Math.floor(job / 1000)),
    run: async (job) => {
      started.push(job)
      onStart?.()
      await new Promise<void>((resolve) => ends.set(job, resolve))
    },
    ...(now === undefined ? {} : { now }),
  })
  return {
    queue,
    started,
    end: (job: number) => ends.get(job)?.(),
    nextStart: async () =>
      new Promise<void>((resolve) => {
        onStart = resolve
      }),
  }
}

it('runs nothing before it is started, then in order and at most so many at once', async () => {
  const { queue, started, end, nextStart } = startTestQueue({ concurrency: 2, starts: 100, windowMs: 1000 })
  for (const job of [1, 2, 3]) queue.push(job)
  expect(started).toEqual([])
  queue.begin()
  expect(started).toEqual([1, 2])
  const third = nextStart()
  end(1)
  await third
  expect(started).toEqual([1, 2, 3])
  end(2)
  end(3)
  await queue.stop()
})

it('starts no more within a window than it may, and goes on when the window has passed', async () => {
  let now = 0
  const { queue, started, end, nextStart } = startTestQueue({ concurrency: 10, starts: 3, windowMs: 40 }, () => now)
  queue.begin()
  for (const job of [1, 2, 3, 4]) queue.push(job)
  expect(started).toEqual([1, 2, 3])
  const fourth = nextStart()
  now = 40
  await fourth
  expect(started).toEqual([1, 2, 3, 4])
  for (const job of [1, 2, 3, 4]) end(job)
  await queue.stop()
})

it('stops when what is under way has ended, and drops the rest', async () => {
  const { queue, started, end } = startTestQueue({ concurrency: 1, starts: 100, windowMs: 1000 })
  queue.begin()
  queue.push(1)
  queue.push(2)
  const stopped = queue.stop()
  end(1)
  await stopped
  expect(started).toEqual([1])
})

it('lets the lanes take turns, so that many of one do not keep another waiting', async () => {
  const { queue, started, end, nextStart } = startTestQueue({ concurrency: 1, starts: 100, windowMs: 1000 })
  for (const job of [1, 2, 3, 1001]) queue.push(job)
  queue.begin()
  for (const job of [1, 2]) {
    const next = nextStart()
    end(job === 1 ? 1 : 1001)
    await next
  }
  expect(started).toEqual([1, 1001, 2])
  end(2)
  await queue.stop()
})

it('starts nothing of a lane that is held, goes on with the others, and takes it up when the time has passed', async () => {
  let now = 0
  const { queue, started, end, nextStart } = startTestQueue({ concurrency: 10, starts: 100, windowMs: 1000 }, () => now)
  queue.hold('0', 40)
  queue.begin()
  for (const job of [1, 2, 1001]) queue.push(job)
  expect(started).toEqual([1001])
  const goesOn = nextStart()
  now = 40
  await goesOn
  expect(started).toEqual([1001, 1, 2])
  for (const job of started) end(job)
  await queue.stop()
})

it('gives back a job that waits, and not one that runs', async () => {
  const { queue, started, end } = startTestQueue({ concurrency: 1, starts: 100, windowMs: 1000 })
  queue.begin()
  queue.push(1)
  queue.push(2)
  expect([queue.remove(1), queue.remove(2), queue.remove(2)]).toEqual([false, true, false])
  end(1)
  await queue.stop()
  expect(started).toEqual([1])
})

it('starts what is urgent before all that waits, and keeps room for it that nothing else takes', async () => {
  const limits = { concurrency: 2, starts: 100, windowMs: 1000, forUrgent: { concurrency: 1, starts: 0 } }
  const { queue, started, end, nextStart } = startTestQueue(limits)
  for (const job of [1, 2, 3]) queue.push(job)
  queue.begin()
  expect(started).toEqual([1])
  queue.push(900)
  queue.push(1901)
  expect(started).toEqual([1, 900])
  const next = nextStart()
  end(900)
  await next
  expect(started).toEqual([1, 900, 1901])
  for (const job of [1, 1901]) end(job)
  await queue.stop()
})

it('keeps starts of the window for what is urgent', async () => {
  let now = 0
  const limits = { concurrency: 10, starts: 3, windowMs: 40, forUrgent: { concurrency: 0, starts: 1 } }
  const { queue, started, end, nextStart } = startTestQueue(limits, () => now)
  queue.begin()
  for (const job of [1, 2, 3, 4]) queue.push(job)
  expect(started).toEqual([1, 2])
  queue.push(900)
  expect(started).toEqual([1, 2, 900])
  const later = nextStart()
  now = 40
  await later
  expect(started).toEqual([1, 2, 900, 3, 4])
  for (const job of [1, 2, 3, 4, 900]) end(job)
  await queue.stop()
})
