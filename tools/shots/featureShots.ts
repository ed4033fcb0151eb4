import { createRouterClient } from '@orpc/server'
import type { Page } from '@playwright/test'
import type { Host } from '../../src/host/shells/types.ts'
import { fillWithData } from '../fillWithData.ts'
import { goTo } from './steps/goTo.ts'
import { openDelivery } from './steps/openDelivery.ts'
import { openRow } from './steps/openRow.ts'
import { postBodies } from './steps/postBodies.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

/** Parts that open over a screen or next to a list: palette, keys, menus, forms, two deliveries compared, views of a body. */
export async function featureShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  await fillWithData(host, 12)
  const { items } = await client.deliveries.list({ limit: 50 })
  const updates = items.filter(({ action }) => action === 'update')
  const [one = '1', other = '2'] = updates.map(({ id }) => id)
  await client.deliveries.annotate({
    id: one,
    pinned: true,
    note: 'Seen with the customer on the phone; she has the log.',
  })
  await client.savedFilters.create({ name: 'What failed today', filter: 'verdict:invalid|unsigned after:1d' })
  await client.savedFilters.create({ name: 'Payments that were updated', filter: 'type:Payment action:update' })
  const bodies = await postBodies(host)

  const open = async (page: Page, id: string, tab = 'overview') => openDelivery(page, id, tab)
  const press = (id: string, key: string, role: 'dialog' | 'menu') => async (page: Page) => {
    await open(page, id)
    await page.keyboard.press(key)
    await page.getByRole(role).first().waitFor()
  }
  const menu = (name: string) => async (page: Page) => {
    await open(page, one)
    await page.getByRole('button', { name }).click()
    await page.getByRole('menu').waitFor()
  }
  const body = (name: keyof typeof bodies, view: string) =>
    shot(`body-${name}-${view.toLowerCase()}`, 'inbox', 'full', async (page) => {
      await open(page, bodies[name], 'body')
      await page.getByRole('group', { name: 'View of the body' }).getByRole('button', { name: view }).click()
      if (view === 'Raw' || view === 'Hex') await page.locator('[data-part="virtual-rows"] > * > *').first().waitFor()
    })
  return [
    shot('key-help', 'inbox', 'typical', press(one, '?', 'dialog')),
    shot('palette', 'inbox', 'typical', press(one, 'ControlOrMeta+k', 'dialog')),
    shot('palette-typed', 'inbox', 'typical', async (page) => {
      await press(one, 'ControlOrMeta+k', 'dialog')(page)
      await page.keyboard.type('copy')
      await page.getByRole('option', { name: /cURL/ }).first().waitFor()
    }),
    shot('compare', 'inbox', 'full', async (page) => {
      await goTo(page, `inbox?compare=${one},${other}`)
      await page.getByRole('table', { name: 'Headers' }).waitFor()
    }),
    shot('replay', 'inbox', 'full', press(one, 'r', 'dialog')),
    shot('context-menu', 'inbox', 'typical', async (page) => {
      await open(page, one)
      const list = page.getByRole('tree', { name: 'Deliveries, newest first' })
      await list.getByRole('treeitem', { selected: true }).click({ button: 'right', position: { x: 60, y: 8 } })
      await page.getByRole('menuitem', { name: 'Filter by' }).hover()
      await page.getByRole('menuitem', { name: 'verdict:valid' }).waitFor()
    }),
    shot('list-thread', 'inbox', 'full', async (page) => {
      await goTo(page, 'inbox')
      await page
        .getByTitle(/^Show the deliveries of this thread/)
        .first()
        .click()
      await page.getByRole('treeitem', { level: 2 }).first().waitFor()
    }),
    shot('list-selection', 'inbox', 'full', async (page) => {
      await goTo(page, 'inbox')
      await page.getByRole('tree', { name: 'Deliveries, newest first' }).press('ControlOrMeta+a')
      await page.getByRole('button', { name: 'Pin', exact: true }).waitFor()
    }),
    shot('list-replay-all', 'inbox', 'full', async (page) => {
      await goTo(page, 'inbox')
      await page.getByRole('tree', { name: 'Deliveries, newest first' }).press('ControlOrMeta+a')
      await page.getByRole('button', { name: 'Replay in order' }).click()
      await page.getByRole('dialog').waitFor()
    }),
    shot('list-view', 'inbox', 'full', async (page) => {
      await goTo(page, 'inbox')
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('menu').waitFor()
    }),
    shot('list-search', 'inbox', 'full', async (page) => {
      await goTo(page, 'inbox?filter=update')
      await page.getByRole('tree', { name: 'Deliveries, newest first' }).locator('mark').first().waitFor()
    }),
    shot('copy-menu', 'inbox', 'full', menu('Copy as …')),
    shot('hand-over-menu', 'inbox', 'full', menu('Hand over …')),
    shot('note', 'inbox', 'full', async (page) => {
      await open(page, one)
      await page.getByRole('button', { name: /^Note: / }).click()
      await page.getByRole('textbox', { name: 'Note' }).waitFor()
    }),
    shot('body-empty', 'inbox', 'empty', async (page) => open(page, bodies.none, 'body')),
    shot('object-none', 'inbox', 'empty', async (page) => open(page, bodies.none, 'object')),
    shot('attempts-none', 'inbox', 'empty', async (page) => open(page, bodies.none, 'attempts')),
    shot('saved-filters', 'inbox', 'full', async (page) => {
      await openRow(page, 'type:Payment', 'Overview')
      await page.getByRole('button', { name: 'Saved filters' }).click()
      await page.getByText('What failed today').first().waitFor()
    }),
    shot('filter-completion', 'inbox', 'full', async (page) => {
      await open(page, one)
      await page.keyboard.press('/')
      await page.keyboard.type('-verdict:')
      await page
        .getByRole('option', { name: /invalid/ })
        .first()
        .waitFor()
    }),
    body('json', 'Tree'),
    body('json', 'Pretty'),
    body('json', 'Raw'),
    body('json', 'Hex'),
    body('binary', 'Hex'),
    body('form', 'Parts'),
    body('xml', 'Pretty'),
  ]
}
