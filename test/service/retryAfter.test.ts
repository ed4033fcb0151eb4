import { expect, it } from 'vitest'
import { retryAfter } from '../../src/engine/service/retryAfter.ts'

const now = Date.UTC(2026, 0, 1)

it.each([
  ['120', 120_000],
  ['0', 0],
  [' 7 ', 7000],
  ['1.5', 1500],
  ['1e9', 1e12],
  ['1000000000', 1e12],
  ['1e999', 1e14],
  ['9'.repeat(400), 1e14],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['-1', null],
  ['', null],
  ['soon', null],
  ['garbage 1', null],
  ['2026', 2_026_000],
  ['Thu, 99 Jan 2026 00:00:30 GMT', null],
])('reads %j', (value, ms) => {
  expect(retryAfter([['Retry-After', value]], now)).toBe(ms)
})

it('counts a date from the clock of the service, which may be wrong', () => {
  const headers: [string, string][] = [
    ['date', 'Mon, 01 Jan 2001 00:00:00 GMT'],
    ['retry-after', 'Mon, 01 Jan 2001 00:01:00 GMT'],
  ]
  expect(retryAfter(headers, now)).toBe(60_000)
})

it('says nothing where the header is absent', () => {
  expect(retryAfter([['date', 'Mon, 01 Jan 2001 00:00:00 GMT']], now)).toBeNull()
})
