import { expect, test } from 'vitest'
import { coalesce } from '../../src/host/status/coalesce.ts'

/** Work that the test ends, and that counts its runs. */
function countedWork() {
  let runs = 0
  let end: () => void = () => undefined
  const work = async () => {
    runs += 1
    await new Promise<void>((resolve) => {
      end = resolve
    })
  }
  return { work, runs: () => runs, end: () => end() }
}

test('what is asked for many times runs once, a while later', async () => {
  const { work, runs } = countedWork()
  const soon = coalesce(5, work)
  soon.run()
  soon.run()
  expect(runs()).toBe(0)
  await expect.poll(runs).toBe(1)
  soon.stop()
})

test('what is wanted now runs at once, and takes the place of what waits', () => {
  const { work, runs } = countedWork()
  const soon = coalesce(60_000, work)
  soon.run()
  soon.runNow()
  expect(runs()).toBe(1)
  soon.stop()
})

test('what is wanted now during a run follows at its end, never beside it', async () => {
  const { work, runs, end } = countedWork()
  const soon = coalesce(60_000, work)
  soon.runNow()
  soon.run()
  soon.runNow()
  soon.run()
  expect(runs()).toBe(1)
  end()
  await expect.poll(runs).toBe(2)
  soon.stop()
})

test('nothing runs once it is stopped', () => {
  const { work, runs } = countedWork()
  const soon = coalesce(1, work)
  soon.stop()
  soon.run()
  soon.runNow()
  expect(runs()).toBe(0)
})
