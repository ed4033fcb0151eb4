/** The window's page after a failure, and during development, on the stand-in. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { servePages } from '../../../src/serve/servePages.ts'
import { builtPage } from '../../../tools/shots/startStage.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { openStandIn, type StandIn, type StandInOptions } from '../../standIn/launchStandIn.ts'
import type { StandInProcess } from '../../standIn/serveProcess.ts'
import { expectPage } from '../../support/expectPage.ts'

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let machine: StandIn

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser.close())
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(async () => {
  await machine?.stop()
  folder.remove()
})

async function start(options: Partial<StandInOptions> = {}): Promise<StandInProcess> {
  machine = await openStandIn({ folder: folder.path, browser, ...options })
  return machine.start()
}

const demo = 'Run the demo'
const windowOf = async (app: StandInProcess) => (await app.ask<{ id: number }[]>('windows'))[0]?.id

describe('a page', () => {
  test(
    'that hangs is loaded again when a person wants it, as is one that crashed; one whose preload script fails says so',
    { tags: 'full' },
    async () => {
      const app = await start()
      const page = await app.page()
      await page.getByRole('button', { name: demo }).click()
      const rows = { name: 'Deliveries' }
      await expectPage(page.getByRole('tree', rows).getByRole('treeitem')).toHaveCount(1)
      await app.ask('windowEvent', await windowOf(app), 'unresponsive')
      const { more } = await app.noted('dialog.showMessageBox')
      expect(more).toMatchObject({ message: 'The window does not respond', buttons: ['Wait', 'Reload'] })
      await app.ask('windowEvent', await windowOf(app), 'responsive')
      expect(app.journal.some(({ what }) => what === 'webContents.forcefullyCrashRenderer')).toBe(false)
      await expectPage(page.getByRole('tree', rows).getByRole('treeitem')).toHaveCount(1)

      await app.ask('choose', 1)
      await app.ask('windowEvent', await windowOf(app), 'unresponsive')
      const again = await app.page(page)
      // Everything that was captured is there.
      await expectPage(again.getByRole('tree', rows).getByRole('treeitem')).toHaveCount(1)

      const session = await again.context().newCDPSession(again)
      void session.send('Page.crash').catch(() => undefined)
      const third = await app.page(again)
      await expectPage(third.getByRole('tree', rows).getByRole('treeitem')).toHaveCount(1)

      await app.ask('preloadError', await windowOf(app), 'index.cjs', 'it is broken')
      await expectPage(third.getByRole('heading', { name: 'The window has no connection to the engine' })).toBeVisible()
      await expectPage(third.getByText('it is broken')).toBeVisible()
    },
  )

  test('that cannot be loaded says so, and that nothing captured is lost', { tags: 'full' }, async () => {
    // Nobody listens there.
    const app = await start({ variables: { ELECTRON_RENDERER_URL: 'http://127.0.0.1:9/' } })
    const page = await app.page()
    await expectPage(page.getByRole('heading', { name: 'The page cannot be loaded' })).toBeVisible()
    await expectPage(page.getByText('what was captured is safe')).toBeVisible()
  })
})

test('during development the page of the development server gets its port, too', { tags: 'full' }, async () => {
  // Vite's own is a test of its own (developmentServer.test.ts): to compile the page takes as long as ten tests.
  const answer = servePages(builtPage, 30_000)
  const server = createServer((request, response) => answer(request, response, request.url ?? ''))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const app = await start({ variables: { ELECTRON_RENDERER_URL: url } })
  await app.noted('window.loadURL', ({ url: loaded }) => loaded === url)
  const page = await app.page()
  await expectPage(page.getByRole('button', { name: demo })).toBeVisible()
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:/)
  server.closeAllConnections()
  server.close()
})

test('an app that is installed never shows a development server', { tags: 'full' }, async () => {
  const app = await start({ packaged: true, variables: { ELECTRON_RENDERER_URL: 'http://127.0.0.1:9/' } })
  await expectPage((await app.page()).getByRole('button', { name: demo })).toBeVisible()
})
