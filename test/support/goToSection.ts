import type { Page } from '@playwright/test'
import { places } from '../../src/renderer/commands/screens.ts'

/** Clicks to a section as a user does: its place in the rail, then its tab. @param label of the tab, or of a place without tabs */
export async function goToSection(page: Page, label: string): Promise<void> {
  const place = places.find(({ sections }) => sections.some((section) => section.label === label))
  if (place === undefined) throw new Error(`no section ${label}`)
  // A count may follow the name of a place.
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: new RegExp(`^${place.label}`) })
    .click()
  if (place.sections.length === 1) return
  await page
    .getByRole('navigation', { name: `Sections of ${place.label}` })
    .getByRole('link', { name: label, exact: true })
    .click()
}
