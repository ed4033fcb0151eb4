import type { Page } from '@playwright/test'

/** Opens a place by its address and waits until it stands: `objects`, or `inbox/12/body?filter=...`. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((path) => {
    location.hash = `/${path}`
  }, place)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
}
