import type { Locator, Page } from '@playwright/test'
import { afterEach, beforeEach } from 'vitest'
import type { DeliveryPage, Environment, Status } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

interface Sent {
  id?: string
  resourceId?: string
  resourceType?: string
  action?: string
  sentMsAgo?: number
  method?: string
}

/**
 * Gives each test of a file an environment with an empty inbox, and a page; and fails a test whose page told of problems.
 * The server behind them is one for the file.
 */
export function inboxRig() {
  let page: Page
  let problems: string[]
  let expected: RegExp | null
  // The last that is done after a test, so that one whose page told of problems leaves nothing to the next one.
  afterEach(() => {
    if (problems.length > 0) throw new Error(`The page told of problems: ${problems.join('; ')}`)
  })
  const browser = sharedBrowser()
  const serve = sharedServe()

  beforeEach(async () => {
    const { id } = await serve().call<Environment>('POST', '/environments', { name: 'Inbox' })
    await serve().call('POST', `/environments/${id}/activate`)
    page = await browser().newPage({ viewport: { width: 1280, height: 800 } })
    problems = []
    expected = null
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && expected?.test(message.text()) !== true) problems.push(message.text())
    })
  })
  // Before what the shared parts clear away, because a page may speak of that.
  afterEach(async () => {
    await page.close()
  })

  const list = () => page.getByRole('tree', { name: 'Deliveries, newest first' })
  return {
    page: () => page,
    /** Allows messages in the page's console in this test. */
    expectToSay: (text: RegExp) => {
      expected = text
    },
    serve,
    list,
    rows: () => list().getByRole('treeitem'),
    field: () => page.getByRole('combobox', { name: 'Filter deliveries' }),
    hasMark: async (row: Locator, name: RegExp) => expectPage(row.getByRole('img', { name })).toBeVisible(),
    /** The ids of the deliveries that have come, the newest first. */
    ids: async (): Promise<string[]> =>
      (await serve().call<DeliveryPage>('GET', '/deliveries')).items.map(({ id }) => id),
    /** Sends a notification to the active environment by hand; it is not signed. */
    send: async ({
      id,
      resourceId = crypto.randomUUID(),
      resourceType = 'Payment',
      action = 'create',
      sentMsAgo = 0,
      method = 'POST',
    }: Sent = {}): Promise<void> => {
      const { receiver } = await serve().call<Status>('GET', '/status')
      const body = JSON.stringify({
        id: id ?? crypto.randomUUID(),
        resourceId,
        resourceType,
        action,
        createdAtUtc: new Date(Date.now() - sentMsAgo).toISOString(),
      })
      await fetch(receiver.url ?? '', { method, body, headers: { 'content-type': 'application/json' } })
    },
    /** Sends many similar deliveries at once. */
    sendMany: async (count: number): Promise<void> => {
      const { receiver } = await serve().call<Status>('GET', '/status')
      const headers = { 'content-type': 'application/json' }
      const createdAtUtc = new Date().toISOString()
      await Promise.all(
        Array.from({ length: count }, async () => {
          const facts = { id: crypto.randomUUID(), resourceId: crypto.randomUUID(), resourceType: 'Payment' }
          const body = JSON.stringify({ ...facts, action: 'create', createdAtUtc })
          return fetch(receiver.url ?? '', { method: 'POST', body, headers })
        }),
      )
    },
    open: async (): Promise<void> => {
      await page.goto(serve().ui)
      await expectPage(page.getByRole('navigation').first()).toBeVisible()
    },
  }
}
