import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { axeProblems } from './axeProblems.ts'

/** Axe finds nothing on the view as it is, in both themes. */
export async function expectNothingInTheWay(page: Page): Promise<void> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    found.push(...(await axeProblems(page)).map((problem) => `${theme}: ${problem}`))
  }
  expect(found).toEqual([])
}
