import type { Page } from '@playwright/test'
import { goTo } from './goTo.ts'

/** Opens a delivery on one of its tabs, and waits until it is this one that is shown. */
export async function openDelivery(page: Page, id: string, tab: string): Promise<void> {
  await goTo(page, `inbox/${id}/${tab}`)
  await shownDelivery(page, id)
}

/** The pane shows this delivery, not the one before. */
export async function shownDelivery(page: Page, id: string): Promise<void> {
  await page
    .getByText(new RegExp(`delivery ${id}$`))
    .first()
    .waitFor()
}
