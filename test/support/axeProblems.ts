import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expectPage } from './expectPage.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Findings of axe on the current page, one line each, once nothing on it is busy: what is out of date is dimmed until then.
 * @param part a selector; only what lies inside is looked at
 */
export async function axeProblems(page: Page, part?: string): Promise<string[]> {
  return linesOf(page, part, {})
}

/** The same without some parts of the page, and without contrast, which takes as long as half of all rules: for those who look often. */
export async function axeProblemsBeside(
  page: Page,
  { without, withContrast }: { without: readonly string[]; withContrast: boolean },
): Promise<string[]> {
  return linesOf(page, undefined, withContrast ? {} : { rules: { 'color-contrast': { enabled: false } } }, without)
}

/** Text that does not stand out enough from its ground: the one rule whose answer depends on the theme. */
export async function contrastProblems(page: Page, part?: string): Promise<string[]> {
  return linesOf(page, part, { runOnly: ['color-contrast'] })
}

async function linesOf(
  page: Page,
  part: string | undefined,
  rules: axe.RunOptions,
  without: readonly string[] = [],
): Promise<string[]> {
  await expectPage(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // A page keeps it until it is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([selector, options, others]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe }
      // The guards at both ends of a popup are hidden and take the focus, to hand it on at once.
      const exclude = ['[data-base-ui-focus-guard]', ...others]
      const { violations } = await loaded.run({ include: [selector ?? 'html'], exclude }, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    [part, { ...rules, ...lean }, without] as const,
  )
}

/** Passed rules are not needed, and describing them costs more than finding violations. The page has no frames. */
const lean: axe.RunOptions = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }
