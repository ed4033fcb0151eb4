import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createRouterClient, type RouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { activate } from './steps/activate.ts'
import { untilHolds } from '../untilHolds.ts'
import { goTo } from './steps/goTo.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

const sharedSecret = 'a secret of Tailspin'
const wanted = { enabled: true, webhookTypes: ['payment', 'wallet'] }
const refused = {
  format: 'hookscope-environments',
  version: 1,
  environments: [{ name: 'Fine' }, { name: '', authUrl: 'login.example', resourcePaths: { Loan: 'loans/{id}' } }],
}

/**
 * Makes what environments, credentials, the webhook-config and resource paths show: a few environments of which one works
 * against the sandbox, an application that failed, and notifications of a type that no path is known for.
 */
export async function accessShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  const { authUrl, baseUrl, clientId, audience, username } = await client.sandbox.get()
  const { text: password } = await client.environments.reveal({ id: 'sandbox', secret: 'password' })
  const own = { authUrl, baseUrl, clientId, audience, username, password, sharedSecret }
  const { id, receiverPath } = await client.environments.create({ name: 'Tailspin', ...own })
  await client.environments.create({
    name: 'Tailspin, production',
    baseUrl: 'https://api.tailspin.example',
    production: true,
    colour: 'purple',
  })
  await client.webhookConfig.apply({ id, ...wanted, send: 'all' })
  await client.environments.update({ id, password: 'not the right one' })
  await client.webhookConfig.apply({ id, enabled: false }).catch(() => undefined)
  await client.environments.update({ id, password })
  await client.webhookConfig.apply({ id, enabled: true, send: 'all' })
  await notify(host, receiverPath, 'Bond', 'bond-1')
  await notify(host, receiverPath, 'Bond', 'bond-2')
  await notify(host, receiverPath, 'Payment', '7f3c0b1e-52aa-4c41-9d0e-1f6b8a2c9d10')

  await connectTools(client)

  let shop: Promise<{ id: string }> | undefined
  /** Made when it is first shown, so that the other rows have as few environments as before. */
  const useShop = async (page: Page) => activate(page, host, (await (shop ??= unknownSender(host))).id)

  const show = (screen: string, region: string) => async (page: Page) => {
    await activate(page, host, id)
    await client.webhookConfig.apply({ id, ...wanted, send: 'changed' })
    await page.evaluate((path) => {
      location.hash = `/${path}`
    }, screen)
    await page.getByText('Tailspin').first().waitFor({ state: 'attached' })
    await page.getByRole('region', { name: region, exact: true }).evaluate((element) => element.scrollIntoView())
  }
  let users = 0
  /** The service refuses fewer types, so the wanted config differs from the applied one. */
  const drift = async () => {
    await client.environments.update({ id, password: 'not the right one' })
    await client.webhookConfig.apply({ id, webhookTypes: ['payment'] }).catch(() => undefined)
    await client.environments.update({ id, password })
  }
  return [
    shot('environment-switcher', 'inbox', 'full', async (page) => {
      await activate(page, host, id)
      await page.keyboard.press('e')
      await page.getByRole('combobox', { name: 'Find an environment by name or base URL' }).waitFor()
    }),
    shot('inbox-everywhere', 'inbox', 'full', async (page) => {
      await activate(page, host, id)
      await goTo(page, 'inbox?environments=all')
      await page.getByText('All environments').first().waitFor()
    }),
    shot('general-duplicate', 'general', 'full', async (page) => {
      await show('general', 'Copies')(page)
      await page.getByRole('button', { name: 'Duplicate Tailspin', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    }),
    shot('general-delete', 'general', 'full', async (page) => {
      await show('general', 'Danger zone')(page)
      await page.getByRole('button', { name: 'Delete environment Tailspin', exact: true }).click()
      await page.getByRole('radio', { name: /Delete its \d/ }).check()
    }),
    shot('environments-import', 'inbox', 'error', async (page) => {
      await activate(page, host, id)
      await page.keyboard.press('e')
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByLabel('Or paste its content').fill(JSON.stringify(refused, null, 2))
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('alert').waitFor()
    }),
    shot('access-token', 'access', 'full', async (page) => {
      await show('access', 'Master user')(page)
      await page.getByRole('button', { name: 'Test master credentials' }).click()
      await page.getByRole('table', { name: 'Claims of the token' }).waitFor()
    }),
    shot('access-readonly-user', 'access', 'full', async (page) => {
      await show('access', 'Read only user')(page)
      users += 1
      await page.getByLabel('E-mail').fill(`reader-${users}@contoso.example`)
      await page.getByRole('button', { name: 'Create read only user' }).click()
      await page.getByText('Text to hand over').waitFor()
      await page.getByRole('heading', { name: 'Create one' }).evaluate((element) => element.scrollIntoView())
    }),
    shot('access-follow-ups', 'access', 'full', show('access', 'Follow-ups')),
    shot('config-preview', 'webhook-config', 'full', async (page) => {
      await show('webhook-config', 'What will change')(page)
      await page.getByRole('checkbox', { name: 'kyc' }).check()
      await page.getByRole('button', { name: 'Generate' }).click()
      await page.getByText(/^Will be sent: Shared secret, Types/).waitFor()
      await page.getByText('The body that is sent').click()
    }),
    shot('config-history', 'webhook-config', 'full', async (page) => {
      await show('webhook-config', 'Change history')(page)
      await page.getByRole('table', { name: 'History of applications' }).waitFor()
    }),
    shot('config-asked', 'webhook-config', 'full', async (page) => {
      await show('webhook-config', 'What the service holds')(page)
      await page.getByRole('button', { name: 'Ask the service' }).click()
      await page.getByText('Its answer, with secrets left out').click()
    }),
    shot('config-drift', 'webhook-config', 'error', async (page) => {
      await show('webhook-config', 'URL')(page)
      await drift()
      await page.getByRole('button', { name: 'Repair' }).waitFor()
      await page.getByRole('heading', { level: 1 }).evaluate((element) => element.scrollIntoView())
    }),
    shot('secrets-revealed', 'secrets', 'full', async (page) => {
      await show('secrets', 'Shared secrets')(page)
      await page
        .getByRole('table', { name: 'Shared secrets' })
        .getByRole('button', { name: /^Reveal/ })
        .first()
        .click()
      await page.getByText(sharedSecret).waitFor()
    }),
    shot('object-paths-missed', 'object-paths', 'full', async (page) => {
      await show('object-paths', 'Paths by resource type')(page)
      await page.getByText('2 follow-ups skipped').waitFor()
    }),
    shot('object-paths-try', 'object-paths', 'error', async (page) => {
      await show('object-paths', 'Paths by resource type')(page)
      await page.getByRole('button', { name: 'Try it for Payment' }).click()
      await page.getByRole('button', { name: 'Run its follow-up again' }).click()
      await page.getByRole('alert').waitFor()
    }),
    shot('settings-storage', 'settings', 'full', async (page) => {
      await show('settings', 'Storage')(page)
      await page.getByRole('table', { name: 'Deliveries by environment' }).waitFor()
      await page.getByRole('region', { name: 'Storage', exact: true }).evaluate((element) => element.scrollIntoView())
    }),
    shot('settings-tools', 'settings', 'full', async (page) => {
      await show('settings', 'MCP clients')(page)
      await page.getByRole('table', { name: 'Calls' }).waitFor()
      await page
        .getByRole('region', { name: 'MCP clients', exact: true })
        .evaluate((element) => element.scrollIntoView())
    }),
    shot('settings-doctor', 'settings', 'full', async (page) => {
      await show('settings', 'Doctor')(page)
      await page.getByRole('button', { name: 'Run checks' }).click()
      await page.getByRole('table', { name: 'Doctor' }).waitFor()
      await page.getByRole('region', { name: 'Doctor', exact: true }).evaluate((element) => element.scrollIntoView())
    }),
    shot('recognised-sender', 'inbox', 'full', async (page) => {
      await useShop(page)
      await page.getByRole('treeitem').first().click()
      await page.getByRole('region', { name: 'Recognised sender' }).waitFor()
    }),
    shot('access-sender', 'access', 'full', async (page) => {
      await useShop(page)
      await goTo(page, 'access')
      await page
        .getByRole('region', { name: 'Follow-ups', exact: true })
        .evaluate((element) => element.scrollIntoView())
    }),
  ]
}

/** An environment of Shopify with a delivery that GitHub or Meta may have sent. */
async function unknownSender(host: Host): Promise<{ id: string }> {
  const client = createRouterClient(host.router, { context: {} })
  const sender = { kind: 'sender', signatureScheme: 'shopify', sharedSecret } as const
  const made = await client.environments.create({ name: 'Shop', ...sender })
  await fetch(host.receiverOrigin + made.receiverPath, {
    method: 'POST',
    headers: { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` },
    body: '{"hello":"from somebody"}',
  })
  return made
}

/** Two MCP clients, as `hookscope mcp` reports them: one is still there. */
async function connectTools({ tools }: RouterClient<Host['router']>): Promise<void> {
  const open = async (client: string, version: string, allowSend: boolean) =>
    (await tools.open({ client, version, allowSend, pid: process.pid })).id
  const gone = await open('codex-mcp-client', '0.165.0', false)
  await tools.note({ id: gone, tool: 'get_status', outcome: 'done', took: 9 })
  await tools.close({ id: gone })
  const there = await open('claude-code', '2.1.317', true)
  for (const [tool, outcome, took] of [
    ['list_deliveries', 'done', 14],
    ['explain_signature', 'done', 480],
    ['replay_delivery', 'refused', 3],
  ] as const)
    await tools.note({ id: there, tool, outcome, took })
}

/** Sends one signed notification and waits until what follows from it is done. */
async function notify(host: Host, path: string, resourceType: string, resourceId: string): Promise<void> {
  const { receiver } = await host.status()
  const body = JSON.stringify({
    id: `n-${resourceType}-${resourceId}`,
    createdAtUtc: new Date().toISOString(),
    resourceType,
    resourceId,
    action: 'create',
    changes: null,
  })
  const signature = createHmac('sha256', sharedSecret).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
  const answer = await fetch(`${receiver.origin}${path}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`)
  const client = createRouterClient(host.router, { context: {} })
  await untilHolds(host, async () => {
    const { items } = await client.deliveries.list({ limit: 10 })
    return items.some((item) => item.resourceId === resourceId && ['skipped', 'failed'].includes(item.followUp.state))
  })
}
