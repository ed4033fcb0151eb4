import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { axeProblems, contrastProblems } from './axeProblems.ts'
import { expectPage } from './expectPage.ts'

/**
 * Axe finds nothing on the view, in the light theme and in the dark one, once nothing on it is being worked out any more:
 * what is out of date is dimmed until then.
 * @param part a selector; only what lies inside is looked at
 */
export async function expectNothingInTheWay(page: Page, part?: string): Promise<void> {
  await expectPage(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await contrastProblems(page, part)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axeProblems(page, part)
  expect({ light, dark }).toEqual({ light: [], dark: [] })
}
