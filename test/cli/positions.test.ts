/** Deliveries by their position, ids and times in lines: what a user sees and types. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeText } from '../../src/cli/output/listenLines.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'
import { startApp } from '../forwarding/startApp.ts'
import { runHere } from './runHere.ts'

const folder = scratchFolder()
const run = async (...words: string[]) => runHere([...words, '--data', folder.path])

beforeAll(async () => {
  const serve = await startServeHere(folder.path)
  const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
  for (const text of ['one', 'two', 'three']) await fetch(receiver.url, { method: 'POST', body: `"${text}"` })
  await serve.stop()
})
afterAll(() => folder.remove())

describe('a delivery by its position', () => {
  test.each([
    ['last', '"three"'],
    ['@1', '"three"'],
    ['@3', '"one"'],
    ['2', '"two"'],
  ])('show %s', async (id, body) => {
    expect((await run('show', id, '--body')).stdout).toBe(body)
  })

  test('is taken wherever an id is', async () => {
    const app = await startApp()
    expect((await run('replay', '@2', '--to', app.url)).stdout).toMatch(/^#2 {5}/)
    expect(app.seen.map(({ body }) => body.toString())).toEqual(['"two"'])
    expect((await run('explain', 'last')).stdout).toContain('unsigned')
    expect((await run('search', 'verdict:unsigned', '--before', '@2')).stdout).toMatch(/^#1 {5}.*\n$/)
    expect((await run('wait', 'verdict:unsigned', '--after', '@2', '--timeout', '10s')).stdout).toMatch(/^#3 {5}/)
  })

  test.each([
    ['@4', 'No delivery @4, because there are 3 deliveries.'],
    ['@0', '"@0" is no position; it takes @1 (the newest) to @10000.'],
  ])('that there is not ends with 2: %s', async (id, sentence) => {
    const { code, stdout, stderr } = await run('show', id)
    expect([code, stdout, stderr]).toEqual([2, '', `hookscope: ${sentence}\n`])
  })
})

describe('a line', () => {
  test('begins with the id and the time, in UTC where that is asked for', async () => {
    const lines = (await run('search', 'verdict:unsigned', '--utc')).stdout.trimEnd().split('\n')
    expect(lines.map((line) => /^#(\d) {5}\d\d:\d\d:\d\d\.\d{3}Z {2}! unsigned/.exec(line)?.[1])).toEqual([
      '3',
      '2',
      '1',
    ])
  })

  test('has the date of a delivery that did not come today', () => {
    const at = new Date('2026-03-01T23:30:00.000Z')
    expect(timeText(at, { utc: true }, new Date('2026-03-01T01:00:00.000Z'))).toBe('23:30:00.000Z')
    expect(timeText(at, { utc: true }, new Date('2026-03-02T00:10:00.000Z'))).toBe('2026-03-01 23:30:00.000Z')
    expect(timeText(at, {}, at)).toMatch(/^\d\d:\d\d:00\.000$/)
  })
})
