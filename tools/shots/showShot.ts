import type { Page } from '@playwright/test'
import type { Shot, Stage } from './types.ts'

/** Elements that turn during a wait, and are not part of the picture. */
const waits =
  '[data-part="loading"] [data-part="spinner"], [data-part="button"] [data-part="spinner"], [data-part="list-end"] [data-part="spinner"], [data-part="delivery-shown"][aria-busy="true"]'

/**
 * Brings the page to a row of the table, and waits until all of it is drawn.
 * @param before the row that the page shows; when absent, or when it left more than its place, the page is loaded again
 */
export async function showShot(page: Page, stage: Stage, shot: Shot, before?: Shot): Promise<void> {
  if (before?.isPlace !== true || shot.isPlace !== true) {
    await openAgain(page, stage.uiUrl)
    await page.getByRole('navigation', { name: 'Places' }).waitFor()
  }
  await shot.reach(page)
  await ofEnvironmentInUse(page, stage)
  await page.getByText('Searching for the cause').waitFor({ state: 'detached' })
  await page.waitForFunction(hasCome, waits, waitAtMost).catch(() => null)
  await drawn(page)
}

const waitAtMost = { timeout: 5000 }

/** Where the connection is lost a wait goes on, and is what there is to see. Runs in the page. */
function hasCome(waitsFor: string): boolean {
  return document.querySelector(waitsFor) === null || document.body.innerText.includes('Connection to Hookscope lost')
}

/** Opens the page as in a new tab. Where it was open before its process goes on, which halves the work of a row. */
async function openAgain(page: Page, url: string): Promise<void> {
  if (!page.url().startsWith(new URL(url).origin)) return void (await page.goto(url))
  // Text typed for the row before outlives a reload.
  await page.evaluate((address) => {
    sessionStorage.clear()
    history.replaceState(null, '', address)
  }, url)
  await page.reload()
}

/** A row may just have put another environment in use: the top bar is to name its receiver. */
async function ofEnvironmentInUse(page: Page, stage: Stage): Promise<void> {
  const isOwnPage = new URL(page.url()).origin === new URL(stage.uiUrl).origin
  // A room sees no key at all.
  if (!isOwnPage || page.url().includes('present=1')) return
  const chips = page.getByRole('banner').locator('[data-part="chip-url"]')
  const shown = await stage.receiver()
  if (shown !== null && (await chips.count()) > 0) {
    await page.locator(`[data-part="chip-url"][title="${shown}"]`).waitFor({ state: 'attached' })
  }
}

/** Waits for two frames and the fonts, so that a change of state is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
