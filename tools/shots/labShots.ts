import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { activate } from './steps/activate.ts'
import { untilHolds } from '../untilHolds.ts'
import { chooseSender } from './steps/chooseSender.ts'
import { goTo } from './steps/goTo.ts'
import { openDelivery } from './steps/openDelivery.ts'
import { scrollTo } from './steps/scrollTo.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'
import { chooseOption } from './steps/chooseOption.ts'

/** Each delivery has a body of its own: the signature of one and the same body would prove itself from another delivery. */
const bodyOf = (name: string) => `{"id": "${name}", "resourceType": "Payment", "amount": 1.50, "name": "Zoë"}`
const secrets = { acme: 'the secret of Acme', beta: 'the secret of Beta', hub: 'hub secret' }

/**
 * Prepares the signature lab: a delivery signed with another environment's secret, one without an explanation, a
 * valid one to check code with, an own scheme, and a secret that is being changed at the sandbox.
 */
export async function labShots(host: Host): Promise<Shot[]> {
  const client = createRouterClient(host.router, { context: {} })
  await client.sandbox.demo()
  await client.environments.create({ name: 'Beta', sharedSecret: secrets.beta })
  const acme = await client.environments.create({ name: 'Acme, test', sharedSecret: secrets.acme })
  const github = await client.environments.create({ name: 'Own sender', sharedSecret: secrets.hub })
  const stripe = await client.environments.create({ name: 'Shop', sharedSecret: 'whsec_1', signatureScheme: 'stripe' })
  const toAcme = async (name: string, secret: string) =>
    post(host, acme.receiverPath, bodyOf(name), { 'x-service-webhook-hmac': sign(secret, bodyOf(name)) })
  const explained = await toAcme('n1', secrets.beta)
  const unexplained = await toAcme('n2', 'stored nowhere')
  const valid = await toAcme('n3', secrets.acme)
  const late = Math.floor(Date.now() / 1000) - 412
  const tooOld = await post(host, stripe.receiverPath, bodyOf('n4'), {
    'Stripe-Signature': `t=${late},v1=${createHmac('sha256', 'whsec_1')
      .update(`${late}.${bodyOf('n4')}`)
      .digest('hex')}`,
  })
  await client.environments.rotateSecret({ id: 'sandbox', quietMinutes: 60 })
  await client.webhookConfig.apply({ id: 'sandbox', enabled: true })

  const open = async (page: Page, id: string, environmentId: string, tab: string) => {
    await activate(page, host, environmentId)
    await openDelivery(page, id, tab)
  }
  const openAt = (id: string, environmentId: string, region: string) => async (page: Page) => {
    await open(page, id, environmentId, 'signature')
    await page.getByRole('region', { name: region }).scrollIntoViewIfNeeded()
  }
  return [
    shot('lab-why', 'inbox', 'full', async (page) => {
      await open(page, explained, acme.id, 'overview')
      await page.getByText('The secret of another environment').waitFor()
    }),
    shot('lab-explained', 'inbox', 'full', async (page) => {
      await openAt(explained, acme.id, 'Why it fails')(page)
      await page.getByText('Proof', { exact: true }).first().waitFor()
      await page.getByText('Step by step').first().click()
    }),
    shot('lab-unexplained', 'inbox', 'full', async (page) => {
      await openAt(unexplained, acme.id, 'Why it fails')(page)
      await page.getByText('No cause found').waitFor()
    }),
    shot('lab-check-my-code', 'inbox', 'full', async (page) => {
      await openAt(valid, acme.id, 'Check my code')(page)
      const digest = sign(secrets.acme, JSON.stringify(JSON.parse(bodyOf('n3'))))
      await page.getByLabel('Paste the digest that your code computed').fill(digest)
      await page.getByRole('button', { name: 'Find the cause' }).click()
      await page.getByText('Proof', { exact: true }).first().waitFor()
      await page.getByRole('region', { name: 'Check my code' }).scrollIntoViewIfNeeded()
    }),
    shot('lab-valid', 'inbox', 'full', async (page) => {
      await open(page, valid, acme.id, 'signature')
      await page.getByRole('region', { name: 'How it is checked' }).waitFor()
    }),
    shot('lab-ready-code', 'inbox', 'full', async (page) => {
      await open(page, valid, acme.id, 'signature')
      await page.getByLabel('Node code').waitFor()
      await scrollTo(page, 'Ready code')
    }),
    shot('lab-too-old', 'inbox', 'full', openAt(tooOld, stripe.id, 'Also noticed')),
    shot('lab-own-scheme', 'secrets', 'full', async (page) => {
      await activate(page, host, github.id)
      await goTo(page, 'secrets')
      await chooseSender(page, 'Own scheme')
      await chooseOption(page.getByLabel('Begin with a copy of'), 'Stripe')
      await page.getByRole('region', { name: 'Signature scheme' }).evaluate((region) => region.scrollIntoView())
    }),
    shot('lab-rotation', 'secrets', 'full', async (page) => {
      await activate(page, host, 'sandbox')
      await goTo(page, 'secrets')
      await page.getByText('Wait until').waitFor()
      await page.getByRole('region', { name: 'Shared secrets' }).evaluate((region) => region.scrollIntoView())
    }),
  ]
}

function sign(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('base64')
}

/** Sends one delivery and waits until it is listed; the id that it was given. */
async function post(host: Host, path: string, body: string, headers: Record<string, string>): Promise<string> {
  const { receiver, counts } = await host.status()
  const answer = await fetch(`${receiver.origin}${path}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`)
  let id = ''
  await untilHolds(host, async () => {
    if ((await host.status()).counts.deliveries <= counts.deliveries) return false
    const client = createRouterClient(host.router, { context: {} })
    id = (await client.deliveries.list({ limit: 1 })).items[0]?.id ?? ''
    return id !== ''
  })
  return id
}
