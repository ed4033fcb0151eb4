import { type Browser, type Locator, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openBrowser } from '../support/openBrowser.ts'
import type { Status } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { expectPage } from '../support/expectPage.ts'

interface Sent {
  id?: string
  resourceType?: string
  action?: string
  sentMsAgo?: number
  method?: string
}

/** Gives each test of a file a fresh inbox in a page, and fails one whose page told of problems. */
export function inboxRig() {
  let browser: Browser
  let folder: ReturnType<typeof scratchFolder>
  let serve: ServeProcess
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => browser.close())

  beforeEach(async () => {
    folder = scratchFolder()
    serve = await startServe(folder.path)
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    problems = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
  })
  afterEach(async () => {
    await page.close()
    await serve.kill('SIGTERM')
    folder.remove()
    if (problems.length > 0) throw new Error(`The page told of problems: ${problems.join('; ')}`)
  })

  const list = () => page.getByRole('listbox', { name: 'Deliveries, newest first' })
  return {
    page: () => page,
    serve: () => serve,
    list,
    rows: () => list().getByRole('option'),
    field: () => page.getByRole('combobox', { name: 'Filter deliveries' }),
    hasMark: async (row: Locator, name: RegExp) => expectPage(row.getByRole('img', { name })).toBeVisible(),
    /** Sends a notification to the active environment by hand; it is not signed. */
    send: async ({
      id,
      resourceType = 'Payment',
      action = 'create',
      sentMsAgo = 0,
      method = 'POST',
    }: Sent = {}): Promise<void> => {
      const { receiver } = await serve.call<Status>('GET', '/status')
      const body = JSON.stringify({
        id: id ?? crypto.randomUUID(),
        resourceId: crypto.randomUUID(),
        resourceType,
        action,
        createdAtUtc: new Date(Date.now() - sentMsAgo).toISOString(),
      })
      await fetch(receiver.url ?? '', { method, body, headers: { 'content-type': 'application/json' } })
    },
    open: async (): Promise<void> => {
      await page.goto(serve.ui)
      await expectPage(page.getByRole('navigation').first()).toBeVisible()
    },
  }
}
