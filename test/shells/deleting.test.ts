import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deletion, DeliveryPage } from '../../src/shared/wireTypes.ts'
import { nextDelivery, nextEvent } from '../build/startTestHost.ts'
import { startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeEach(async () => {
  serve = await startTestServe()
})
afterEach(async () => serve.stopAll())

/** Receives an unsigned notification; answers the id of its delivery once it is listed. */
async function receive(resourceType: string): Promise<string> {
  const arrival = nextDelivery(serve.host)
  const body = JSON.stringify({ id: crypto.randomUUID(), resourceId: 'r-1', resourceType, action: 'create' })
  const { receiver } = await serve.host.status()
  await fetch(receiver.url ?? '', { method: 'POST', body })
  return (await arrival).id
}

const listed = async () => ((await (await serve.get('/deliveries')).json()) as DeliveryPage).items.map(({ id }) => id)
const remove = async (body: unknown) => serve.send('POST', '/deliveries/delete', body)
const deletionIn = async (response: Response) => (await response.json()) as Deletion

describe('deleting over HTTP', () => {
  test('takes one delivery, pinned or not, and brings it back for half a minute', async () => {
    const id = await receive('Payment')
    await serve.send('PATCH', `/deliveries/${id}/annotation`, { pinned: true })
    const hidden = nextEvent(serve.host, (event) => (event.type === 'deletion' ? event : undefined))
    const response = await serve.send('DELETE', `/deliveries/${id}`, {})
    expect(response.status).toBe(200)
    const { deletion, deliveries, undoUntil } = await deletionIn(response)
    expect(deliveries).toBe(1)
    expect(Date.parse(undoUntil ?? '') - Date.now()).toBeGreaterThan(20_000)
    expect(Date.parse(undoUntil ?? '') - Date.now()).toBeLessThanOrEqual(30_000)
    expect(await hidden).toMatchObject({ deletion, state: 'hidden', ids: [id] })
    expect(await listed()).toEqual([])
    for (const path of [`/deliveries/${id}`, `/deliveries/${id}/body`, `/deliveries/${id}/attempts`])
      expect((await serve.get(path)).status).toBe(404)
    expect((await serve.send('DELETE', `/deliveries/${id}`, {})).status).toBe(404)

    expect(await (await serve.send('POST', '/deliveries/undelete', { deletion })).json()).toEqual({ deliveries: 1 })
    expect(await listed()).toEqual([id])
    const late = await serve.send('POST', '/deliveries/undelete', { deletion })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ code: 'CONFLICT', why: { code: 'deletion-settled' } })
  })

  test('takes several, or all that match a filter, and keeps what is pinned', async () => {
    const [first, second, wallet] = [await receive('Payment'), await receive('Payment'), await receive('Wallet')]
    await serve.send('PATCH', `/deliveries/${first}/annotation`, { pinned: true })
    expect(await deletionIn(await remove({ filter: 'type:payment' }))).toMatchObject({ deliveries: 1, pinnedKept: 1 })
    expect(await listed()).toEqual([wallet, first])
    expect(await deletionIn(await remove({ ids: [first, wallet, second] }))).toMatchObject({
      deliveries: 1,
      pinnedKept: 1,
    })
    expect(await listed()).toEqual([first])
    const nothing = { deletion: null, deliveries: 0, pinnedKept: 0, undoUntil: null }
    expect(await deletionIn(await remove({ filter: 'type:none' }))).toEqual(nothing)
  })

  test('refuses what does not say for sure what is meant', async () => {
    const id = await receive('Payment')
    const refused = [{}, { ids: [id], filter: '' }, { ids: [] }, { ids: ['x'] }, { filter: 'verdit:valid' }]
    for (const body of refused) expect((await remove(body)).status).toBe(400)
    expect(await listed()).toEqual([id])
  })
})
