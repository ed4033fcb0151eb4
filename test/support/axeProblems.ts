import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on the page as it stands, one line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  return linesOf(new AxeBuilder({ page }))
}

/** Text that does not stand out enough from its ground. */
export async function contrastProblems(page: Page): Promise<string[]> {
  return linesOf(new AxeBuilder({ page }).withRules(['color-contrast']))
}

async function linesOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
