import { createRouterClient } from '@orpc/server'
import type { Page } from '@playwright/test'
import type { Host } from '../../src/host/shells/types.ts'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { json, startScriptedServer } from '../../test/build/startScriptedServer.ts'
import { untilHolds } from '../untilHolds.ts'
import { activate } from './steps/activate.ts'
import { goTo } from './steps/goTo.ts'
import { openDelivery } from './steps/openDelivery.ts'
import { sendSigned } from './steps/sendSigned.ts'
import { shot } from './shot.ts'
import type { PartOfStage } from './types.ts'

const sharedSecret = 'a secret of Adventure Works'

/**
 * Repairs next to the failure, the workbench with its answer, and another sender from its first step to its handshake:
 * against a service that has objects below /objects only.
 */
export async function storyShots(host: Host): Promise<PartOfStage> {
  const client = createRouterClient(host.router, { context: {} })
  const service = await startScriptedServer(({ path, body }, response) => {
    if (path === '/oauth/token' && body.includes('the right password'))
      return json(response, 200, { access_token: 'a token', expires_in: 3600 })
    if (path === '/oauth/token')
      return json(response, 403, { error: 'invalid_grant', error_description: 'Wrong email or password.' })
    return json(response, 404, { title: 'Not found', path })
  })
  const access = { authUrl: service.url, baseUrl: service.url, clientId: 'client', audience: 'audience', username: 'u' }
  const make = async (name: string, password: string) =>
    client.environments.create({ name, ...access, password, sharedSecret, production: name === 'Adventure Works' })
  const works = await make('Adventure Works', 'the right password')
  const locked = await make('Adventure Works, locked out', 'the wrong password')
  const signed = async ({ receiverPath }: { receiverPath: string }, secret: string, resourceId: string) =>
    sendSigned(host, receiverPath, secret, { resourceType: 'Payment', resourceId })
  await client.webhookConfig.apply({ id: works.id, url: 'https://hooks.example/works' }).catch(() => undefined)
  const missing = await signed(works, sharedSecret, '7f3c0b1e')
  await signed(works, sharedSecret, '8a4d1c2f')
  const forged = await signed(works, 'a secret that nobody knows', '9b5e2d3a')
  const refused = await signed(locked, sharedSecret, 'ac6f3e4b')
  const meta = await client.environments.create({
    name: 'WhatsApp',
    kind: 'sender',
    signatureScheme: 'meta',
    sharedSecret: 'app secret',
  })
  const fresh = await client.environments.create({ name: 'New shop', kind: 'sender', signatureScheme: 'shopify' })
  const handshake = await sendHandshake(host, meta)

  const open = async (page: Page, environmentId: string, delivery: string, tab = 'overview') => {
    await activate(page, host, environmentId)
    await openDelivery(page, delivery, tab)
  }
  /** The panel with a typed body, sent to the service, which knows no such address. */
  const bench = async (page: Page) => {
    await open(page, works.id, missing)
    await page.keyboard.press('r')
    const panel = page.getByRole('dialog', { name: 'Replay this delivery' })
    await panel.getByRole('textbox', { name: 'URL', exact: true }).fill(`${service.url}/hooks`)
    await panel.getByRole('button', { name: 'Send', exact: true }).click()
    await panel.getByRole('button', { name: 'Show in Attempts' }).waitFor()
    // That it cannot be sent twice by accident is a state of its own.
    await panel.getByRole('button', { name: 'Send', exact: true }).waitFor()
  }
  return {
    shots: [
      shot('repair-path', 'inbox', 'error', async (page) => {
        await open(page, works.id, missing)
        const form = page.getByRole('form', { name: 'Path of Payment' })
        await form.getByRole('button', { name: 'Save and run the 2 that failed' }).waitFor()
        await form.evaluate((element) => element.scrollIntoView())
      }),
      shot('repair-credentials', 'inbox', 'error', async (page) => {
        await open(page, locked.id, refused)
        await page.getByRole('form', { name: 'Credentials' }).evaluate((element) => element.scrollIntoView())
      }),
      shot('repair-secret', 'inbox', 'error', async (page) => {
        await open(page, works.id, forged)
        await page.getByRole('button', { name: 'Rotate', exact: true }).waitFor()
      }),
      shot('production-asks', 'inbox', 'error', async (page) => {
        await open(page, works.id, forged)
        await page.getByRole('button', { name: 'Rotate', exact: true }).click()
        await page.getByRole('alertdialog').waitFor()
      }),
      shot('workbench-answer', 'inbox', 'full', bench),
      shot('shrink-start', 'inbox', 'full', async (page) => {
        await bench(page)
        await page.getByRole('button', { name: 'Find what breaks it' }).click()
        await page.getByText('Use a test database.').waitFor()
      }),
      shot('workbench-changes', 'inbox', 'full', async (page) => {
        await bench(page)
        await page.getByRole('tab', { name: 'Changes' }).click()
      }),
      shot('handshakes', 'inbox', 'full', async (page) => open(page, meta.id, handshake)),
      shot('go-live-sender', 'go-live', 'typical', async (page) => {
        await activate(page, host, meta.id)
        await goTo(page, 'go-live')
        await page.getByRole('list', { name: 'Steps to go live' }).waitFor()
      }),
      shot('inbox-sender', 'inbox', 'empty', async (page) => {
        await activate(page, host, fresh.id)
        await goTo(page, 'inbox')
        await page.getByText('Enter the address at Shopify').waitFor()
      }),
      shot('config-sender', 'webhook-config', 'empty', async (page) => {
        await activate(page, host, fresh.id)
        await goTo(page, 'webhook-config')
        await page.getByText('Does not apply').waitFor()
      }),
    ],
    stop: service.stop,
  }
}

/** Meta's check of the address, once right and once with a wrong token; the id of the first. */
async function sendHandshake(host: Host, { id, receiverPath, handshakes }: Environment): Promise<string> {
  const client = createRouterClient(host.router, { context: {} })
  const token = 'a-verify-token-of-Adventure-Works'
  await client.environments.setHandshakes({ id, on: handshakes.on, verifyToken: token })
  const { receiver } = await host.status()
  for (const verifyToken of [token, 'not this one']) {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': verifyToken }
    await fetch(`${receiver.origin}${receiverPath}?${new URLSearchParams(query)}`)
  }
  let first = ''
  await untilHolds(host, async () => {
    const { items } = await client.deliveries.list({ environment: id, limit: 10 })
    first = items.at(-1)?.id ?? ''
    return items.length === 2
  })
  return first
}
