/** The parts of the desktop shell that can be tested without Electron's runtime; the rest is in test/e2e. */
import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { rateLimiter } from '../../src/main/rateLimiter.ts'
import { developmentOrigin, isOurPage, pageOrigin } from '../../src/main/pageAddress.ts'
import { startLog } from '../../src/main/startLog.ts'
import { windowKeeper } from '../../src/main/windowKeeper.ts'

const development = { ELECTRON_RENDERER_URL: 'http://localhost:5173/' }

describe('a window of the desktop shell', () => {
  test.each([`${pageOrigin}/`, `${pageOrigin}/index.html#/inbox`, 'APP://hookscope/'])('shows %s', (address) => {
    expect(isOurPage(address, {})).toBe(true)
  })

  test.each([
    'https://hookscope/',
    'app://hookscope.evil.test/',
    'app://evil/',
    'app://user@evil/hookscope',
    'app:hookscope',
    'file:///etc/passwd',
    'about:blank',
    'data:text/html,x',
    'javascript:void 0',
    'http://localhost:5173/',
    'null',
    '',
  ])('does not go to %s and gives it no port', (address) => {
    expect(isOurPage(address, {})).toBe(false)
  })

  test('shows the development server only when one is named, and only that one', () => {
    expect(isOurPage('http://localhost:5173/x', development)).toBe(true)
    expect(isOurPage('http://localhost:5174/', development)).toBe(false)
    expect(isOurPage('http://localhost.evil.test:5173/', development)).toBe(false)
    expect(developmentOrigin({ ELECTRON_RENDERER_URL: 'nonsense' })).toBeNull()
  })
})

describe('the one window', () => {
  test('is opened again after each close, not only after the first', () => {
    const windows = windowKeeper(() => new EventEmitter())
    expect(windows.shown()).toBeNull()
    const seen = new Set<EventEmitter>()
    for (let round = 1; round <= 3; round += 1) {
      const window = windows.show()
      seen.add(window)
      expect(windows.show()).toBe(window)
      expect(windows.shown()).toBe(window)
      window.emit('closed')
      expect(windows.shown()).toBeNull()
    }
    expect(seen.size).toBe(3)
  })
})

test('a page that fails is reloaded a few times a minute, and again when the minute is over', () => {
  let now = 0
  const may = rateLimiter(3, 60_000, () => now)
  const tries = (at: number) => {
    now = at
    return may()
  }
  expect([0, 10, 20, 30, 59_999].map(tries)).toEqual([true, true, true, false, false])
  expect([60_000, 60_001, 60_010, 60_011].map(tries)).toEqual([true, false, true, false])
})

test('the log is one line for each warning and fault, and silent about all else', () => {
  const lines: string[] = []
  const log = startLog((line) => lines.push(line))
  log('debug', 'a')
  log('info', 'b')
  log('warn', 'c')
  log('error', 'd', { error: 'first line\nsecond line' })
  expect(lines.map((line) => line.indexOf('\n') === line.length - 1)).toEqual([true, true])
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 'warn', time: expect.any(Number), msg: 'c' },
    { level: 'error', time: expect.any(Number), error: 'first line\nsecond line', msg: 'd' },
  ])
})
