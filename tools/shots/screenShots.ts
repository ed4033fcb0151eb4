import type { Page } from '@playwright/test'
import { createRouterClient, type RouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { activate } from './steps/activate.ts'
import { fillWithData } from '../fillWithData.ts'
import { goTo } from './steps/goTo.ts'
import { openRow } from './steps/openRow.ts'
import { scrollTo } from './steps/scrollTo.ts'
import { asPlace, place, shot } from './shot.ts'
import type { Reach, Shot } from './types.ts'

const plainScreens = [
  'objects',
  'shapes',
  'compose',
  'scenarios',
  'responses',
  'forwarding',
  'check',
  'compare-builds',
  'orders',
  'case-files',
  'health',
  'go-live',
  'access',
  'secrets',
  'webhook-config',
  'object-paths',
  'contract',
  'tunnel',
  'sandbox',
  'general',
  'settings',
]

/** Every screen of a first start. */
export async function emptyShots(): Promise<Shot[]> {
  return [
    shot('inbox', 'inbox', 'empty', async (page) => page.getByRole('button', { name: 'Run the demo' }).waitFor()),
    shot('inbox-paused', 'inbox', 'empty', async (page) => {
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByRole('button', { name: 'Resume list' }).first().waitFor()
    }),
    shot('inbox-no-match', 'inbox', 'empty', async (page) => {
      await goTo(page, 'inbox?filter=verdict%3Ainvalid')
      await page.getByRole('button', { name: 'Clear the filter' }).last().waitFor()
    }),
    ...plainScreens.map((screen) => place(screen, 'empty')),
    shot('sandbox-refused', 'sandbox', 'error', async (page) => {
      await goTo(page, 'sandbox')
      await page.getByRole('button', { name: 'Send unsigned' }).click()
      await page.getByRole('alert').scrollIntoViewIfNeeded()
    }),
  ]
}

/** Every screen, and every tab of a delivery, with some deliveries of an ordinary day. */
export async function typicalShots(host: Host): Promise<Shot[]> {
  await fillWithData(host, 8)
  return [
    shot('inbox', 'inbox', 'typical', async (page) => openRow(page, '', 'Overview')),
    ...plainScreens.map((screen) => place(screen, 'typical')),
  ]
}

/** Names as long as they may be, in what everybody sees. */
const longest = {
  name: 'The European payments organization of Wide World Importers, second acceptance',
  baseUrl: 'https://api.a-rather-long-name-of-a-service.acceptance.europe-west.wide-world-importers.example',
  clientId: 'c'.repeat(200),
  audience: 'https://audience.example/'.repeat(8),
}

/** The screens with all kinds of deliveries, and with names that hardly fit. */
export async function fullShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  await fillWithData(host, 36)
  const long = await client.environments.create(longest)
  await addRules(client)
  await client.scenarios.put({ name: 'paid', text: scenario })
  await client.scenarios.put({ name: 'unreadable', text: scenario.replace('never', 'nevr') })
  const inSandbox = (reach: Reach) => async (page: Page) => {
    await activate(page, host, 'sandbox')
    await reach(page)
  }
  const row = (name: string, screen: string, reach: Reach) => shot(name, screen, 'full', inSandbox(reach))
  return [
    row('inbox', 'inbox', async (page) => openRow(page, '', 'Overview')),
    row('filter', 'inbox', async (page) => openRow(page, 'verdict:invalid', 'Overview')),
    row('body', 'inbox', async (page) => openRow(page, 'type:Payment', 'Body')),
    row('headers', 'inbox', async (page) => openRow(page, 'type:Payment', 'Headers')),
    row('signature', 'inbox', async (page) => openRow(page, 'verdict:invalid', 'Signature', '')),
    row('object', 'inbox', async (page) => openRow(page, 'type:CustodialAccount action:update', 'Object', '')),
    row('attempts', 'inbox', async (page) => openRow(page, 'type:Payment', 'Attempts', '')),
    ...(['paid', 'unreadable'] as const).map((name) =>
      asPlace(
        row(`scenario-${name}`, 'scenarios', async (page) => {
          await goTo(page, `scenarios/folder/${name}`)
          await page.getByText(/^No mistakes|^Line 6, column/).waitFor()
        }),
      ),
    ),
    ...plainScreens.map((screen) =>
      place(
        screen,
        'full',
        inSandbox(async (page) => goTo(page, screen)),
      ),
    ),
    ...['Objects', 'Outbox', 'Addresses and credentials'].map((region) =>
      asPlace(
        row(`sandbox-${region.split(' ')[0]?.toLowerCase()}`, 'sandbox', async (page) => {
          await goTo(page, 'sandbox')
          await page.getByRole('table', { name: 'Outbox' }).waitFor()
          await scrollTo(page, region)
        }),
      ),
    ),
    ...['inbox', 'access', 'general', 'webhook-config'].map((screen) =>
      asPlace(
        shot(`${screen}-long-names`, screen, 'full', async (page) => {
          await activate(page, host, long.id)
          await goTo(page, screen)
          await page.getByRole('banner').getByText(longest.name).waitFor({ state: 'attached' })
        }),
      ),
    ),
  ]
}

/** Runs green, and has a caption and a check. */
const scenario = `name: A payment is made and settles, told in a name that is as long as they come
steps:
  - say: A customer pays
  - create: Payment
    id: payment
  - check: { never: 'verdict:invalid' }
`

/** One rule that works, one whose app is down, one that is off. */
async function addRules(client: RouterClient<Host['router']>): Promise<void> {
  const rule = { order: 'object' as const, timeoutMs: 30_000, retries: 3, enabled: true, answerSender: false }
  await client.forwarding.setRules({
    id: 'sandbox',
    rules: [
      {
        ...rule,
        id: 'payments',
        name: 'Payments',
        when: { filter: 'type:payment' },
        target: 'http://127.0.0.1:9/hooks',
      },
      { ...rule, id: 'all', name: 'Everything', when: {}, target: 'http://localhost:9', answerSender: true },
      {
        ...rule,
        id: 'off',
        name: longest.name,
        when: {},
        target: `http://127.0.0.1:9/${'long'.repeat(60)}`,
        enabled: false,
      },
    ],
  })
  await client.forwarding.pause({ id: 'sandbox', ruleId: 'payments' })
}
