import type { Browser, Page } from '@playwright/test'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryPage } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

const { page, serve, list, rows, field, ids, send, open, expectToSay } = inboxRig()

// A call about a delivery may be answered after its deletion.
beforeEach(() => expectToSay(/status of 404/))

const bar = () => page().getByRole('region', { name: 'Deleted deliveries' })
const undo = () => bar().getByRole('button', { name: /^Undo \(\d+ s\)$/ })

async function sendAll(...types: string[]): Promise<void> {
  for (const resourceType of types) await send({ resourceType })
}

function browserOf(one: Page): Browser {
  const browser = one.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  return browser
}

describe('deleting', () => {
  it('takes a row with its context menu or a key, and brings it back where it was', async () => {
    await sendAll('Payment', 'Wallet', 'Identity')
    await open()
    await expectPage(rows()).toHaveCount(3)
    await rows().nth(1).click({ button: 'right' })
    await page()
      .getByRole('menuitem', { name: /^Delete/ })
      .click()
    await expectPage(rows()).toHaveCount(2)
    await expectPage(bar()).toContainText('1 delivery deleted.')
    expect(await ids()).toHaveLength(2)
    await undo().click()
    await expectPage(rows()).toHaveCount(3)
    await expectPage(rows().nth(1)).toContainText('Wallet')
    await expectPage(bar()).toHaveCount(0)

    await rows().nth(1).click()
    await list().focus()
    await page().keyboard.press('Delete')
    await expectPage(rows()).toHaveCount(2)
    // The next older one is shown in its place.
    await expectPage(rows().nth(1)).toHaveAttribute('aria-selected', 'true')
    await undo().click()
    await expectPage(rows()).toHaveCount(3)
    await page().getByRole('button', { name: 'Delete this delivery (Delete)' }).click()
    await expectPage(rows()).toHaveCount(2)
  })

  it('takes a selection and leaves what is pinned', { tags: 'full' }, async () => {
    await sendAll('Payment', 'Wallet', 'Identity')
    const [pinned = ''] = (await serve().call<DeliveryPage>('GET', '/deliveries')).items.map(({ id }) => id)
    await serve().call('PATCH', `/deliveries/${pinned}/annotation`, { pinned: true })
    await open()
    await expectPage(rows()).toHaveCount(3)
    await list().focus()
    await page().keyboard.press('ControlOrMeta+a')
    await page()
      .getByRole('region', { name: 'Selected deliveries' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await expectPage(bar()).toContainText('2 deliveries deleted. 1 pinned kept.')
    await expectPage(rows()).toHaveCount(1)
    await expectPage(rows().first()).toContainText('Identity')
  })

  it(
    'takes all that match the filter, after a question, and a second page sees it go and come back',
    { tags: 'full' },
    async () => {
      await sendAll('Payment', 'Wallet', 'Payment')
      await open()
      const other = await browserOf(page()).newPage()
      await other.goto(serve().ui)
      const otherRows = other.getByRole('tree', { name: 'Deliveries, newest first' }).getByRole('treeitem')
      await expectPage(otherRows).toHaveCount(3)
      await field().fill('type:payment ')
      await expectPage(rows()).toHaveCount(2)
      await list().focus()
      await page().keyboard.press('Control+k')
      await expectPage(page().getByRole('combobox', { name: 'Find a command' })).toBeFocused()
      await page().keyboard.type('Delete all that match')
      await expectPage(page().getByRole('option', { name: 'Delete all that match the filter' })).toBeVisible()
      await page().keyboard.press('Enter')
      const question = page().getByRole('alertdialog', { name: 'Delete all that match?' })
      await expectPage(question).toContainText('type:payment')
      await question.getByRole('button', { name: 'Delete' }).click()
      await expectPage(bar()).toContainText('2 deliveries deleted.')
      await expectPage(rows()).toHaveCount(0)
      await expectPage(otherRows).toHaveCount(1)
      await undo().click()
      await expectPage(rows()).toHaveCount(2)
      await expectPage(otherRows).toHaveCount(3)
      await other.close()
    },
  )
})
