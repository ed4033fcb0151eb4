import { type Locator, type Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { type OpenShell, shells } from './shells.ts'
import { axeProblems } from '../support/axeProblems.ts'
import { expectPage } from '../support/expectPage.ts'
import { goToSection } from '../support/goToSection.ts'

describe.each(shells)('$name', (shell) => {
  describe.skipIf(shell.missing !== null)(
    shell.missing === null ? 'on a fresh data folder' : `is skipped: ${shell.missing}`,
    // The parts of the stand-in for the desktop have tests of their own.
    { tags: shell.isStandIn ? ['full'] : [] },
    () => {
      let folder: ReturnType<typeof scratchFolder>
      let open: OpenShell
      let page: Page

      beforeEach(async () => {
        folder = scratchFolder()
        open = await shell.open(folder.path)
        page = open.page
      })
      afterEach(async () => {
        await open.stop()
        folder.remove()
      })

      it(
        'leads on after the demo: to a forgery with its reason, and to an environment for another sender',
        { tags: 'full' },
        async () => {
          await page.getByRole('button', { name: 'Run the demo' }).click()
          // The demo ends by opening its delivery.
          await expectPage(page).toHaveURL(/#\/inbox\/\d+/)
          await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
          const next = page.getByRole('region', { name: 'What next?' })
          await next.getByRole('button', { name: 'Forge one' }).click()
          await expectPage(row(page, 0).getByRole('img', { name: 'Invalid' })).toBeVisible()
          await expectPage(row(page, 0)).toHaveAttribute('aria-selected', 'true')
          // A row that slides in is pale until it is there.
          await expect.poll(async () => axeProblems(page)).toEqual([])

          await next.getByRole('button', { name: 'Connect your service' }).click()
          const dialog = page.getByRole('dialog', { name: 'New environment' })
          await expectPage(dialog.getByRole('option', { name: 'The service', selected: true })).toBeVisible()
          await dialog.getByRole('button', { name: 'Cancel' }).click()
          await next.getByRole('button', { name: 'Connect Stripe, GitHub, …' }).click()
          await expectPage(dialog.getByRole('option', { name: 'Stripe', selected: true })).toBeVisible()
          await dialog.getByRole('button', { name: 'Create' }).click()
          await expectPage(page.getByRole('heading', { name: 'Setup', level: 1 })).toBeVisible()
          // With an own environment the cards are gone.
          await goToSection(page, 'Deliveries')
          await expectPage(next).toHaveCount(0)
        },
      )

      it('does the main job: demo, form, live rows, verdicts, objects, disable, reload', async () => {
        await page.getByRole('button', { name: 'Run the demo' }).click()
        await expectPage(rows(page)).toHaveCount(1)
        await expectPage(row(page, 0)).toContainText('Payment')
        await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
        await expectPage(page.getByText('The signature is right')).toBeVisible()

        await goToSection(page, 'Webhook')
        await page.getByRole('button', { name: 'Generate' }).click()
        await page.getByRole('checkbox', { name: 'nft' }).uncheck()
        await expectPage(page.getByRole('switch', { name: 'Enabled' })).toBeChecked()
        await page.getByRole('button', { name: 'Apply', exact: true }).click()
        await expectPage(page.getByText(/Last applied .*answered 200/)).toBeVisible()
        await expectPage(configChip(page)).toContainText('9 of 10 types')

        await create(page, 'Create Identity')
        await goToSection(page, 'Deliveries')
        await expectPage(rows(page)).toHaveCount(2)
        await expectPage(row(page, 0)).toContainText('Identity')
        await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
        await row(page, 0).click()
        await page.getByRole('tab', { name: 'Object' }).click()
        await expectPage(page.getByRole('tabpanel')).toContainText('/api/trust/v1/identities/')
        await expectPage(page.getByRole('region', { name: 'Answer' })).toContainText('"id"')

        await create(page, 'Send wrong signature')
        await goToSection(page, 'Deliveries')
        await expectPage(rows(page)).toHaveCount(3)
        await expectPage(row(page, 0).getByRole('img', { name: 'Invalid' })).toBeVisible()
        await row(page, 0).click()
        await page.getByRole('tab', { name: 'Signature' }).click()
        await expectPage(page.getByRole('tabpanel')).toContainText('Invalid signature')

        await applyEnabled(page, false)
        await create(page, 'Create Payment')
        await applyEnabled(page, true)
        await create(page, 'Create Wallet')
        await goToSection(page, 'Deliveries')
        await expectPage(row(page, 0)).toContainText('Wallet')
        await expectPage(rows(page)).toHaveCount(4)

        const before = await texts(page)
        await page.reload()
        await expectPage(rows(page)).toHaveCount(4)
        expect(await texts(page)).toEqual(before)
        expect(open.problems).toEqual([])
      })
    },
  )
})

function rows(page: Page): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}

function row(page: Page, index: number): Locator {
  return rows(page).nth(index)
}

/** Texts of the rows, newest first, once each valid one has its object. */
async function texts(page: Page): Promise<string[]> {
  await expectPage(rows(page).filter({ hasText: 'Follow-up done' })).toHaveCount(3)
  return rows(page).allInnerTexts()
}

/** Presses a button of the sandbox panel and waits until the panel says that it was done. */
async function create(page: Page, button: string): Promise<void> {
  await goToSection(page, 'Sandbox')
  await page.getByRole('button', { name: button, exact: true }).click()
  await expectPage(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
}

async function applyEnabled(page: Page, enabled: boolean): Promise<void> {
  await goToSection(page, 'Webhook')
  await page.getByRole('switch', { name: 'Enabled' }).setChecked(enabled)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expectPage(configChip(page)).toContainText(enabled ? '9 of 10 types' : 'disabled')
}

/** The chip in the top bar that tells what was applied last. */
function configChip(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Webhooks/ })
}
