import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

/** Each step of the scripted demo as a room sees it, and an ordinary screen while presenting. */
export async function presentationShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  const { steps } = await client.sandbox.demoScript.get()
  const [first] = steps
  return [
    ...steps.map(({ id }) =>
      shot(`present-${id}`, 'presentation', 'full', async (page) => {
        // Each size starts from the beginning, so that both show the same.
        if (id === first?.id) await client.sandbox.demoScript.reset({ removeOthers: true })
        await client.sandbox.demoScript.go({ step: id })
        await page.evaluate(() => {
          location.hash = '/presentation?present=1'
        })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('[data-part="stage-exhibit"] > :not([data-part="loading"])').first().waitFor()
      }),
    ),
    shot('present-inbox', 'inbox', 'full', async (page) => {
      await client.sandbox.demoScript.go({ step: 'summary' })
      await page.evaluate(() => {
        location.hash = '/inbox?present=1'
      })
      await page.getByRole('tab', { name: 'Overview' }).waitFor()
    }),
  ]
}
