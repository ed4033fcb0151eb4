import type { Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../../src/host/shells/types.ts'
import { shortReceiverKey } from '../../../src/shared/receiverKey.ts'

/** Puts an environment in use and waits until the page knows: it leaves the delivery that was open before then. */
export async function activate(page: Page, host: Host, id: string): Promise<void> {
  await createRouterClient(host.router, { context: {} }).environments.activate({ id })
  const { url } = (await host.status()).receiver
  if (url === null) return
  await page.locator(`[data-part="chip-url"][title="${shortReceiverKey(url)}"]`).waitFor({ state: 'attached' })
}
