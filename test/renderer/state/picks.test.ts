import { describe, expect, it } from 'vitest'
import {
  keepPicks,
  noPicks,
  pickAll,
  pickRange,
  type Picks,
  togglePick,
} from '../../../src/renderer/data/state/deliveryCalls.ts'

const picked = (ids: string, anchor: string | null = null): Picks => ({ ids: new Set(ids), anchor })
/** Ids in short, a letter each. */
const short = ({ ids, anchor }: Picks) => `${[...ids].sort().join('')} from ${anchor}`

describe('picks', () => {
  it.each([
    ['one is picked', '', 'b', null, 'b from b'],
    ['another one as well', 'b', 'c', null, 'bc from c'],
    ['one is put back', 'bc', 'b', null, 'c from b'],
    ['the first takes along what is open', '', 'b', 'a', 'ab from b'],
    ['later ones do not', 'b', 'c', 'a', 'bc from c'],
    ['what is open is picked by itself', '', 'a', 'a', 'a from a'],
    ['a closed thread is picked as a whole', '', 'bcd', null, 'bcd from b'],
    ['the rest of a thread is picked', 'c', 'bcd', null, 'bcd from b'],
    ['a thread is put back as a whole', 'abcd', 'bcd', null, 'a from b'],
  ])('%s', (_, before, row, chosen, after) => {
    expect(short(togglePick(picked(before), row.split(''), chosen))).toBe(after)
  })

  it('of a range are that range, and the next range begins at the same place', () => {
    expect(short(pickRange('bcd'.split(''), 'b'))).toBe('bcd from b')
    expect(short(pickRange('ab'.split(''), 'b'))).toBe('ab from b')
    expect(short(pickAll('abc'.split(''), null))).toBe('abc from null')
  })

  it('leave with the rows that leave the list, and stay the same object when none does', () => {
    const picks = picked('abc', 'a')
    expect(keepPicks(picks, () => true)).toBe(picks)
    expect(short(keepPicks(picks, (id) => id !== 'b'))).toBe('ac from a')
    expect(keepPicks(noPicks, () => false)).toBe(noPicks)
  })
})
