import type { Locator, Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

/** Title, six captions, result. */
const pictures = 8

/** Each picture of the demo as a room sees it, and an ordinary screen while presenting. */
export async function presentationShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  const isLive = ({ state }: { state: string }) => state === 'running' || state === 'paused'
  /** Each size starts from the beginning, so that both show the same. */
  const begin = async () => {
    for (const { run } of (await client.scenarios.runs.list()).items.filter(isLive))
      await client.scenarios.runs.cancel({ run })
  }
  return Promise.resolve([
    ...Array.from({ length: pictures }, (_, at) =>
      shot(`present-${at + 1}`, 'presentation', 'full', async (page) => {
        if (at === 0) await begin()
        await page.evaluate(() => {
          location.hash = '/presentation?present=1'
        })
        const stage = page.locator('[data-part="stage"]')
        await stage.waitFor()
        if (at === 0) await page.keyboard.press('r')
        // It goes on where it was, or begins again where its run has ended.
        for (let shown = await shownPicture(stage); shown < at + 1; shown += 1) {
          await settled(page)
          await page.keyboard.press('ArrowRight')
          await picture(page, shown + 1).waitFor()
        }
        await picture(page, at + 1).waitFor()
        await settled(page)
        await page.locator('[data-part="stage-exhibit"] > :not([data-part="loading"])').first().waitFor()
      }),
    ),
    shot('present-inbox', 'inbox', 'full', async (page) => {
      await page.evaluate(() => {
        location.hash = '/inbox?present=1'
      })
      await page.getByRole('tab', { name: 'Overview' }).waitFor()
    }),
  ])
}

function picture(page: Page, number: number): Locator {
  return page.getByRole('region', { name: `Step ${number} of ${pictures}`, exact: true })
}

async function shownPicture(stage: Locator): Promise<number> {
  const name = (await stage.getAttribute('aria-label')) ?? ''
  return Number(/^Step (\d+)/.exec(name)?.[1])
}

/** While the steps of a picture run, keys do not lead to the next one. */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-part="stage-frame"] button[aria-busy="true"]').waitFor({ state: 'detached' })
}
