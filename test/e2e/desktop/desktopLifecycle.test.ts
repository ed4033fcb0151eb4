/** How the desktop app starts and ends, in real processes of the stand-in: it shows our parts, nothing of Electron. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../support/openBrowser.ts'
import { startServe } from '../../build/startServe.ts'
import type { StandInProcess } from '../../standIn/serveProcess.ts'
import { expectPage } from '../../support/expectPage.ts'
import { type LiveMachine, prepareLive } from './desktopRig.ts'

let browser: Browser
let live: Awaited<ReturnType<typeof prepareLive>>
let machine: LiveMachine

beforeAll(async () => {
  browser = await openBrowser()
  live = await prepareLive(browser)
})
afterAll(async () => {
  await live?.stop()
  await browser.close()
})
beforeEach(async () => {
  machine = await live.openMachine()
})
afterEach(async () => machine?.stop())

const disabled = { enabled: false }
const count = (app: StandInProcess, what: string) => app.journal.filter((note) => note.what === what).length
const isAlive = async (app: StandInProcess) => (await app.ask<unknown[]>('windows')).length > 0
/** As a terminal does: the whole group gets it. */
const interruptGroup = (app: StandInProcess) => process.kill(-app.pid, 'SIGINT')

describe('a quit', () => {
  test('commits what was taken, disables the webhook config, and ends with 0', async () => {
    const app = await machine.run()
    expect(await machine.deliver('{"id":"n1"}')).toBe(200)
    await app.ask('quit')
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
    expect(machine.kept()).toEqual({ deliveries: 1, integrity: { integrity_check: 'ok' } })
    expect(count(app, 'before-quit prevented')).toBe(1)
  })

  test('is not cut short by a second one', { tags: 'full' }, async () => {
    machine.withoutPages()
    const app = await machine.run()
    const answer = live.service.hold()
    await app.ask('quit')
    await live.service.toldTimes(1)
    await app.ask('quit')
    expect(await isAlive(app)).toBe(true)
    expect(count(app, 'before-quit prevented')).toBe(2)
    answer()
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
  })

  test('follows the last window where that is the habit of the system', { tags: 'full' }, async () => {
    machine.withoutPages()
    const app = await machine.run()
    const [window] = await app.ask<{ id: number }[]>('windows')
    await app.ask('closeWindow', window?.id)
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
  })

  test('while the engine starts stops the engine that comes', { tags: 'full' }, async () => {
    machine.withoutPages()
    // The engine blocks until this file is written to.
    const file = join(machine.data, 'sandbox.json')
    rmSync(file, { force: true })
    execFileSync('mkfifo', [file])
    const app = await machine.start()
    await app.noted('window.show')
    await app.ask('quit')
    await writeFile(file, '')
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
  })
})

describe('a signal', () => {
  test('to the group, once from the terminal and once more from npm, is one clean stop', { tags: 'full' }, async () => {
    const app = await machine.run()
    expect(await machine.deliver('{"id":"n1"}')).toBe(200)
    interruptGroup(app)
    process.kill(app.pid, 'SIGINT')
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
    expect(machine.kept()).toEqual({ deliveries: 1, integrity: { integrity_check: 'ok' } })
    expect(count(app, 'signal taken by the stand-in')).toBe(0)
  })

  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} is a clean stop as well`, { tags: 'full' }, async () => {
      machine.withoutPages()
      const app = await machine.run()
      process.kill(app.pid, signal)
      expect(await app.ended).toBe(0)
      expect(live.service.told).toEqual([disabled])
    })
  }

  test(
    'again, from a person who means it, ends the app although the service does not answer',
    { tags: 'full' },
    async () => {
      machine.withoutPages()
      const app = await machine.run()
      const answer = live.service.hold()
      interruptGroup(app)
      await live.service.toldTimes(1)
      let code: number | null | undefined
      void app.ended.then((ended) => {
        code = ended
      })
      while (code === undefined) {
        interruptGroupOrNothing(app)
        await pause(100)
      }
      expect(code).toBe(130)
      answer()
    },
  )
})

describe('a second start', () => {
  test('while the app runs shows its window and ends', { tags: 'full' }, async () => {
    const app = await machine.run()
    const [window] = await app.ask<{ id: number }[]>('windows')
    await app.ask('minimize', window?.id)
    const second = await machine.start()
    expect(await second.ended).toBe(0)
    await app.noted('window.restore')
    expect(await app.ask('windows')).toMatchObject([{ isVisible: true, isMinimized: false }])
    expect(machine.processes).toHaveLength(2)
  })

  test('while the app starts shows the window that is there', { tags: 'full' }, async () => {
    const file = join(machine.data, 'sandbox.json')
    rmSync(file, { force: true })
    execFileSync('mkfifo', [file])
    const app = await machine.start()
    await expectPage((await app.page()).getByText('Starting…')).toBeVisible()
    const second = await machine.start()
    expect(await second.ended).toBe(0)
    await app.noted('second-instance')
    expect(await app.ask('windows')).toMatchObject([{ isVisible: true }])
    await writeFile(file, '')
    await app.noted('window.loadURL', ({ url }) => url === 'app://hookscope/')
    expect(await app.ask('windows')).toHaveLength(1)
  })

  test('while the app stops gets an app of its own as soon as it has stopped', { tags: 'full' }, async () => {
    const app = await machine.run()
    const answer = live.service.hold()
    await app.ask('quit')
    await live.service.toldTimes(1)
    const second = await machine.start()
    expect(await second.ended).toBe(0)
    await app.noted('second-instance')
    const next = machine.next()
    answer()
    expect(await app.ended).toBe(0)
    const again = await next
    await expectPage((await again.page()).getByRole('navigation').first()).toBeVisible()
    expect(again.argv.slice(1)).toEqual(['.', '--data', machine.data, '--'])
    await again.ask('quit')
    expect(await again.ended).toBe(0)
  })
})

describe('the end of the session', () => {
  test('is held until the webhook config is disabled', { tags: 'full' }, async () => {
    const app = await machine.run()
    expect(await app.ask('shutdown')).toBe(true)
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
  })

  test('is held on Windows, too, which asks the window', { tags: 'full' }, async () => {
    machine.withoutPages()
    const app = await machine.run()
    const [window] = await app.ask<{ id: number }[]>('windows')
    expect(await app.ask('sessionEnd', window?.id, 'query-session-end')).toBe(true)
    expect(await app.ended).toBe(0)
    expect(live.service.told).toEqual([disabled])
  })

  test('is not called off by a quit that is held', { tags: 'full' }, async () => {
    machine.withoutPages()
    const app = await machine.run()
    const answer = live.service.hold()
    await app.ask('shutdown')
    await live.service.toldTimes(1)
    await app.ask('quit')
    expect(await app.ended).toBe(0)
    expect(count(app, 'before-quit prevented')).toBe(0)
    answer()
  })
})

test('a start that fails says why in the window, and ends with 3', { tags: 'full' }, async () => {
  const serve = await startServe(machine.data)
  const app = await machine.start()
  await app.noted('window.loadURL', ({ url }) => String(url).startsWith('app://hookscope/failed'))
  const page = await app.page()
  await expectPage(page.getByRole('heading', { name: 'Hookscope cannot start' })).toBeVisible()
  await expectPage(page.getByText(`${machine.data} is in use`)).toBeVisible()
  await app.ask('quit')
  expect(await app.ended).toBe(3)
  await serve.kill('SIGTERM')
})

/** The process may be gone in the same moment. */
function interruptGroupOrNothing(app: StandInProcess): void {
  try {
    interruptGroup(app)
  } catch {
    // It is.
  }
}
