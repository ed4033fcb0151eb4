import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import type { SandboxState } from '../../../src/shared/wireTypes.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const browser = sharedBrowser()
const serve = sharedServe()

async function openSandbox(): Promise<Page> {
  const page = await browser().newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(serve().ui)
  await expectPage(page.getByRole('main')).toBeVisible()
  await page.evaluate(() => {
    location.hash = '#/sandbox'
  })
  return page
}

it("the sandbox's clock jumps, freezes and returns, and the top bar marks it on every screen meanwhile", async () => {
  const page = await openSandbox()
  const clock = page.getByRole('region', { name: 'Clock' })
  await expectPage(clock).toContainText('the real time')
  const mark = page.locator('[data-part="chip-clock"]')
  await expectPage(mark).toHaveCount(0)
  await expectPage(clock.getByRole('button', { name: 'Back to real time' })).toHaveCount(0)

  await clock.getByRole('button', { name: 'Jump +30 days' }).press('Enter')
  await expectPage(clock).toContainText('30 days ahead of the real time')
  await expectPage(mark).toContainText('+30 d')
  await page.getByRole('button', { name: 'Create Payment' }).click()
  const objects = page.getByRole('table', { name: 'Objects' })
  await expectPage(objects).toContainText(/just now|\d s ago/)
  expect(await axeProblems(page)).toEqual([])

  await clock.getByLabel('Jump by or to').fill('next week')
  await clock.getByRole('button', { name: 'Set' }).click()
  await expectPage(clock).toContainText('The clock takes a jump such as +30d')
  await clock.getByLabel('Jump by or to').fill('-29d')
  await clock.getByLabel('Jump by or to').press('Enter')
  await expectPage(mark).toContainText('+24 h')
  await clock.getByRole('button', { name: 'Freeze' }).click()
  await expectPage(mark).toContainText('frozen')

  await page.setViewportSize({ width: 800, height: 700 })
  await page.evaluate(() => {
    location.hash = '#/inbox'
  })
  await expectPage(page.getByRole('heading', { name: 'Clock' })).toHaveCount(0)
  await mark.click()
  await expectPage(clock.getByRole('button', { name: 'Run on' })).toBeInViewport()
  await clock.getByRole('button', { name: 'Back to real time' }).click()
  await expectPage(mark).toHaveCount(0)
  const { clock: ended } = await serve().call<SandboxState>('GET', '/sandbox')
  expect(ended).toMatchObject({ aheadMs: 0, frozen: false })
  await page.context().close()
})

it('how the sandbox sends is saved, says so, and follows what others change', async () => {
  const page = await openSandbox()
  const sending = page.getByRole('region', { name: 'Sending' })
  const delay = sending.getByLabel('Delay in seconds')
  await delay.fill('0.25')
  await sending.getByRole('button', { name: 'Save' }).click()
  await expectPage(sending.getByText('Saved.')).toBeVisible()
  const { settings } = await serve().call<SandboxState>('GET', '/sandbox')
  expect(settings.delayMs).toBe(250)
  await serve().call('PATCH', '/sandbox/settings', { delayMs: 0 })
  await expectPage(delay).toHaveValue('0')
  await expectPage(sending.getByText('Saved.')).toBeVisible()
  await page.context().close()
})
