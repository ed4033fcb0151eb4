import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { axeProblems, contrastProblems } from './axeProblems.ts'
import { expectPage } from './expectPage.ts'
import { isThorough } from './thorough.ts'

/**
 * Axe finds nothing on the view, in the light theme and in the dark one, once nothing on it is being worked out any more:
 * what is out of date is dimmed until then. In `npm test` axe looks at every screen once (see test/e2e/screens), and in
 * `npm run test:full` also at what the other tests come by, because that takes a second each time.
 * @param part a selector; only what lies inside is looked at
 */
export async function expectNothingInTheWay(page: Page, part?: string): Promise<void> {
  await expectPage(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const dark = isThorough ? await inTheme(page, 'dark', async () => contrastProblems(page, part)) : []
  const light = await inTheme(page, 'light', async () => (isThorough ? axeProblems(page, part) : []))
  expect({ light, dark }).toEqual({ light: [], dark: [] })
}

async function inTheme<T>(page: Page, colorScheme: 'light' | 'dark', look: () => Promise<T>): Promise<T> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return look()
}
