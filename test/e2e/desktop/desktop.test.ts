/** User flows of the desktop app, on a stand-in for its runtime and, where available, on the runtime itself. */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instanceFileIn } from '../../../src/host/files/instanceFile.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { runHookscope } from '../../cli/runHookscope.ts'
import type { MenuLine } from '../../standIn/wire.ts'
import { expectPage } from '../../support/expectPage.ts'
import { desktops, type RunningDesktop } from './desktops.ts'

/** Every byte value, and more bytes than a single read returns. */
const body = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31 + (at >> 8)) % 256))

describe.each(desktops)('the desktop app on $name', (desktop) => {
  // Electron's checklist (desktopSecurity.test.ts) asks the same of the stand-in.
  const isAskedElsewhere = desktop.isStandIn
  describe.skipIf(desktop.missing !== null)(
    desktop.missing === null ? 'opened on data' : `is skipped: ${desktop.missing}`,
    () => {
      let folder: ReturnType<typeof scratchFolder>
      let app: RunningDesktop
      let hasQuit = false

      beforeAll(async () => {
        folder = scratchFolder()
        const serve = await startServeHere(folder.path)
        const environment = await serve.call<Environment>('POST', '/environments', { name: 'Acme' })
        await serve.call('POST', `/environments/${environment.id}/activate`)
        const receiver = new URL(environment.receiverPath, serve.receiver)
        await fetch(receiver, { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } })
        await fetch(receiver, { method: 'POST', body: '{"id":"newest"}' })
        await serve.stop()
        app = await desktop.start(folder.path)
      })
      afterAll(async () => {
        if (!hasQuit) await app?.stop()
        folder?.remove()
      })

      test('saves a body byte for byte', async () => {
        const { page } = app
        await page
          .getByRole('navigation')
          .getByRole('link', { name: /^Inbox/ })
          .click()
        const rows = page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
        await expectPage(rows).toHaveCount(2)
        await rows.last().click()
        await page.getByRole('tab', { name: 'Body' }).click()
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('tabpanel').getByRole('button', { name: 'Save', exact: true }).click(),
        ])
        expect(readFileSync(await download.path()).equals(body)).toBe(true)
      })

      test('has menus whose items are offered and go where they say', async () => {
        const menu = await app.menu()
        expect(menu.map(({ label }) => label)).toEqual(
          expect.arrayContaining(['File', 'Edit', 'View', 'Go', 'Window', 'Help']),
        )
        // The page reports its commands once it has loaded.
        await expectPage.poll(async () => isOffered(await app.menu(), 'Edit', 'Find a command')).toBe(true)
        await app.press('Go', 'Sandbox')
        await expectPage(app.page.getByRole('heading', { level: 1 })).toContainText('Sandbox')
        await app.press('Go', 'Inbox')
        await expectPage(app.page.getByRole('tree', { name: 'Deliveries' })).toBeVisible()
      })

      test.skipIf(isAskedElsewhere)('answers the page with its files, and nothing else with anything', async () => {
        const ask = async (path: string, method = 'GET') =>
          app.page.evaluate(
            async ([target, verb]) => {
              const response = await fetch(target ?? '', { method: verb ?? 'GET' })
              return {
                status: response.status,
                type: response.headers.get('content-type'),
                policy: response.headers.get('content-security-policy'),
              }
            },
            [path, method],
          )
        const home = await ask('/')
        expect(home).toMatchObject({ status: 200, type: expect.stringContaining('text/html') as string })
        expect(home.policy).toContain("default-src 'none'; script-src 'self'")
        for (const path of [
          '/nothing',
          '/assets/',
          '/..%2fmain%2findex.js',
          '/%2e%2e/package.json',
          '/..%5cpackage.json',
        ]) {
          expect([path, (await ask(path)).status]).toEqual([path, 404])
        }
        expect((await ask('/', 'POST')).status).toBe(404)
        expect((await ask('/starting', 'POST')).status).toBe(404)
      })

      test.skipIf(isAskedElsewhere)('stays on its own page and opens no other', async () => {
        const { page } = app
        const before = page.url()
        await page.evaluate(() => {
          location.href = 'https://elsewhere.test/'
        })
        const pages = page.context().pages().length
        await page.evaluate(() => void window.open('https://elsewhere.test/'))
        await expectPage.poll(() => page.context().pages().length).toBe(pages)
        await expectPage(page.getByRole('navigation').first()).toBeVisible()
        expect(page.url()).toBe(before)
      })

      test.skipIf(isAskedElsewhere)(
        'gives the page no permission but copying, and nothing of Node or Electron',
        async () => {
          const states = await app.page.evaluate(async () => {
            const names = [
              'clipboard-write',
              'geolocation',
              'notifications',
              'camera',
              'microphone',
            ] as PermissionName[]
            return Promise.all(names.map(async (name) => [name, (await navigator.permissions.query({ name })).state]))
          })
          // Copying itself needs a focused document, which a display without a window manager does not give.
          expect(states.filter(([, state]) => state === 'granted')).toEqual([['clipboard-write', 'granted']])
          const found = await app.page.evaluate(() =>
            ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
              (name) => name in window,
            ),
          )
          expect(found).toEqual([])
        },
      )

      test('lets commands join only while a person allows that in the settings', { tags: 'full' }, async () => {
        const { page } = app
        const config = async () => runHookscope(['config', '--json', '--data', folder.path])
        await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
        const allow = page.getByRole('switch', { name: 'Let tools on this computer join' })
        await expectPage(allow).not.toBeChecked()
        const first = await config()
        expect([first.code, first.stdout]).toEqual([3, ''])
        expect(first.stderr).toContain('“Let tools on this computer join”')

        await allow.click()
        await expectPage(allow).toBeChecked()
        const joined = await config()
        expect([joined.code, joined.stderr]).toEqual([0, ''])
        expect(JSON.parse(joined.stdout)).toMatchObject({ running: { shell: 'desktop' }, dataFolder: folder.path })
        // The window shows the effect of a command at once.
        const made = await runHookscope(['forward', 'add', 'http://127.0.0.1:9/hooks', '--data', folder.path])
        expect([made.code, made.stderr]).toEqual([0, ''])
        await page.getByRole('navigation').getByRole('link', { name: 'Forward' }).click()
        await expectPage(page.getByText('http://127.0.0.1:9/hooks')).toBeVisible()

        await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
        await allow.click()
        await expectPage(allow).not.toBeChecked()
        expect((await config()).code).toBe(3)
        expect(existsSync(instanceFileIn(folder.path))).toBe(false)
      })

      test('runs once: a second start ends with 0', async () => {
        expect(await app.startAgain()).toBe(0)
      })

      test('quits with 0', async () => {
        expect(await app.quit()).toBe(0)
        hasQuit = true
      })
    },
  )
})

/** Whether a menu offers an item now. */
function isOffered(menu: readonly MenuLine[], ...path: string[]): boolean {
  const [first, ...rest] = path
  const item = menu.find(({ label }) => label === first)
  return rest.length === 0 ? item?.enabled === true : isOffered(item?.submenu ?? [], ...rest)
}
