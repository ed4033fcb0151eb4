import { describe, expect, test } from 'vitest'
import { continues, lastAfter } from '../../../src/renderer/data/state/reduce.ts'
import { type FeedSource, followFeed } from '../../../src/renderer/data/wire/followFeed.ts'
import type { FeedMessage } from '../../../src/shared/wireTypes.ts'
import { arrived, aSnapshot, events } from './builders.ts'

type Step = FeedMessage | 'break'

/** A feed that plays one script per opening: messages, then a break or silence. Says how each was opened. */
function scripted(...rounds: Step[][]) {
  const opened: (string | undefined)[] = []
  const waits: number[] = []
  const source: FeedSource = {
    open: async (lastEventId, signal) => {
      opened.push(lastEventId)
      const steps = rounds[opened.length - 1] ?? []
      return (async function* play() {
        for (const step of steps) {
          if (step === 'break') throw new Error('the line broke')
          yield step
        }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      })()
    },
    ready: async (attempt) => {
      waits.push(attempt)
    },
  }
  return { source, opened, waits }
}

/** Collects what is taken and resolves `done` when `count` messages were. */
function collector(count: number) {
  const taken: FeedMessage[] = []
  let last: number | null = null
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const sink = {
    take: (message: FeedMessage) => {
      if (!continues(last, message)) return false
      last = lastAfter(last, message)
      taken.push(message)
      if (taken.length === count) finish()
      return true
    },
    last: () => last,
  }
  return { sink, taken, done }
}

async function follow(source: FeedSource, count: number) {
  const { sink, taken, done } = collector(count)
  const stop = followFeed(source, sink)
  await done
  stop()
  return taken
}

describe('following the feed', () => {
  test('begins with a snapshot and goes on after the last number when the line breaks', async () => {
    const { source, opened } = scripted(
      [aSnapshot(10), events(11, ...arrived(1)), 'break'],
      [events(12, ...arrived(2))],
    )
    const taken = await follow(source, 3)
    expect(opened).toEqual([undefined, '11'])
    expect(taken.map((message) => lastAfter(null, message))).toEqual([10, 11, 12])
  })

  test('starts over with a snapshot when events are missing', async () => {
    const { source, opened, waits } = scripted([aSnapshot(10), events(13, ...arrived(3))], [aSnapshot(20)])
    await follow(source, 2)
    expect(opened).toEqual([undefined, undefined])
    expect(waits).toEqual([])
  })

  test('takes a snapshot in the middle, as a server that was restarted sends it', async () => {
    const { source } = scripted([aSnapshot(10), 'break'], [aSnapshot(5), events(6, ...arrived(1))])
    const taken = await follow(source, 3)
    expect(taken.map((message) => message.kind)).toEqual(['snapshot', 'snapshot', 'events'])
  })

  test('waits longer with each failure in a row, and from the start after a success', async () => {
    const { source, waits } = scripted(['break'], ['break'], [aSnapshot(1), 'break'], [events(2, ...arrived(1))])
    await follow(source, 2)
    expect(waits).toEqual([0, 1, 0])
  })

  test('a feed that only ever sends what cannot continue is not asked in a tight loop', async () => {
    const { source, waits } = scripted([events(5, ...arrived(1))], [aSnapshot(6)])
    await follow(source, 1)
    expect(waits).toEqual([0])
  })

  test('stopping ends the open feed and opens no other', async () => {
    const { source, opened } = scripted([aSnapshot(10)], [aSnapshot(11)])
    await follow(source, 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(opened).toHaveLength(1)
  })
})
