import type { Page } from '@playwright/test'

/** Counts the presses of a mouse button from now on. Resolves with a function that answers how many there were. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['clicks'] = '0'
    const count = () => {
      dataset['clicks'] = String(Number(dataset['clicks']) + 1)
    }
    document.addEventListener('pointerdown', count, true)
  })
  return async () => Number(await page.evaluate(() => document.documentElement.dataset['clicks']))
}
