import { describe, expect, test } from 'vitest'
import { groupDigits } from '../../src/shared/words/counts.ts'
import { ended, formatMoment, formatTicking, timeFormats } from '../../src/renderer/text/format.ts'

const at = '2026-11-21T14:05:09.123Z'
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

describe('times', () => {
  test.each([
    ['en-US', '02:05:09.123 PM', '02:05 PM', 'Nov 21'],
    ['en-GB', '14:05:09.123', '14:05', '21 Nov'],
    ['de-DE', '14:05:09.123', '14:05', '21 Nov'],
    ['ja-JP', '14:05:09.123', '14:05', 'Nov 21'],
  ])('read in English, with the hours and the order of %s', (locale, exact, minute, day) => {
    const formats = timeFormats(locale, 'UTC')
    expect(plain(formats.clock(at))).toBe(exact)
    expect(plain(formats.clock(at, 'minute'))).toBe(minute)
    expect(formats.day(at, Date.parse(at))).toBe(day)
    const { seconds, digits, period } = formats.clockPieces(at)
    expect(seconds + digits + period).toBe(formats.clock(at))
    expect(digits).toBe('.123')
    expect(formats.hasTwelveHours).toBe(locale === 'en-US')
  })

  test('are in the given zone', () => {
    expect(timeFormats('en-GB', 'Asia/Kolkata').clock(at, 'second')).toBe('19:35:09')
  })

  test('midnight is 00 where a day has 24 hours', () => {
    expect(timeFormats('en-GB', 'UTC').clock('2026-01-01T00:00:00Z', 'second')).toBe('00:00:00')
  })

  test('a day of another year shows its year', () => {
    const { day } = timeFormats('en-GB', 'UTC')
    expect(day('2025-12-31T23:59:59Z', Date.parse('2026-01-01T00:00:01Z'))).toBe('31 Dec 2025')
    expect(day('2026-01-01T00:00:00Z', Date.parse('2026-12-31T00:00:01Z'))).toBe('1 Jan')
    expect(day(at, null)).toBe('21 Nov 2026')
  })

  test('a delivery of last year shows its year also where there is room for one of them only', () => {
    const now = Date.parse('2026-07-01T12:00:00Z')
    expect(formatMoment('2025-07-01T12:00:00Z', now)).toMatch(/2025/)
    expect(formatMoment('2026-06-01T12:00:00Z', now)).not.toMatch(/2026/)
  })

  test('what is no time stays as it is', () => {
    const formats = timeFormats('en-GB')
    expect(formats.clock('soon')).toBe('soon')
    expect(formats.day('soon', 0)).toBe('')
    expect(formats.clockPieces('soon')).toEqual({ seconds: 'soon', digits: '', period: '' })
  })
})

test('counts have their thousands apart', () => {
  expect([7, 2310, 1_000_000].map(groupDigits)).toEqual(['7', '2,310', '1,000,000'])
})

describe('how long ago something was', () => {
  test('is just now where the page has not looked at its clock since, and in the future where it is', () => {
    const now = Date.parse(at)
    expect(formatTicking(at, now - 3000)).toBe('just now')
    expect(formatTicking(at, now + 12_000)).toBe('12 s ago')
    expect(formatTicking(at, now - 3_600_000)).toBe('in 1 h')
  })
})

test('a sentence ends with one full stop, also after a name that has its own', () => {
  expect(ended('Wallet created: Tulpenveld Export B.V.')).toBe('Wallet created: Tulpenveld Export B.V.')
  expect(ended('Wallet created: Acme')).toBe('Wallet created: Acme.')
})
