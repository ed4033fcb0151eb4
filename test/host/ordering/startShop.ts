import { setImmediate } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { type App, type AppRequest, startApp } from '../../forwarding/startApp.ts'

export interface Order {
  status: string
  version: number
  mails: number
}

/** The data of an app. */
export interface Shop {
  orders: Map<string, Order>
  seen: Set<string>
}

export interface Event {
  id: string
  order: string
  action: string
  status: string
  version: number
}

export type Handle = (event: Event, shop: Shop, response: ServerResponse) => Promise<number>

/** An app with orders: `POST /reset` empties it, `GET /orders` is its state, everything else is a webhook. */
export async function startShop(handle: Handle): Promise<App> {
  const shop: Shop = { orders: new Map(), seen: new Set() }
  const answer = async ({ target, body }: AppRequest, response: ServerResponse) => {
    if (target === '/reset') {
      shop.orders.clear()
      shop.seen.clear()
      return void response.writeHead(204).end()
    }
    if (target === '/orders') {
      const at = new Date().toISOString()
      return void response.end(JSON.stringify({ at, orders: Object.fromEntries(shop.orders) }))
    }
    const notification = JSON.parse(body.toString()) as {
      id: string
      resourceId: string
      action: string
      changes: { status: string; version: number }
    }
    const { id, resourceId, action, changes } = notification
    response.writeHead(await handle({ id, order: resourceId, action, ...changes }, shop, response)).end()
  }
  return startApp((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
}

/** Work that takes a moment, as of a database. */
export async function work(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
}

function save({ order, status, version }: Event, { orders }: Shop): void {
  const mails = (orders.get(order)?.mails ?? 0) + 1
  orders.set(order, { status, version, mails })
}

/** Takes each event once, in whichever order they come. */
export const careful: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 200
  shop.seen.add(event.id)
  await work()
  const known = shop.orders.get(event.order)
  if (known === undefined || known.version < event.version) save({ ...event }, shop)
  else known.mails += 1
  return 200
}

/** Work that takes longer than a run waits at first, ms. */
const longMs = 50

/** Takes each event once, and answers repetitions while it still works on the first. */
export const worksLong: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 200
  shop.seen.add(event.id)
  await new Promise((resolve) => setTimeout(resolve, longMs))
  save(event, shop)
  return 200
}

/** Looks whether it has seen an event, and notes that only once it is done: two at once are both new. */
export const checksThenActs: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 200
  await work()
  const known = shop.orders.get(event.order)
  if (known === undefined || known.version < event.version) save(event, shop)
  else known.mails += 1
  shop.seen.add(event.id)
  return 200
}

/** Counts on from what it read before its work, so that of two deliveries at once one is not counted. */
export const losesCounts: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 200
  shop.seen.add(event.id)
  const { mails = 0 } = shop.orders.get(event.order) ?? {}
  await new Promise((resolve) => setTimeout(resolve, longMs))
  const known = shop.orders.get(event.order)
  const newest = known === undefined || known.version < event.version ? event : known
  shop.orders.set(event.order, { status: newest.status, version: newest.version, mails: mails + 1 })
  return 200
}

/** Expects that an order was created before it is updated, and drops the update otherwise. */
export const createsFirst: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 200
  shop.seen.add(event.id)
  const known = shop.orders.get(event.order)
  if (event.action === 'update' && known === undefined) return 404
  if (known === undefined || known.version < event.version) save(event, shop)
  return 200
}

/** Time in which a sender that leaves is noticed, ms. */
const leaveMs = 150

/** Notes an event as seen before its work, which it gives up when the sender leaves: the retry is taken for a repetition. */
export const losesRetries: Handle = async (event, shop, response) => {
  if (shop.seen.has(event.id)) return 200
  shop.seen.add(event.id)
  const gone = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(!response.writableEnded))
    setTimeout(() => resolve(false), leaveMs)
  })
  if (await gone) return 200
  const known = shop.orders.get(event.order)
  if (known === undefined || known.version < event.version) save(event, shop)
  else known.mails += 1
  return 200
}

/** Saves whatever comes last. */
export const lastWins: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 200
  shop.seen.add(event.id)
  save(event, shop)
  return 200
}

/** Refuses an update before its creation, so that the sender repeats it, and answers repetitions otherwise. */
export const asksForRetries: Handle = async (event, shop) => {
  if (shop.seen.has(event.id)) return 204
  if (event.version > 1 && shop.orders.get(event.order)?.version !== event.version - 1) return 409
  shop.seen.add(event.id)
  save(event, shop)
  return 200
}

/** Refuses what is older than its order for ever. */
export const refusesOld: Handle = async (event, shop) => {
  const known = shop.orders.get(event.order)
  if (known !== undefined && known.version > event.version) return 409
  save(event, shop)
  return 200
}
