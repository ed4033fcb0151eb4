/** The desktop app's memory, its questions to the page, and the answers of its part of the contract. */
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DesktopMemory, openDesktopMemory } from '../../src/desktop/desktopMemory.ts'
import { openDesktopShell } from '../../src/desktop/desktopShell.ts'
import { openPageRequests } from '../../src/desktop/pageRequests.ts'
import type { ShellRequest } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'

let folder: ReturnType<typeof scratchFolder>
let warnings: string[]
beforeEach(() => {
  folder = scratchFolder()
  warnings = []
})
afterEach(() => {
  chmodSync(folder.path, 0o700)
  folder.remove()
})
const open = () => openDesktopMemory(folder.path, (message) => warnings.push(message))
const place = { x: 10, y: 20, width: 900, height: 700, maximized: true }

describe('the memory of the desktop app', () => {
  test('is empty at first: it asks, it notifies, and the window opens where the system likes', () => {
    const memory = open()
    expect([memory.window(), memory.choices()]).toEqual([null, { whenClosed: 'ask', notify: true, letJoin: false }])
  })

  test('keeps the window and what was chosen, each without the other, in a file that only its owner reads', () => {
    const memory = open()
    memory.keepWindow(place)
    memory.choose({ whenClosed: 'keep' })
    memory.choose({ notify: false })
    const again = open()
    expect([again.window(), again.choices()]).toEqual([place, { whenClosed: 'keep', notify: false, letJoin: false }])
    expect(statSync(join(folder.path, 'desktop.json')).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['', { whenClosed: 'ask', notify: true, letJoin: false }],
    [
      '{"choices":{"whenClosed":"explode","notify":false},"window":{"x":1}}',
      { whenClosed: 'ask', notify: false, letJoin: false },
    ],
    ['{"choices":7,"window":[]}', { whenClosed: 'ask', notify: true, letJoin: false }],
    ['[1,2]', { whenClosed: 'ask', notify: true, letJoin: false }],
  ])('reads %j as far as it makes sense', (text, choices) => {
    writeFileSync(join(folder.path, 'desktop.json'), text)
    expect([open().window(), open().choices()]).toEqual([null, choices])
  })

  test.skipIf(process.getuid?.() === 0)('that cannot be written stops nothing, and a choice says so', async () => {
    const memory = open()
    chmodSync(folder.path, 0o500)
    memory.keepWindow(place)
    expect(warnings).toHaveLength(1)
    await expect(shellOf(memory).choose({ notify: false })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(memory.choices().notify).toBe(false)
  })
})

interface Told {
  revealed: string[]
  hasTray: boolean
}
function shellOf(memory: DesktopMemory, told: Partial<Told> = {}, logFile: string | null = '/data/logs/hookscope.log') {
  return openDesktopShell({
    memory,
    dataFolder: '/data',
    logFile,
    runtimes: [],
    asks: true,
    hasTray: () => told.hasTray ?? true,
    canNotify: () => true,
    reveal: (path) => told.revealed?.push(path),
    openFolder: async (path) => (path === '/data' ? '' : 'No such folder'),
    onMenuState: () => undefined,
    letJoin: async () => undefined,
  })
}

describe("the desktop's part of the contract", () => {
  test('keeps a choice and tells it', async () => {
    expect((await shellOf(open()).choose({ whenClosed: 'quit' })).choices).toEqual({
      whenClosed: 'quit',
      notify: true,
      letJoin: false,
    })
    expect(JSON.parse(readFileSync(join(folder.path, 'desktop.json'), 'utf8'))).toMatchObject({
      choices: { whenClosed: 'quit' },
    })
  })

  test('says why it cannot go on without a window where there is no tray', () => {
    expect(shellOf(open()).view()).toMatchObject({ can: { background: true }, backgroundProblem: null })
    expect(shellOf(open(), { hasTray: false }).view()).toMatchObject({
      can: { background: false },
      backgroundProblem: expect.stringContaining('no notification area') as string,
    })
  })

  test('shows the log file and the data folder, or says that there is no log', async () => {
    const revealed: string[] = []
    expect(await shellOf(open(), { revealed }).show('log')).toBe('/data/logs/hookscope.log')
    expect(revealed).toEqual(['/data/logs/hookscope.log'])
    expect(await shellOf(open()).show('data-folder')).toBe('/data')
    await expect(shellOf(open(), {}, null).show('log')).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('what the shell asks of the page', () => {
  const go = (id: string): ShellRequest => ({ kind: 'go', place: { kind: 'delivery', id } })

  test('waits for the first page that listens; only the last of it is wanted then', async () => {
    const asked = openPageRequests()
    asked.send(go('1'))
    asked.send(go('2'))
    const page = asked.listen(undefined)
    expect((await page.next()).value).toEqual(go('2'))
    const next = page.next()
    asked.send(go('3'))
    expect((await next).value).toEqual(go('3'))
  })

  test('reaches every page that listens, in order, and ends with its signal', async () => {
    const asked = openPageRequests()
    const leaving = new AbortController()
    const page = asked.listen(leaving.signal)
    const first = page.next()
    asked.send(go('1'))
    asked.send(go('2'))
    expect([(await first).value, (await page.next()).value]).toEqual([go('1'), go('2')])
    const end = page.next()
    leaving.abort()
    expect((await end).done).toBe(true)
    // Nobody listens now: the next page gets it.
    asked.send(go('3'))
    expect((await asked.listen(undefined).next()).value).toEqual(go('3'))
  })
})
