/** The log file: bounded, one line each, for its owner's eyes, and never in the way. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logPath, openLogFile } from '../../src/host/logging/logFile.ts'
import { scratchFolder } from '../build/startServe.ts'

let folder: ReturnType<typeof scratchFolder>
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => folder.remove())
const limits = { maxBytes: 1000, files: 3, retryMs: 100 }
const lines = (path = logPath(folder.path)) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log file', () => {
  test('holds a line of JSON for each event but debug, and goes on after a restart', () => {
    const first = openLogFile(folder.path, limits, () => 42)
    first.log('debug', 'not this')
    first.log('info', 'started')
    first.log('error', 'two\nlines', { error: 'a\nb' })
    first.close()
    openLogFile(folder.path, limits, () => 43).log('warn', 'later')
    expect(lines()).toEqual([
      { level: 'info', time: 42, msg: 'started' },
      { level: 'error', time: 42, error: 'a\nb', msg: 'two\nlines' },
      { level: 'warn', time: 43, msg: 'later' },
    ])
  })

  test('is there as soon as it is opened, empty and read by its owner alone', () => {
    openLogFile(folder.path).close()
    expect(readFileSync(logPath(folder.path), 'utf8')).toBe('')
    expect([statSync(logPath(folder.path)).mode & 0o777, statSync(join(folder.path, 'logs')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
  })

  test('is set aside when it is full: three files at most, none larger than the limit, the newest lines kept', () => {
    const { log } = openLogFile(folder.path, limits)
    for (let at = 0; at < 200; at++) log('info', `line ${at}`)
    const files = readdirSync(join(folder.path, 'logs')).sort()
    expect(files).toEqual(['hookscope.1.log', 'hookscope.2.log', 'hookscope.log'])
    for (const name of files)
      expect(statSync(join(folder.path, 'logs', name)).size).toBeLessThanOrEqual(limits.maxBytes)
    const kept = files
      .toReversed()
      .toSorted((a, b) => b.localeCompare(a, 'en'))
      .flatMap((name) => lines(join(folder.path, 'logs', name)))
    expect(lines().at(-1)).toMatchObject({ msg: 'line 199' })
    const numbers = kept.map(({ msg }) => Number(String(msg).slice(5))).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => 200 - numbers.length + at))
  })

  test('that cannot be written stops nothing, and goes on when it can be', () => {
    // A file where the folder should be, as a full or foreign disk would refuse it.
    writeFileSync(join(folder.path, 'logs'), '')
    let now = 0
    const { log } = openLogFile(folder.path, limits, () => now)
    log('error', 'lost')
    rmSync(join(folder.path, 'logs'))
    log('error', 'lost too: it is not tried for every line')
    expect(existsSync(logPath(folder.path))).toBe(false)
    now = limits.retryMs
    log('info', 'kept')
    expect(lines().map(({ msg }) => msg)).toEqual(['kept'])
  })

  test.skipIf(process.getuid?.() === 0)('in a folder without rights stops nothing', () => {
    mkdirSync(join(folder.path, 'logs'), { mode: 0o500 })
    openLogFile(folder.path, limits).log('error', 'lost')
    chmodSync(join(folder.path, 'logs'), 0o700)
    expect(readdirSync(join(folder.path, 'logs'))).toEqual([])
  })

  test('takes a field that JSON cannot hold', () => {
    const ring: Record<string, unknown> = {}
    ring['self'] = ring
    openLogFile(folder.path, limits, () => 1).log('warn', 'ring', ring)
    expect(lines()).toEqual([{ level: 'warn', time: 1, msg: 'ring' }])
  })
})
