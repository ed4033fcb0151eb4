import { describe, expect, test } from 'vitest'
import { firstFound } from '../../../src/renderer/data/state/startInbox.ts'
import { initialFeed, reduce, windowSize } from '../../../src/renderer/data/state/reduce.ts'
import { noFilter, parseDeliveryFilter } from '../../../src/shared/filter/deliveryFilter.ts'
import {
  addNewest,
  addOlder,
  hold,
  isPaused,
  openInbox,
  reduceInbox,
  resume,
} from '../../../src/renderer/data/state/inboxState.ts'
import { aDelivery, arrived, aSnapshot, checkedAgain, deliveries, events, followedUp, idsOf } from './builders.ts'

const filter = (text: string) => parseDeliveryFilter(text, 0).filter
const feed = reduce(initialFeed, aSnapshot(10, deliveries(3, 2, 1), '1'))
const open = openInbox(feed, 'sandbox', noFilter, false)

describe('the list of the inbox', () => {
  test('stands at once from what the page holds, and goes on at its cursor', () => {
    expect(idsOf(open.items)).toEqual(['3', '2', '1'])
    expect(open.next).toBe('1')
    expect(open.loading).toBe('no')
  })

  test('holds the deliveries of its environment only', () => {
    const mixed = reduce(initialFeed, aSnapshot(10, [aDelivery(2, { environmentId: 'other' }), aDelivery(1)]))
    const list = openInbox(mixed, 'sandbox', noFilter, false)
    expect(idsOf(list.items)).toEqual(['1'])
    const event = events(11, { type: 'delivery', delivery: aDelivery(3, { environmentId: 'other' }) })
    expect(reduceInbox(list, event, 10)).toBe(list)
  })

  test('lets in what matches the fields of its filter', () => {
    const list = openInbox(feed, 'sandbox', filter('verdict:invalid'), false)
    expect(list.items).toEqual([])
    const message = events(11, ...arrived(4), { type: 'delivery', delivery: aDelivery(5, { verdict: 'invalid' }) })
    expect(idsOf(reduceInbox(list, message, 10).items)).toEqual(['5'])
  })

  test('a search by words waits for the engine, and counts what it cannot judge itself', () => {
    const list = openInbox(feed, 'sandbox', filter('iban'), false)
    expect(list.loading).toBe('first')
    expect(list.items).toEqual([])
    expect(reduceInbox(list, events(11, ...arrived(4, 5)), 10).unchecked).toBe(2)
  })

  test('is the same object when a message brings nothing for it', () => {
    expect(reduceInbox(open, events(9, ...arrived(4)), 10)).toBe(open)
    expect(reduceInbox(open, events(11, followedUp(99)), 10)).toBe(open)
  })

  test('appends older pages without doubling, and keeps room for them', () => {
    const older = addOlder(open, { items: deliveries(1, 0), next: null })
    expect(idsOf(older.items)).toEqual(['3', '2', '1', '0'])
    expect(older.next).toBeNull()
  })

  test('lets go of the oldest rows when live ones fill its room, and can load them again', () => {
    const ids = Array.from({ length: windowSize + 10 }, (_, index) => index + 4)
    const full = reduceInbox(open, events(11, ...arrived(...ids)), 10)
    expect(full.items).toHaveLength(windowSize)
    expect(full.next).toBe(full.items.at(-1)?.id)
  })
})

describe('a list that a person scrolled far down', () => {
  const ids = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
  const long = addOlder(
    { ...open, items: deliveries(...ids(12_000, 2_100)) },
    { items: deliveries(...ids(2_099, 1_900)), next: '1900' },
  )

  test('lets go of its newest rows, and holds no more than its room', () => {
    expect(long.cut).toBe(true)
    expect(long.items).toHaveLength(10_000)
    expect(long.items.at(-1)?.id).toBe('1900')
    expect(long.next).toBe('1900')
  })

  test('takes no arrivals then: there would be a hole between', () => {
    expect(reduceInbox(long, events(11, ...arrived(12_001)), 10).items).toBe(long.items)
    expect(addNewest(long, { items: deliveries(12_002, 12_001), next: '12001' }).items).toBe(long.items)
  })

  test('goes on to show what becomes of its rows', () => {
    expect(reduceInbox(long, events(11, followedUp(1900)), 10).items.at(-1)?.followUp.state).toBe('done')
  })
})

describe('a filter by state of the follow-up', () => {
  const list = openInbox(feed, 'sandbox', filter('status:done'), false)

  test('lets rows in once they stand so, and out when they do no more', () => {
    expect(list.items).toEqual([])
    const grown = reduceInbox({ ...list, next: null }, events(11, followedUp(2)), 10, feed.window)
    expect(idsOf(grown.items)).toEqual(['2'])
    const waiting = { type: 'follow-up', deliveryId: '2', followUp: { state: 'waiting', status: null, reason: '' } }
    expect(reduceInbox(grown, events(12, waiting as never), 11, feed.window).items).toEqual([])
  })
})

describe('the rows of a deleted environment', () => {
  const gone = events(11, { type: 'removed', environmentId: 'sandbox' })

  test('leave the list, also those that are held back', () => {
    expect(reduceInbox(open, gone, 10).items).toEqual([])
    const held = reduceInbox(hold(open, 'hand'), events(11, ...arrived(4)), 10)
    const after = reduceInbox(held, events(12, { type: 'removed', environmentId: 'sandbox' }), 11)
    expect(after).toMatchObject({ items: [], held: { items: [], count: 0, by: 'hand' } })
    expect(reduceInbox(open, events(11, { type: 'removed', environmentId: 'other' }), 10)).toBe(open)
  })
})

describe('deliveries that are checked again', () => {
  const message = events(11, checkedAgain(2, { verdict: 'invalid' }))

  test('change where they stand, also while paused', () => {
    expect(reduceInbox(open, message, 10).items.map(({ verdict }) => verdict)).toEqual(['valid', 'invalid', 'valid'])
    expect(reduceInbox(hold(open, 'hand'), message, 10).items[1]?.verdict).toBe('invalid')
  })

  test('leave a list whose filter they no longer pass, and enter one whose filter they now pass', () => {
    const list = (verdict: 'valid' | 'invalid') => openInbox(feed, 'sandbox', filter(`verdict:${verdict}`), false)
    expect(idsOf(reduceInbox(list('valid'), message, 10).items)).toEqual(['3', '1'])
    const loaded = { ...list('invalid'), items: deliveries(1).map((row) => ({ ...row, verdict: 'invalid' as const })) }
    expect(idsOf(reduceInbox(loaded, message, 10).items)).toEqual(['2', '1'])
  })

  test('do not enter below the part of the list that is loaded: they come with their page', () => {
    const list = { ...open, items: deliveries(9), next: '9' }
    expect(idsOf(reduceInbox(list, message, 10).items)).toEqual(['9'])
  })

  test('have their newest state when they arrive in the same batch', () => {
    const both = events(11, ...arrived(4), checkedAgain(4, { verdict: 'invalid' }), followedUp(4))
    const [newest] = reduceInbox(open, both, 10).items
    expect(newest).toMatchObject({ id: '4', verdict: 'invalid', followUp: { state: 'done' } })
    const valid = openInbox(feed, 'sandbox', filter('verdict:valid'), false)
    expect(idsOf(reduceInbox(valid, both, 10).items)).toEqual(['3', '2', '1'])
  })
})

describe('pausing', () => {
  const paused = hold(open, 'hand')

  test('holds the list still and counts what arrives', () => {
    const later = reduceInbox(paused, events(11, ...arrived(4, 5)), 10)
    expect(later.items).toBe(open.items)
    expect(later.held?.count).toBe(2)
  })

  test('rows in sight go on to show their follow-ups', () => {
    const later = reduceInbox(paused, events(11, followedUp(3)), 10)
    expect(later.items[0]?.followUp.state).toBe('done')
  })

  test('a follow-up of a delivery that is held back is not lost', () => {
    const later = reduceInbox(paused, events(11, ...arrived(4), followedUp(4)), 10)
    const settled = reduceInbox(later, events(13, followedUp(4, 404)), 12)
    expect(resume(settled, feed).items[0]?.followUp.status).toBe(404)
  })

  test('resuming lets in what was held, newest first', () => {
    const later = reduceInbox(paused, events(11, ...arrived(4, 5)), 10)
    expect(idsOf(resume(later, feed).items)).toEqual(['5', '4', '3', '2', '1'])
    expect(resume(later, feed).held).toBeNull()
  })

  test('when more arrived than is held, resuming starts over instead of leaving a gap', () => {
    const ids = Array.from({ length: windowSize + 1 }, (_, index) => index + 4)
    const message = events(11, ...arrived(...ids))
    const later = reduceInbox(paused, message, 10)
    expect(later.held?.count).toBe(windowSize + 1)
    const newFeed = reduce(feed, message)
    const resumed = resume(later, newFeed)
    expect(idsOf(resumed.items)).toEqual(idsOf(newFeed.window))
    expect(resumed.next).toBe(newFeed.next)
  })
})

describe('reading further down', () => {
  const reading = hold(open, 'scroll')

  test('holds the list still, so that no row is pushed away or let go of', () => {
    const ids = Array.from({ length: windowSize + 1 }, (_, index) => index + 4)
    const later = reduceInbox(reading, events(11, ...arrived(...ids)), 10)
    expect(later.items).toBe(open.items)
    expect(later.held).toMatchObject({ by: 'scroll', count: windowSize + 1 })
    expect(isPaused(later)).toBe(false)
  })

  test('is over when another filter is opened, while a pause goes on', () => {
    expect(openInbox(feed, 'sandbox', filter('type:Wallet'), isPaused(reading)).held).toBeNull()
    expect(openInbox(feed, 'sandbox', filter('type:Wallet'), isPaused(hold(open, 'hand'))).held).not.toBeNull()
  })

  test('becomes a pause when a person pauses, and a pause stays one', () => {
    const later = reduceInbox(reading, events(11, ...arrived(4)), 10)
    expect(hold(later, 'hand').held).toMatchObject({ by: 'hand', count: 1 })
    expect(hold(hold(open, 'hand'), 'scroll').held?.by).toBe('hand')
  })
})

describe('a search of which the first pages found nothing', () => {
  const pages = new Map([
    [undefined, { items: [], next: '9' }],
    ['9', { items: [], next: '5' }],
    ['5', { items: deliveries(2), next: '1' }],
  ])
  const ask = async (isWanted: () => boolean) => {
    const asked: (string | undefined)[] = []
    const list = async (before: string | undefined) => {
      asked.push(before)
      return Promise.resolve(pages.get(before) ?? { items: [], next: null })
    }
    return { found: await firstFound(list, undefined, isWanted), asked }
  }

  test('goes on until one is found', async () => {
    const { found, asked } = await ask(() => true)
    expect([idsOf(found.items), found.next, asked]).toEqual([['2'], '1', [undefined, '9', '5']])
  })

  test('ends where the user asks for something else', async () => {
    expect((await ask(() => false)).asked).toEqual([undefined])
  })
})

describe('the newest page of a search', () => {
  const search = { ...openInbox(feed, 'sandbox', filter('x'), false), items: deliveries(3), unchecked: 4 }

  test('adds what is new on top when it reaches down to what is shown', () => {
    const next = addNewest(search, { items: deliveries(7, 5, 3, 2), next: '2' })
    expect(idsOf(next.items)).toEqual(['7', '5', '3'])
    expect(next.unchecked).toBe(0)
  })

  test('adds what is new also where few of those that it looked at matched', () => {
    const next = addNewest(search, { items: deliveries(7), next: '2' })
    expect(idsOf(next.items)).toEqual(['7', '3'])
  })

  test('replaces the list when there may be more in between', () => {
    const next = addNewest(search, { items: deliveries(9, 8), next: '8' })
    expect(idsOf(next.items)).toEqual(['9', '8'])
    expect(next.next).toBe('8')
  })

  test('fills a list that was empty', () => {
    const next = addNewest({ ...search, items: [] }, { items: deliveries(2, 1), next: null })
    expect(idsOf(next.items)).toEqual(['2', '1'])
    expect(next.loading).toBe('no')
  })
})
