import type { Locator } from '@playwright/test'

/** Chooses an option of a select. @param name of the option, whole; or a part of it as a pattern */
export async function chooseOption(select: Locator, name: string | RegExp): Promise<void> {
  await select.click()
  const option = select.page().getByRole('option', { name, exact: true }).first()
  await option.click()
  await option.waitFor({ state: 'detached' })
}
