import type { Page } from '@playwright/test'
import type { Shot, Stage } from './types.ts'

/** Opens the page anew, brings it to a row of the table, and waits until all of it is drawn. */
export async function showShot(page: Page, stage: Stage, shot: Shot): Promise<void> {
  await page.goto('about:blank')
  await page.goto(stage.uiUrl)
  await page.getByRole('navigation').waitFor()
  await shot.reach(page)
  await page.getByText('Searching for the cause').waitFor({ state: 'detached' })
  await drawn(page)
}

/** What a change of state still has to draw is drawn after two frames, and when the fonts are there. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
