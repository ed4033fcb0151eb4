import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { collectAtRest } from '../../src/engine/threads/collectAtRest.ts'
import { openTestStore } from '../store/build.ts'

it('every thread of the store has a heap limit', async () => {
  const limits = new Map<string | null, number | undefined>()
  const note = (message: unknown) => {
    const { worker } = message as { worker: Worker }
    limits.set(worker.threadName, worker.resourceLimits?.maxOldGenerationSizeMb)
  }
  subscribe('worker_threads', note)
  onTestFinished(() => void unsubscribe('worker_threads', note))
  await openTestStore()
  expect(new Set(limits.keys())).toEqual(new Set(['indexThread', 'readerThread', 'writerThread']))
  // Node answers -1 where no limit was set.
  for (const limit of limits.values()) expect(limit).toBeLessThanOrEqual(512)
  for (const limit of limits.values()) expect(limit).toBeGreaterThan(0)
})

/** Something that nobody keeps; answers whether it is still there. */
function garbage(): () => boolean {
  const reference = new WeakRef({ some: 'thing' })
  return () => reference.deref() !== undefined
}

it('garbage of a burst is collected once nothing comes any more', async () => {
  let came: (batch: readonly unknown[]) => void = () => undefined
  const stop = collectAtRest(
    (listener) => {
      came = listener
      return () => undefined
    },
    { worthIt: 100, restMs: 1 },
  )
  onTestFinished(stop)
  const isThere = garbage()
  came(Array.from({ length: 100 }))
  await expect.poll(isThere).toBe(false)
})
