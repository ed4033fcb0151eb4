import type { Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { startTunnelServer } from '../../test/tunnel/startTunnelServer.ts'
import { untilHolds } from '../untilHolds.ts'
import { shot } from './shot.ts'
import type { PartOfStage } from './types.ts'

/** The tunnel's screen in its states, against a localtunnel server on loopback that is frozen and thawed. */
export async function tunnelShots(host: Host): Promise<PartOfStage> {
  const client = createRouterClient(host.router, { context: {} })
  const server = await startTunnelServer()
  const sandbox = await client.sandbox.get()
  const { authUrl, baseUrl, clientId, audience, username } = sandbox
  const { text: password } = await client.environments.reveal({ id: 'sandbox', secret: 'password' })
  const own = { authUrl, baseUrl, clientId, audience, username, password, sharedSecret: 'a secret of ours' }
  const { id } = await client.environments.create({ name: 'Northwind', ...own })
  await client.environments.activate({ id })

  const isIn = async (state: string) =>
    untilHolds(host, async () => {
      const { tunnel, receiver } = await host.status()
      return tunnel.state === state && (state !== 'online' || receiver.url?.startsWith(tunnel.publicUrl ?? '') === true)
    })
  const open = async (name: string) => {
    await client.tunnel.open({ provider: 'localtunnel', options: { host: server.url, name } })
    await isIn('online')
  }
  const show = async (page: Page, region: string) => {
    await page.evaluate(() => {
      location.hash = '/tunnel'
    })
    await page.getByRole('region', { name: 'Providers' }).waitFor()
    await page.getByRole('region', { name: region }).evaluate((element) => element.scrollIntoView())
  }
  return {
    shots: [
      shot('tunnel-off', 'tunnel', 'empty', async (page) => {
        // Not only closed: nothing is to be left of the row that failed.
        await client.tunnel.open({ provider: 'none' })
        await isIn('off')
        await show(page, 'State')
      }),
      shot('tunnel-online', 'tunnel', 'full', async (page) => {
        await open('northwind-hooks-7f3k')
        const { url } = (await host.status()).receiver
        await client.webhookConfig.apply({ id, enabled: true, webhookTypes: ['payment'], url: url ?? '' })
        await show(page, 'State')
        await page.getByText('The service uses this URL.').waitFor()
      }),
      shot('tunnel-history', 'tunnel', 'full', async (page) => show(page, 'History')),
      shot('tunnel-degraded', 'tunnel', 'error', async (page) => {
        server.freeze()
        await client.tunnel.check()
        await isIn('degraded')
        await show(page, 'State')
        await page.getByText('Not reached').first().waitFor()
        server.thaw()
      }),
      shot('tunnel-moved', 'tunnel', 'full', async (page) => {
        await open('northwind-hooks-9x2m')
        await show(page, 'State')
        await page.getByRole('region', { name: 'New public URL' }).waitFor()
      }),
      shot('tunnel-failed', 'tunnel', 'error', async (page) => {
        await client.tunnel.open({ provider: 'cloudflared' })
        await isIn('failed')
        await show(page, 'State')
      }),
      shot('tunnel-providers', 'tunnel', 'full', async (page) => {
        await show(page, 'Providers')
        await page.getByRole('radio', { name: 'ngrok' }).check()
        await page.getByLabel('Authtoken (needed)').waitFor()
        await show(page, 'Providers')
      }),
      shot('tunnel-new-path', 'tunnel', 'full', async (page) => {
        await show(page, 'Stray requests')
        await page.getByRole('button', { name: 'New receiver path …' }).click()
        await page.getByRole('alertdialog').waitFor()
      }),
      shot('tunnel-follow', 'webhook-config', 'full', async (page) => {
        await page.evaluate(() => {
          location.hash = '/webhook-config'
        })
        await page.getByRole('region', { name: 'Automatic updates' }).evaluate((element) => element.scrollIntoView())
      }),
    ],
    stop: async () => {
      await client.tunnel.close()
      await server.stop()
    },
  }
}
