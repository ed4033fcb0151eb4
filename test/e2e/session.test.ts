/** How a tab of a real browser gets its key, keeps it over a restart, and loses it: threats 19 and 23. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page, WebSocket } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/openBrowser.ts'
import type { SessionAddress, SessionLaunch, Status } from '../../src/shared/wireTypes.ts'
import { type ReadyLine, type RunningServe, scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'
import { type Running, startHookscope } from '../cli/runHookscope.ts'
import { filesBelow } from '../host/secrets/canaries.ts'
import { expectPage } from '../support/expectPage.ts'
import { fullChromium, launchProfile } from './desktop/launchProfile.ts'

type Serve = ReadyLine & { running: Running }
/** Address and key of a shell's API. */
type Reached = Pick<ReadyLine, 'api' | 'token'>

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let started: Running[]
let startedHere: RunningServe[]
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser.close())
beforeEach(() => {
  folder = scratchFolder()
  started = []
  startedHere = []
})
afterEach(async () => {
  for (const running of started) await running.stop('SIGKILL')
  for (const context of browser.contexts()) await context.close()
  for (const serve of startedHere) await serve.stop()
  folder.remove()
})

async function start(...args: string[]): Promise<Serve> {
  const running = startHookscope(['serve', '--json', '--data', join(folder.path, 'data'), ...args])
  started.push(running)
  return { running, ...(JSON.parse(await running.until('\n')) as ReadyLine) }
}
/** Not the usual port, which may be in use. */
const startAnywhere = async () => start('--ui-port', '0')

/** One that is never killed needs no process of its own. Its address has a code, as the one of the ready line. */
async function startHere(data = 'data', port?: number): Promise<RunningServe> {
  const serve = await startServeHere(join(folder.path, data), {}, port)
  startedHere.push(serve)
  return { ...serve, ui: (await serve.call<SessionAddress>('POST', '/session/address')).ui }
}

const keyIn = (data = 'data') =>
  (JSON.parse(readFileSync(join(folder.path, data, 'page.key'), 'utf8')) as { token: string }).token

const call = async (serve: Reached, method: string, path: string, token = serve.token) =>
  fetch(serve.api + path, { method, headers: { authorization: `Bearer ${token}` } })
const ask = async <T>(serve: Reached, method: string, path: string, token?: string) =>
  (await (await call(serve, method, path, token)).json()) as T

/** A new tab of a browser that was never here. */
async function newTab(address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(address)
  return page
}
const works = async (page: Page) => expectPage(page.getByRole('navigation').first()).toBeVisible()
/** Other alerts may be shown, too: the server was killed while it sent. */
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const rows = (page: Page) => page.getByRole('tree', { name: 'Deliveries, newest first' }).getByRole('treeitem')

/** Sends notifications by hand; answers when they are committed. */
async function send(serve: Reached, ids: readonly string[]): Promise<void> {
  const { receiver } = await ask<Status>(serve, 'GET', '/status')
  for (const id of ids) {
    const body = JSON.stringify({ id, action: 'create', resourceType: 'Payment', resourceId: id })
    expect((await fetch(receiver.url ?? '', { method: 'POST', body })).status).toBe(200)
  }
}

describe('an address with a code', () => {
  it('opens the page, which shows nothing of it; in a second browser it says how to get another one', async () => {
    const serve = await startHere()
    const page = await newTab(serve.ui)
    await works(page)
    expect(page.url()).not.toMatch(/code|token/)
    await page.reload()
    await works(page)

    const second = await newTab(serve.ui)
    await expectPage(second.getByRole('alert')).toContainText('used up or expired')
    await expectPage(second.getByRole('listitem').first()).toContainText('hookscope open')
    const { ui } = await ask<SessionAddress>(serve, 'POST', '/session/address')
    await second.goto(ui)
    await works(second)
  })

  it('that was used is no obstacle in the tab that used it', { tags: 'full' }, async () => {
    const serve = await startHere()
    const page = await newTab(serve.ui)
    await works(page)
    await page.goto('about:blank')
    await page.goto(serve.ui)
    await works(page)
  })

  it('is copied in Settings for another browser', { tags: 'full' }, async () => {
    const serve = await startHere()
    const page = await newTab(serve.ui)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${new URL(serve.ui).origin}/#/settings`)
    await page.getByRole('button', { name: 'Copy one-time address' }).click()
    await expectPage(page.getByText('Copied. Open it in the other browser.')).toBeVisible()
    const address = await page.evaluate(async () => navigator.clipboard.readText())
    expect(address).not.toContain(serve.token)
    await works(await newTab(address))
  })
})

it(
  'the page that a browser is opened with leads on, and leaves no step back in the tab',
  { tags: 'full' },
  async () => {
    const serve = await startHere()
    const { file } = await ask<SessionLaunch>(serve, 'POST', '/session/launch')
    const page = await newTab(pathToFileURL(file).href)
    await works(page)
    expect(new URL(page.url()).origin).toBe(new URL(serve.ui).origin)
    // The tab's first page, and this one.
    expect(await page.evaluate(() => history.length)).toBe(2)
  },
)

it.skipIf(fullChromium === undefined)(
  'the profile of a browser holds the key in its session storage only, and no code that is still good',
  { tags: 'full' },
  async () => {
    const serve = await startHere()
    const { file } = await ask<SessionLaunch>(serve, 'POST', '/session/launch')
    const launched = /url=([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    const profile = join(folder.path, 'profile')
    const context = await launchProfile(profile)
    const page = await context.newPage()
    await page.goto(pathToFileURL(file).href)
    await works(page)
    const second = await context.newPage()
    await second.goto(serve.ui)
    await works(second)
    await second.close()
    await context.close()

    const inProfile = (text: string) =>
      filesBelow(profile)
        .filter(([, bytes]) => [text, Buffer.from(text, 'utf16le')].some((form) => Buffer.from(bytes).includes(form)))
        .map(([path]) => relative(profile, path))
    // The search finds what is there: addresses are in the history, which is why they hold nothing of use.
    for (const address of [serve.ui, launched]) {
      expect(inProfile(new URL(address).hash)).toContain(join('Default', 'History'))
      expect((await exchange(address)).status).toBe(403)
    }
    expect(inProfile(serve.token).filter((path) => !path.startsWith(join('Default', 'Session Storage')))).toEqual([])
  },
)

describe('a tab whose server is gone', () => {
  const lost = (page: Page) => page.getByText('Connection to Hookscope lost')

  it('reconnects automatically when the killed server is started again, with every delivery once, in the place where it was', async () => {
    const first = await startAnywhere()
    const page = await newTab(first.ui)
    await send(first, ['a', 'b'])
    await expectPage(rows(page)).toHaveCount(2)
    await rows(page).last().click()
    await expectPage(page).toHaveURL(/inbox\/\d+/)
    const place = page.url()
    await first.running.stop('SIGKILL')
    await expectPage(lost(page)).toBeVisible()

    const second = await start()
    expect(second.api).toBe(first.api)
    await send(second, ['c', 'd', 'e'])
    await expectPage(lost(page)).toBeHidden()
    expect(page.url()).toBe(place)
    await send(second, ['f'])
    // A row is picked: new deliveries wait until the list is live again.
    await page.keyboard.press('l')
    await expectPage(rows(page)).toHaveCount(6)
  })

  it('says so when another data folder is served there, and does not send it the key', { tags: 'full' }, async () => {
    const first = await startHere()
    const page = await newTab(first.ui)
    await works(page)
    await first.stop()
    expect((await startHere('other', Number(new URL(first.api).port))).api).toBe(first.api)
    await expectPage(alert(page, 'Another Hookscope answers at this address now')).toBeVisible()
    await expectPage(page.getByText('hookscope open').first()).toBeVisible()
  })

  it.each([
    // It even knows what an answer looks like.
    [
      JSON.stringify({ folder: 'x'.repeat(43), proof: 'x'.repeat(43) }),
      'Another Hookscope answers at this address now',
    ],
    ['<!doctype html><title>Something else</title>', 'Another program answers at this address now'],
  ])(
    'says so when another program answers %s there, and does not send it the key',

    { tags: 'full' },
    async (answer, words) => {
      const first = await startHere()
      const page = await newTab(first.ui)
      await works(page)
      await first.stop()
      await expectPage(lost(page)).toBeVisible()
      const heard: string[] = []
      const impostor = createServer((request, response) => {
        request.setEncoding('utf8').on('data', (text: string) => heard.push(text))
        heard.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')}`)
        response.end(answer)
      })
      impostor.on('upgrade', (request, socket) => {
        heard.push(`UPGRADE ${request.rawHeaders.join(' ')}`)
        socket.destroy()
      })
      impostor.listen(Number(new URL(first.ui).port), '127.0.0.1')
      await once(impostor, 'listening')
      await expectPage(alert(page, words)).toBeVisible()
      impostor.closeAllConnections()
      impostor.close()
      expect(heard.filter((line) => line.startsWith('POST /session/proof'))).toHaveLength(1)
      expect(heard.filter((line) => line.startsWith('UPGRADE'))).toEqual([])
      expect(heard.join('\n')).not.toContain(first.token)
    },
  )
})

describe('Renew key', () => {
  it('closes all other tabs, which say why; this one goes on, also over a restart', { tags: 'full' }, async () => {
    const first = await startAnywhere()
    const [page, other] = [await newTab(first.ui), await newTab(`${new URL(first.ui).origin}/#token=${first.token}`)]
    await works(other)
    await page.goto(`${new URL(first.ui).origin}/#/settings`)
    await page.getByRole('button', { name: 'Renew key' }).click()
    await expectPage(page.getByText('The key is renewed. All other tabs are closed.')).toBeVisible()
    await expectPage(other.getByRole('alert')).toContainText('The key was renewed')
    expect((await call(first, 'GET', '/status')).status).toBe(401)
    const now = { ...first, token: keyIn() }
    expect(now.token).not.toBe(first.token)

    await page.goto(`${new URL(first.ui).origin}/#/inbox`)
    await send(now, ['a'])
    await expectPage(rows(page)).toHaveCount(1)
    await first.running.stop('SIGKILL')
    const second = await start()
    expect(second.token).toBe(now.token)
    await send(second, ['b'])
    await expectPage(rows(page)).toHaveCount(2)
    // A tab without a connection learns of it when it comes back.
    await other.reload()
    await expectPage(other.getByRole('alert')).toContainText('The key was renewed')
  })

  it('goes on also when this tab is closed before the answer with the new key comes', { tags: 'full' }, async () => {
    const serve = await startHere()
    const page = await newTab(serve.ui)
    await works(page)
    const sockets: WebSocket[] = []
    // The browser may report the end of a socket from before the reload late, or not at all.
    page.once('framenavigated', () => page.on('websocket', (socket) => sockets.push(socket)))
    await page.reload()
    await works(page)
    await expectPage.poll(() => sockets.length).toBeGreaterThan(0)
    await page.goto(`${new URL(serve.ui).origin}/#/settings`)
    await page.route('**/session/renew', async (route) => {
      const closed = sockets.at(-1)?.waitForEvent('close')
      const response = await route.fetch()
      await closed
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Renew key' }).click()
    await expectPage(page.getByText('The key is renewed. All other tabs are closed.')).toBeVisible()
    await page.goto(`${new URL(serve.ui).origin}/#/inbox`)
    await send({ ...serve, token: keyIn() }, ['a'])
    await expectPage(rows(page)).toHaveCount(1)
  })
})

/** Exchanges a code, as a page does. */
async function exchange(address: string): Promise<Response> {
  const { origin, hash } = new URL(address)
  return fetch(`${origin}/session/token`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code: hash.slice('#code='.length) }),
  })
}
