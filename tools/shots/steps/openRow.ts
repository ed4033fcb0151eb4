import type { Page } from '@playwright/test'

/**
 * Opens the newest delivery that a filter finds, on a tab.
 * @param shownFilter the filter that stands in the picture; the same one when absent
 */
export async function openRow(page: Page, filter: string, tab: string, shownFilter = filter): Promise<void> {
  await setFilter(page, filter)
  const row = page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').first()
  const id = /\d+$/.exec((await row.getAttribute('id')) ?? '')?.[0] ?? ''
  await row.click()
  await page.getByText(new RegExp(`delivery ${id}$`)).waitFor()
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel', { name: tab }).waitFor()
  if (shownFilter !== filter) await setFilter(page, shownFilter)
}

/** The filter is part of the address, as in a bookmark. */
export async function setFilter(page: Page, filter: string): Promise<void> {
  await page.evaluate((text) => {
    const [path] = location.hash === '' ? ['#/inbox'] : location.hash.split('?')
    location.hash = text === '' ? (path ?? '') : `${path}?${new URLSearchParams({ filter: text }).toString()}`
  }, filter)
  await page
    .getByText(filter === '' ? /deliveries$/ : /match(?:es)? this filter$/)
    .first()
    .waitFor({ state: 'attached' })
}
