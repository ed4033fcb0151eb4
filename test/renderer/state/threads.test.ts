import { describe, expect, it } from 'vitest'
import { createFolder, deliveriesOf, type Folding, rowOf } from '../../../src/renderer/features/inbox/list/threads.ts'
import type { DeliverySummary } from '../../../src/shared/model.ts'
import { aDelivery } from './builders.ts'

const whole = { moreNewer: false, moreOlder: false }

/** Deliveries of objects, a letter each, the newest first: "aab" is two of a, then one of b. */
function of(objects: string, change: (id: number) => Partial<DeliverySummary> = () => ({})): DeliverySummary[] {
  return objects.split('').map((object, place) => {
    const id = objects.length - place
    return aDelivery(id, { resourceId: object, ...change(id) })
  })
}

function fold(items: readonly DeliverySummary[], change: Partial<Folding> = {}) {
  return createFolder()(items, { isOn: true, opened: new Set(), edges: whole, ...change })
}

/** Rows in short: "5" is one delivery, "5(3)" a thread of three that is closed, "5[1/3] 4[2/3]" rows of an open one. */
function short(items: readonly DeliverySummary[], change: Partial<Folding> = {}): string {
  const rows = fold(items, change).rows.map(({ delivery, thread }) => {
    if (thread === null) return delivery.id
    const size = `${thread.size}${thread.mayHaveMore ? '+' : ''}`
    return thread.isOpen ? `${delivery.id}[${thread.at}/${size}]` : `${delivery.id}(${size})`
  })
  return rows.join(' ')
}

describe('threads of the inbox', () => {
  it.each([
    ['neighbours of one object', 'aabbb', '5(2) 3(3)'],
    ['never around another object', 'aba', '3 2 1'],
    ['alone where nobody is beside them', 'abc', '3 2 1'],
    ['all, where there is one object', 'aaaa', '4(4)'],
  ])('fold %s', (_, objects, rows) => {
    expect(short(of(objects))).toBe(rows)
  })

  it('are not there when folding is off', () => {
    expect(short(of('aab'), { isOn: false })).toBe('3 2 1')
  })

  it('open by any of their deliveries, and stay open when newer ones come', () => {
    const opened = new Set(['2'])
    expect(short(of('aab'), { opened })).toBe('3[1/2] 2[2/2] 1')
    expect(short(of('aaab'), { opened: new Set(['2']) })).toBe('4[1/3] 3[2/3] 2[3/3] 1')
  })

  it('say that they may go on where the list is not loaded', () => {
    expect(short(of('aabb'), { edges: { moreNewer: false, moreOlder: true } })).toBe('4(2) 2(2+)')
    expect(short(of('aabb'), { edges: { moreNewer: true, moreOlder: false } })).toBe('4(2+) 2(2)')
  })

  it.each([
    ['types', (id: number) => ({ resourceType: id === 1 ? 'Wallet' : 'Payment' })],
    ['environments', (id: number) => ({ environmentId: id === 1 ? 'other' : 'sandbox' })],
    [
      'proofs: a forged copy is in sight',
      (id: number) => ({ verdict: id === 1 ? ('invalid' as const) : ('valid' as const) }),
    ],
  ])('hold no deliveries of different %s', (_, change) => {
    expect(short(of('aa', change))).toBe('2 1')
  })

  it('hold the tries of one notification that names no object', () => {
    const same = of('aaa', (id) => ({ resourceId: null, notificationId: id > 1 ? 'n' : 'm' }))
    expect(short(same)).toBe('3(2) 1')
    expect(short(of('aa', () => ({ resourceId: null, notificationId: null })))).toBe('2 1')
  })

  it('say what is behind the first row', () => {
    const failed = { state: 'failed', status: 500, reason: 'no' } as const
    const items = of('aaaa', (id) => ({
      ...(id === 4 || id === 2 ? { followUp: failed } : {}),
      ...(id === 1 ? { nth: 2, pinned: true, note: 'look' } : {}),
    }))
    expect(fold(items).rows[0]?.thread?.hidden).toEqual({ failedFollowUps: 1, repeated: 1, pinned: 1, noted: 1 })
  })

  it('keep rows that did not change, so that they are not drawn again', () => {
    const folder = createFolder()
    const folding = { isOn: true, opened: new Set<string>(), edges: whole }
    const items = of('aabc')
    const before = folder(items, folding)
    const after = folder([aDelivery(9, { resourceId: 'z' }), ...items], folding)
    expect(after.rows[1]).toBe(before.rows[0])
    expect(after.rows[3]).toBe(before.rows[2])
  })
})

describe('the rows of threads', () => {
  const items = of('aaabcc')
  const closed = fold(items)
  const open = fold(items, { opened: new Set(['5']) })

  it.each([
    ['6', 0, 0],
    ['5', 0, 1],
    ['4', 0, 2],
    ['3', 1, 3],
    ['1', 2, 4],
    ['7', -1, -1],
    ['0', -1, -1],
  ])('show delivery %s or stand for it', (id, whenClosed, whenOpen) => {
    expect(rowOf(closed.rows, id)).toBe(whenClosed)
    expect(rowOf(open.rows, id)).toBe(whenOpen)
  })

  it('stand for no delivery that is not in the list', () => {
    expect(rowOf([], '1')).toBe(-1)
    expect(rowOf(fold(of('ab').slice(0, 1)).rows, '1')).toBe(-1)
  })

  it.each([
    [closed, 0, 0, ['6', '5', '4']],
    [closed, 1, 2, ['3', '2', '1']],
    [open, 0, 0, ['6']],
    [open, 1, 3, ['5', '4', '3']],
    [closed, 0, -1, []],
  ])('from one to another are these deliveries (%#)', (folded, first, last, ids) => {
    expect(deliveriesOf(items, folded, first, last).map(({ id }) => id)).toEqual(ids)
  })

  it('have places of their own outside of open threads', () => {
    expect(closed.ordinals).toEqual([1, 2, 3])
    expect(open.ordinals).toEqual([1, 1, 1, 2, 3])
  })
})
