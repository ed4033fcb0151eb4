import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEventLog } from '../../src/engine/events/startEventLog.ts'
import type { HookscopeEvent, NumberedEvent } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'

const event = (bytes: number): HookscopeEvent => ({ type: 'sandbox', at: 'x'.repeat(bytes) })

/** Reads on after an event: whether events are lost, and how many it gets. */
function comeBack(log: ReturnType<typeof startEventLog>, after: number): { gap: boolean; count: number } {
  let count = 0
  const { gap, stop } = log.subscribe(after, (events) => (count += events.length))
  stop()
  return { gap, count }
}

describe('what is held for those who reconnect', () => {
  it('is bounded by its bytes: a few large events take the place of many small ones', () => {
    const log = startEventLog(0, { events: 1000, bytes: 1_000_000 })
    for (let count = 0; count < 100; count++) log.publish([event(1000)])
    expect(comeBack(log, 0)).toEqual({ gap: false, count: 100 })
    for (let count = 0; count < 20; count++) log.publish([event(200_000)])
    expect(comeBack(log, 0)).toEqual({ gap: true, count: 0 })
    expect(comeBack(log, log.last() - 4)).toEqual({ gap: false, count: 4 })
    // One and a half times the limit, and no more, is ever held.
    expect(comeBack(log, log.last() - 8).gap).toBe(true)
  })

  it('is bounded by its number', () => {
    const log = startEventLog(0, { events: 100, bytes: 1_000_000 })
    for (let count = 0; count < 1000; count++) log.publish([event(10)])
    expect(comeBack(log, log.last() - 100)).toEqual({ gap: false, count: 100 })
    expect(comeBack(log, log.last() - 151).gap).toBe(true)
  })

  it('goes on after one event that is larger than all that may be held', () => {
    const log = startEventLog(0, { events: 100, bytes: 1000 })
    const live: NumberedEvent[] = []
    log.subscribe(null, (events) => live.push(...events))
    log.publish([event(10_000)])
    expect(comeBack(log, log.last())).toEqual({ gap: false, count: 0 })
    expect(comeBack(log, log.last() - 1).gap).toBe(true)
    log.publish([event(10)])
    expect(comeBack(log, log.last() - 1)).toEqual({ gap: false, count: 1 })
    expect(live.map(({ number }) => number)).toEqual([1, 2])
  })
})

describe('an import', () => {
  let folder: ReturnType<typeof scratchFolder>
  let test: TestHost
  beforeEach(async () => {
    folder = scratchFolder()
    test = await startTestHost(folder.path)
  })
  afterEach(async () => {
    await test.host.stop()
    folder.remove()
  })

  it('of 200 environments is one event', async () => {
    const seen: string[] = []
    test.host.subscribe(null, (events) => seen.push(...events.map((entry) => entry.event.type)))
    const environments = Array.from({ length: 200 }, (_, at) => ({ name: `Number ${at}` }))
    const file = { format: 'hookscope-environments' as const, version: 1 as const, environments }
    const result = await test.client.environments.import(file)
    expect(result.environments.map(({ name }) => name)).toEqual(environments.map(({ name }) => name))
    expect((await test.client.environments.list()).length).toBe(201)
    expect(seen.filter((type) => type !== 'status')).toEqual(['environments'])
  })
})
