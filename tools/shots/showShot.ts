import type { Page } from '@playwright/test'
import type { Shot, Stage } from './types.ts'

/** What turns while something is waited for, and is no part of the picture. */
const waits = '.loading .spinner, .button .spinner, .list-end .spinner, .delivery-shown[aria-busy="true"]'

/** Opens the page anew, brings it to a row of the table, and waits until all of it is drawn. */
export async function showShot(page: Page, stage: Stage, shot: Shot): Promise<void> {
  await forgetDrafts(page)
  await page.goto('about:blank')
  await page.goto(stage.uiUrl)
  await page.getByRole('navigation').waitFor()
  await shot.reach(page)
  await ofEnvironmentInUse(page, stage)
  await page.getByText('Searching for the cause').waitFor({ state: 'detached' })
  // Where the connection is lost a wait may go on, and is what there is to see.
  await page
    .waitForFunction((selector) => document.querySelector(selector) === null, waits, waitAtMost)
    .catch(() => null)
  await drawn(page)
}

const waitAtMost = { timeout: 5000 }

/** What was typed for the row before outlives a reload. */
async function forgetDrafts(page: Page): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
}

/** A row may just have put another environment in use: the top bar is to name its receiver. */
async function ofEnvironmentInUse(page: Page, stage: Stage): Promise<void> {
  const isOwnPage = new URL(page.url()).origin === new URL(stage.uiUrl).origin
  // A room sees no key at all.
  if (!isOwnPage || page.url().includes('present=1')) return
  const chips = page.getByRole('banner').locator('.chip-url')
  const shown = await stage.receiver()
  if (shown !== null && (await chips.count()) > 0) {
    await page.locator(`.chip-url[title="${shown}"]`).waitFor({ state: 'attached' })
  }
}

/** What a change of state still has to draw is drawn after two frames, and when the fonts are there. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
