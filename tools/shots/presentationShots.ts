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
          sessionStorage.removeItem('hookscope.stage.left')
          location.hash = '/presentation?present=1'
        })
        const stage = page.locator('[data-part="stage"]')
        await stage.waitFor()
        // The stage shows the picture that the run has come to, which is the one before.
        await page.keyboard.press(at === 0 ? 'r' : 'ArrowRight')
        await page.getByRole('region', { name: `Step ${at + 1} of ${pictures}`, exact: true }).waitFor()
        await stage
          .locator('[data-part="stage-exhibit"] li:is([data-state="open"], [data-state="running"])')
          .first()
          .waitFor({ state: 'detached' })
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
