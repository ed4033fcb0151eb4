/** How the desktop shell starts, on a stand-in for its runtime: it shows how our parts work together, nothing of Electron. */
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backgrounds } from '../../src/desktop/startPages.ts'
import type { Environment, Status } from '../../src/shared/wireTypes.ts'
import { openBrowser } from '../support/openBrowser.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { expectPage } from '../support/expectPage.ts'
import { openStandIn, type StandIn, type StandInOptions } from './launchStandIn.ts'
import type { StandInProcess } from './serveProcess.ts'

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let machines: StandIn[]
let serving: ServeProcess[]

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser.close())
beforeEach(() => {
  folder = scratchFolder()
  machines = []
  serving = []
})
afterEach(async () => {
  await Promise.all(machines.map(async ({ stop }) => stop()))
  await Promise.all(serving.map(async ({ kill }) => kill('SIGKILL')))
  folder.remove()
})

async function openMachine(options: Partial<StandInOptions> = {}): Promise<StandIn> {
  const machine = await openStandIn({ folder: folder.path, browser, ...options })
  machines.push(machine)
  return machine
}

/** The browser shell on the folder that the desktop shell opens when nothing else is said. */
async function openServe(): Promise<ServeProcess> {
  const serve = await startServe(at('data'))
  serving.push(serve)
  return serve
}

const at = (...names: string[]) => join(folder.path, ...names)

const isVisible = async (app: StandInProcess) =>
  (await app.ask<{ isVisible: boolean }[]>('windows')).some((window) => window.isVisible)

describe('the window appears', () => {
  test.each<[title: string, options: Partial<StandInOptions>, backgroundColor: string]>([
    ['where a hidden window paints nothing, so that it never becomes ready to show', {}, backgrounds.light],
    ['where its page cannot be loaded', { loading: 'fails', dark: true }, backgrounds.dark],
  ])("%s, on the theme's background", async (_title, options, backgroundColor) => {
    const machine = await openMachine({ paintsHidden: false, ...options })
    machine.withoutPages()
    const app = await machine.start()
    await expect.poll(async () => isVisible(app)).toBe(true)
    expect((await app.noted('BrowserWindow')).more['window']).toMatchObject({ backgroundColor })
  })

  test.runIf(process.platform === 'linux')(
    'on Linux with the icon of the app, which nothing else gives it',
    async () => {
      const machine = await openMachine()
      machine.withoutPages()
      const { icon } = (await (await machine.start()).noted('BrowserWindow')).more['window'] as { icon: string }
      expect(readFileSync(icon).subarray(1, 4).toString('latin1')).toBe('PNG')
    },
  )

  test('after 5 s where its page neither loads nor fails', { tags: 'full' }, async () => {
    const machine = await openMachine({ loading: 'hangs' })
    const app = await machine.start()
    await app.noted('window.loadURL')
    expect(await isVisible(app)).toBe(false)
    await app.noted('window.show')
    expect(await isVisible(app)).toBe(true)
  })

  test('at the latest with a second start', async () => {
    const machine = await openMachine({ loading: 'hangs', variables: { HOOKSCOPE_VISIBLE_SIGN: at('visible') } })
    const app = await machine.start()
    await app.noted('window.loadURL')
    expect([await isVisible(app), existsSync(at('visible'))]).toEqual([false, false])
    const second = await machine.start()
    expect(await second.ended).toBe(0)
    await app.noted('second-instance')
    // `npm start` goes by this file.
    expect([await isVisible(app), existsSync(at('visible'))]).toEqual([true, true])
    expect(await app.ask('windows')).toHaveLength(1)
  })
})

test('name and profile are fixed before the app is ready, and the profile is a folder of its own inside the data folder', async () => {
  const machine = await openMachine()
  const app = await machine.start('--data', at('chosen'))
  await app.page()
  expect(app.journal[0]).toMatchObject({
    what: 'app.setPath',
    more: { name: 'userData', path: at('chosen', 'desktop-profile'), isReady: false },
  })
})

test('a wrong option ends it with 2, before anything is made', async () => {
  const machine = await openMachine()
  const app = await machine.start('--data', at('never'), '--receiver-port', 'x')
  expect(await app.ended).toBe(2)
  expect(() => readFileSync(at('never'))).toThrow('ENOENT')
})

test('two data folders run two apps; one folder runs one, however its name is spelled', { tags: 'full' }, async () => {
  const machine = await openMachine()
  const first = await machine.start('--data', at('a'))
  await first.page()
  const other = await machine.start('--data', at('b'))
  await other.page()
  symlinkSync(at('a'), at('also-a'))
  const again = await machine.start('--data', at('also-a'))
  await again.noted('another instance holds the lock')
  expect(await again.ended).toBe(0)
  await first.noted('second-instance')
  expect(other.journal.some(({ what }) => what === 'second-instance')).toBe(false)
})

test('a folder opens in either shell, with the secrets that the other one sealed', { tags: 'full' }, async () => {
  const machine = await openMachine()
  const secret = { readonlyPassword: 'sealed in the browser shell' }
  const desktop = async () => {
    const app = await machine.start()
    const page = await app.page()
    await expectPage(page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
    await app.ask('quit').catch(() => undefined)
    await app.ended
  }
  await desktop()
  // Nothing of it is for other users, whatever the umask was.
  expect(statSync(at('data', 'deliveries.db')).mode & 0o077).toBe(0)
  const key = readFileSync(at('data', 'secrets.key'), 'utf8')
  const begun = await openServe()
  expect((await begun.call<Status>('GET', '/status')).secretStorage).toContain('key file')
  await begun.call('PATCH', '/environments/sandbox', secret)
  await begun.kill('SIGTERM')
  await desktop()
  const again = await openServe()
  const revealed = await again.call('POST', '/environments/sandbox/reveal', { secret: 'readonlyPassword' })
  expect(revealed).toEqual({ text: secret.readonlyPassword })
  await again.kill('SIGTERM')
  expect(readFileSync(at('data', 'secrets.key'), 'utf8')).toBe(key)
})

test(
  "with the hashes of Electron's crypto the page says what could not be tried, and does not call it ruled out",
  { tags: 'full' },
  async () => {
    const serve = await openServe()
    const environment = await serve.call<Environment>('POST', '/environments', {
      name: 'Acme',
      sharedSecret: 'a secret',
    })
    await serve.call('POST', `/environments/${environment.id}/activate`)
    await fetch(serve.receiver + environment.receiverPath, {
      method: 'POST',
      headers: { 'x-service-webhook-hmac': Buffer.alloc(32, 7).toString('base64') },
      body: '{"id":"n1"}',
    })
    await serve.kill('SIGTERM')

    const emulation = new URL('../support/boringDigests.mjs', import.meta.url).href
    const machine = await openMachine({ nodeOptions: ['--import', emulation] })
    const app = await machine.start()
    const page = await app.page()
    await page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').first().click()
    await page.getByRole('tab', { name: 'Signature' }).click()
    const cause = page.getByRole('region', { name: 'Why it fails' })
    await expectPage(cause).toContainText("Not tried, because this app's crypto does not have them: SHA3-256, SHA3-512")
    await expectPage(cause).toContainText('none of the mistakes that were tried')
    await expectPage(cause).not.toContainText('known mistakes')
  },
)
