import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { sharedBrowser } from '../support/sharedBrowser.ts'

const browser = sharedBrowser()
const options = { viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' } as const
let server: ScriptedServer
let page: Page

beforeAll(async () => {
  server = await startScriptedServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1' })
      .end('<!doctype html><title>t</title>'),
  )
})
afterAll(async () => server.stop())
beforeEach(async () => {
  page = await browser().newPage(options)
})

/** State that a test may find on a page that it has just opened. */
async function stateOf(opened: Page): Promise<object> {
  await opened.goto(server.url)
  return opened.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    steps: history.length,
    name: window.name,
    mark: 'mark' in window,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    mayRead: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
  }))
}

describe('a page that a test opens', () => {
  it('has nothing of the page that was open before, which left all that it could', async () => {
    const before = await stateOf(page)
    const told: string[] = []
    page.on('console', (message) => void told.push(message.text()))
    await page.context().grantPermissions(['clipboard-read'])
    await page.setViewportSize({ width: 500, height: 500 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
    await page.keyboard.down('Shift')
    await page.evaluate(async () => {
      // It writes until the end, and once more while the page is left.
      const write = () => {
        localStorage.setItem('left', 'x')
        sessionStorage.setItem('left', 'x')
      }
      write()
      setInterval(write)
      window.addEventListener('pagehide', write)
      window.name = 'left'
      Object.assign(window, { mark: true })
      indexedDB.open('left')
      await caches.open('left')
      history.pushState(null, '', '#left')
    })
    await page.close()

    page = await browser().newPage(options)
    expect(await page.context().cookies()).toEqual([])
    expect(await stateOf(page)).toEqual(before)
    await page.evaluate(() => {
      document.addEventListener('keydown', ({ key }) => {
        document.title = key
      })
      console.info('a word')
    })
    await page.keyboard.press('a')
    expect(await page.title()).toBe('a')
    expect(told).toEqual([])
  })

  it('comes from a new context where the one before did what cannot be put back', async () => {
    await page.addInitScript(() => Object.assign(window, { mark: true }))
    expect(await stateOf(page)).toMatchObject({ mark: true })
    const { clock } = page
    const context = page.context()
    await page.close()
    for (const spoil of [
      async () => page.clock.install(),
      async () => page.route('**/*', async (route) => route.abort()),
    ]) {
      page = await browser().newPage(options)
      expect(page.context()).not.toBe(context)
      expect(page.clock).not.toBe(clock)
      await spoil()
      const spoiled = page.context()
      await page.close()
      page = await browser().newPage(options)
      expect(page.context()).not.toBe(spoiled)
      expect(await stateOf(page)).toMatchObject({ mark: false })
      await page.close()
    }
  })

  it('goes on in the process of the one before', async () => {
    const context = page.context()
    await page.goto(server.url)
    await page.close()
    await context.close()
    page = await browser().newPage(options)
    expect(page.context()).toBe(context)
    await page.goto(server.url)
  })
})
