import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { collectAtRest } from '../../src/engine/threads/collectAtRest.ts'
import { temporaryFolder } from '../store/build.ts'

it('every thread of the store has a heap limit', async () => {
  const file = fileURLToPath(new URL('../../src/engine/store/openStore.ts', import.meta.url))
  // The threads of the tests' own stores go on from one to the next, so this is a process that starts them as the product does.
  const script = `
    import { subscribe } from 'node:diagnostics_channel'
    const { openStore } = await import(${JSON.stringify(file)})
    const limits = {}
    subscribe('worker_threads', ({ worker }) => {
      limits[worker.threadName] = worker.resourceLimits?.maxOldGenerationSizeMb
    })
    const store = await openStore({ folder: ${JSON.stringify(temporaryFolder())} })
    await store.close()
    console.log(JSON.stringify(limits))`
  const program = join(temporaryFolder(), 'limits.mjs')
  writeFileSync(program, script)
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const limits = JSON.parse(stdout) as Record<string, number | undefined>
  expect(new Set(Object.keys(limits))).toEqual(new Set(['indexThread', 'readerThread', 'writerThread']))
  // Node answers -1 where no limit was set.
  for (const limit of Object.values(limits)) expect(limit).toBeLessThanOrEqual(512)
  for (const limit of Object.values(limits)) expect(limit).toBeGreaterThan(0)
})

/** Makes an object without references; answers whether it is still in memory. */
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

/** A process of its own, whose heap is as Node makes it: has much alive at once, again and again. Answers MB. */
async function youngAfterBurst(isKeptSmall: boolean): Promise<number> {
  const file = fileURLToPath(new URL('../../src/engine/threads/smallHeap.ts', import.meta.url))
  const script = `
    const { keepHeapSmall, youngSize } = await import(${JSON.stringify(file)})
    const burst = () => {
      for (let times = 0; times < 100; times += 1) Array.from({ length: 50_000 }, (_, index) => ({ index, own: [index] }))
      console.log(youngSize() / 2 ** 20)
      clearInterval(alive)
    }
    // The timer alone keeps no process alive.
    const alive = setInterval(() => undefined, 60_000)
    if (${isKeptSmall}) keepHeapSmall(undefined, 0, burst)
    else burst()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return Number(stdout)
}

it(
  'the young generation of the thread that serves stays at 8 MB in a burst, where V8 alone would let it grow',
  { tags: 'full' },
  async () => {
    expect(await youngAfterBurst(true)).toBe(8)
    expect(await youngAfterBurst(false)).toBeGreaterThan(16)
  },
)

it('a body of 10 MB is no reason to collect what is alive', async () => {
  const file = fileURLToPath(new URL('../../src/engine/threads/smallHeap.ts', import.meta.url))
  const script = `
    import { PerformanceObserver } from 'node:perf_hooks'
    import { setImmediate } from 'node:timers/promises'
    const { keepHeapSmall } = await import(${JSON.stringify(file)})
    // Some 24 MB, as much as the thread that serves has.
    const kept = Array.from({ length: 300_000 }, (_, index) => ({ index, own: [index] }))
    const alive = setInterval(() => undefined, 60_000)
    await new Promise((resolve) => keepHeapSmall(undefined, 0, resolve))
    let collections = 0
    new PerformanceObserver((list) => {
      collections += list.getEntries().filter(({ detail }) => detail.kind === 4).length
    }).observe({ entryTypes: ['gc'] })
    const chunk = new Uint8Array(62_500)
    for (let bodies = 0; bodies < 20; bodies += 1) {
      const body = new ArrayBuffer(10_000_000)
      for (let chunks = 0; chunks < 160; chunks += 1) {
        new Uint8Array(body, chunks * 62_500, 62_500).set(chunk)
        await setImmediate()
      }
      body.transfer(0)
    }
    console.log(kept.length > 0 ? collections : NaN)
    clearInterval(alive)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  // The collection that keepHeapSmall asks for may be counted, too.
  expect(Number(stdout)).toBeLessThanOrEqual(2)
})

it('a V8 that refuses to be tuned leaves the process as it is, and the reason is reported', async () => {
  const file = fileURLToPath(new URL('../../src/engine/threads/smallHeap.ts', import.meta.url))
  const script = `
    import v8 from 'node:v8'
    import { syncBuiltinESMExports } from 'node:module'
    v8.setFlagsFromString = (flag) => { throw new Error('refused: ' + flag) }
    syncBuiltinESMExports()
    const { keepHeapSmall } = await import(${JSON.stringify(file)})
    const alive = setInterval(() => undefined, 60_000)
    keepHeapSmall((error) => console.log(error.message), 0, () => clearInterval(alive))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  expect(stdout).toBe('refused: --semi-space-growth-factor=1\n')
})
