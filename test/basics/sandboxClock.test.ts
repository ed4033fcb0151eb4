import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../src/sandbox/sandboxClock.ts'
import { readClockChange } from '../../src/shared/clock/clockChange.ts'
import { clockAheadMs } from '../../src/shared/clock/clockHeader.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const dayMs = 86_400_000

function clockAtNoon() {
  let real = noon
  const clock = createSandboxClock(() => real)
  return { clock, pass: (ms: number) => (real += ms), realTime: () => real }
}

describe('the clock of the sandbox', () => {
  it('is the real one until it is changed', () => {
    const { clock, pass } = clockAtNoon()
    pass(5000)
    expect([clock.now(), clock.aheadMs()]).toEqual([noon + 5000, 0])
  })

  it('jumps from where it is, there and back, and runs on', () => {
    const { clock, pass } = clockAtNoon()
    clock.change('+30d')
    pass(1000)
    expect(clock.now()).toBe(noon + 30 * dayMs + 1000)
    clock.change('-1d')
    expect(clock.aheadMs()).toBe(29 * dayMs)
  })

  it('goes to a moment', () => {
    const { clock, pass } = clockAtNoon()
    clock.change('2027-01-01T00:00:00+01:00')
    expect(new Date(clock.now()).toISOString()).toBe('2026-12-31T23:00:00.000Z')
    pass(1000)
    expect(new Date(clock.now()).toISOString()).toBe('2026-12-31T23:00:01.000Z')
  })

  it('stands still while it is frozen, also at a jump, and runs on from there', () => {
    const { clock, pass } = clockAtNoon()
    clock.change('freeze')
    pass(60_000)
    expect([clock.now(), clock.aheadMs()]).toEqual([noon, -60_000])
    clock.change('+1h')
    pass(60_000)
    clock.change('freeze')
    expect(clock.now()).toBe(noon + 3_600_000)
    clock.change('run')
    pass(1000)
    expect(clock.now()).toBe(noon + 3_601_000)
  })

  it('returns to the real time from everywhere, and to an earlier setting', () => {
    const { clock, pass, realTime } = clockAtNoon()
    clock.change('+10m')
    const before = clock.setting()
    clock.change('freeze')
    clock.change('+30d')
    pass(1000)
    clock.restore(before)
    expect(clock.aheadMs()).toBe(600_000)
    clock.change('real')
    expect(clock.now()).toBe(realTime())
  })

  it.for(['+99999999d', '1999-12-31T23:59:59Z', '2100-01-01T00:00:00Z', '-9999d'])(
    'refuses to leave its range: %s',
    (text) => {
      const { clock } = clockAtNoon()
      expect(() => clock.change(text)).toThrow(/clock was not set/)
      expect(clock.aheadMs()).toBe(0)
    },
  )

  it.for(['', 'now', 'tomorrow', '30d', '+30', '+1w', '1767225600', '2026-12-01', 'reset'])(
    'refuses what is no change: "%s"',
    (text) => {
      expect(readClockChange(text, noon)).toBeNull()
      expect(() => clockAtNoon().clock.change(text)).toThrow(/no change of it/)
    },
  )
})

describe("the lead of a delivery's clock", () => {
  const headers = ['X-Sandbox-Clock-Ahead-Ms', '2592000000']

  it('is what the sandbox states', () => {
    expect(clockAheadMs({ environmentId: 'sandbox', headers })).toBe(30 * dayMs)
    expect(clockAheadMs({ environmentId: 'c0123456789ab.sandbox', headers })).toBe(30 * dayMs)
    expect(clockAheadMs({ environmentId: 'sandbox', headers: [] })).toBe(0)
  })

  it('is not believed of another sender', () => {
    expect(clockAheadMs({ environmentId: '5a1c', headers })).toBe(0)
  })

  it.for(['', '1e9', '30d', '999999999999999', 'NaN'])('is not read where it cannot be true: "%s"', (text) => {
    expect(clockAheadMs({ environmentId: 'sandbox', headers: [headers[0]!, text] })).toBe(0)
  })

  it('is not read where it is stated twice', () => {
    expect(clockAheadMs({ environmentId: 'sandbox', headers: [...headers, ...headers] })).toBe(0)
  })
})
