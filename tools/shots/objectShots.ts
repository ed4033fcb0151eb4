import type { Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { type NotificationFields, startOwnService } from '../startOwnService.ts'
import { activate } from './steps/activate.ts'
import { untilHolds } from '../untilHolds.ts'
import { shownDelivery } from './steps/openDelivery.ts'
import { scrollTo } from './steps/scrollTo.ts'
import { shot } from './shot.ts'
import type { PartOfStage } from './types.ts'

const payment = { resourceType: 'Payment', resourceId: '5f0c2c1e-74a9-4a6e-9d6b-0a4f6a3f9b11' }

/** The story of an object with everything that it can point out, a follow-up that waits, and the times of all. */
export async function objectShots(host: Host): Promise<PartOfStage> {
  const client = createRouterClient(host.router, { context: {} })
  const service = await startOwnService()
  const newEnvironment = async (name: string) => {
    const { id, receiverPath } = await client.environments.create({ name, ...service.settings })
    return { id, url: `${(await host.status()).receiver.origin}${receiverPath}` }
  }
  const send = async (url: string, fields: NotificationFields) => {
    const { deliveries } = (await host.status()).counts
    await service.notify(url, fields)
    let id = ''
    await untilHolds(host, async () => {
      if ((await host.status()).counts.deliveries === deliveries) return false
      const [newest] = (await client.deliveries.list({ limit: 1 })).items
      id = newest?.id ?? ''
      const { state, reason } = newest?.followUp ?? { state: 'running', reason: null }
      return state !== 'running' && (state !== 'waiting' || reason !== null)
    })
    return id
  }
  const own = await newEnvironment('Contoso')
  const first = await tellStory(async (fields) => send(own.url, fields), service.put)
  await untilHolds(host, async () => (await client.objects.list({ environment: own.id })).items[0]?.snapshots === 4)
  service.put(payment.resourceId, { ...object, state: 'refunded', amount: 120 })
  await client.deliveries.followUp({ id: first })
  await service.notify(own.url, { resourceType: 'Gadget', resourceId: 'g-1', action: 'create' })

  const paused = await newEnvironment('Fabrikam')
  service.fail(503)
  const waiting = await send(paused.url, { resourceType: 'Nft', resourceId: 'token-81', action: 'update' })
  const early = await send(own.url, {
    ...payment,
    action: 'update',
    createdAtUtc: new Date(Date.now() + 95_000).toISOString(),
  })

  const show = (environmentId: string, place: string, text: string | RegExp) => async (page: Page) => {
    await activate(page, host, environmentId)
    await page.evaluate((path) => {
      location.hash = `/${path}`
    }, place)
    await page.getByText(text).first().waitFor()
  }
  const showDelivery =
    (environmentId: string, id: string, tab: string, text: string | RegExp) => async (page: Page) => {
      await show(environmentId, `inbox/${id}/${tab}`, text)(page)
      await shownDelivery(page, id)
    }
  const story = `objects/${payment.resourceType}/${payment.resourceId}`
  return {
    shots: [
      shot('objects', 'objects', 'full', show('sandbox', 'objects', /objects in all/)),
      shot('objects-story', 'objects', 'full', show(own.id, story, 'changed without a notification')),
      shot('objects-story-below', 'objects', 'full', async (page) => {
        await show(own.id, story, 'out of order')(page)
        await page
          .getByRole('listitem')
          .filter({ hasText: 'came 2 times' })
          .last()
          .evaluate((entry) => entry.scrollIntoView())
      }),
      shot(
        'follow-up-waiting',
        'inbox',
        'full',
        showDelivery(paused.id, waiting, 'attempts', 'Waits to be tried again'),
      ),
      shot('follow-up-object', 'inbox', 'full', showDelivery(own.id, first, 'object', 'Object history')),
      shot('times-clock', 'inbox', 'full', showDelivery(own.id, early, 'overview', /clock ahead by/)),
      shot('health', 'health', 'full', show('sandbox', 'health', 'p99')),
      shot('health-latency', 'health', 'full', async (page) => {
        await show(own.id, 'health', 'p99')(page)
        await scrollTo(page, 'Latency')
      }),
      shot('health-clock', 'health', 'full', show(own.id, 'health', 'p99')),
    ],
    stop: service.stop,
  }
}

const object = { state: 'new', amount: 100, creditor: { name: 'Nordlicht GmbH', iban: 'DE02 1203 0000 0000 2020 51' } }

/** One payment: created, changed with null changes, with values, and with names that do not fit. The last delivery's id. */
async function tellStory(
  send: (fields: NotificationFields) => Promise<string>,
  put: (id: string, object: Record<string, unknown>) => void,
): Promise<string> {
  const { resourceId } = payment
  put(resourceId, object)
  await send({ ...payment, action: 'create' })
  put(resourceId, { ...object, state: 'processing' })
  await send({ ...payment, action: 'update' })
  put(resourceId, { ...object, state: 'paid', amount: 120 })
  const told = { id: 'told-twice', ...payment, action: 'update', changes: { state: 'paid', amount: 120 } }
  await send(told)
  await send(told)
  put(resourceId, { ...object, state: 'paid', amount: 120, creditor: { ...object.creditor, name: 'Nordlicht AG' } })
  return send({ ...payment, action: 'update', createdAtUtc: '2026-01-05T10:00:00.1234567Z', changes: ['amount'] })
}
