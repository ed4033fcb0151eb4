import type { Page } from '@playwright/test'

/** Scrolls so far that a section of the screen stands at its top. */
export async function scrollTo(page: Page, region: string): Promise<void> {
  await page
    .getByRole('region', { name: region, exact: true })
    .first()
    .evaluate((element) => element.scrollIntoView())
}
