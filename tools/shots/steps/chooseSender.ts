import type { Page } from '@playwright/test'

/** Chooses the sender of the environment, as a user does: by typing its name. */
export async function chooseSender(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Sender', exact: true }).fill(name)
  await page.getByRole('listbox', { name: 'Sender', exact: true }).getByRole('option', { name }).first().click()
}
