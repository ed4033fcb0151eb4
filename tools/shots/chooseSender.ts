import type { Page } from '@playwright/test'

/** Chooses who signs the deliveries of the environment that Access shows, as a person does: by typing its name. */
export async function chooseSender(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Sender', exact: true }).fill(name)
  await page.getByRole('listbox', { name: 'Sender', exact: true }).getByRole('option', { name }).first().click()
}
