import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharedTestHost } from '../build/sharedTestHost.ts'
import { nextDelivery, nextEvent } from '../build/startTestHost.ts'

const shared = sharedTestHost()
let test: ReturnType<typeof shared>

beforeEach(() => {
  test = shared()
})
afterEach(async () => {
  for (const { id } of await test.client.savedFilters.list()) await test.client.savedFilters.remove({ id })
})

/** Sends an unsigned notification to the active environment; answers the id of its delivery. */
async function send(resourceType: string): Promise<string> {
  const arrival = nextDelivery(test.host)
  const body = JSON.stringify({ id: crypto.randomUUID(), resourceId: 'r-1', resourceType, action: 'create' })
  const { receiver } = await test.host.status()
  await fetch(receiver.url ?? '', { method: 'POST', body })
  return (await arrival).id
}

describe('the filter of the API', () => {
  it('takes the language of the page, beside the single parameters', async () => {
    const [payment, wallet] = [await send('Payment'), await send('Wallet')]
    const found = async (filter: string) =>
      (await test.client.deliveries.list({ filter })).items.map((delivery) => delivery.id)
    expect(await found('type:wallet|payment')).toEqual([wallet, payment])
    expect(await found('-type:wallet verdict:unsigned|no-secret after:1h')).toEqual([payment])
    expect(await found('"type wallet"')).toEqual([])
    expect(await test.client.deliveries.list({ filter: 'type:wallet', resourceType: 'Payment' })).toMatchObject({
      items: [],
    })
  })

  it.each([
    ['verdict:good', 'There is no verdict "good". A verdict is one of: valid, '],
    ['is:new', 'There is no mark "new". is: takes one of: late, duplicate,'],
    ['type:Payment after:noon', '"after:noon" names no moment. after: takes a moment such as'],
  ])('refuses %s with the word and what it takes', async (filter, message) => {
    await expect(test.client.deliveries.list({ filter })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
      message: expect.stringContaining(message) as string,
    })
  })
})

describe('a pin and a note', () => {
  it('are sent to every page with the whole delivery, and each changes alone', async () => {
    const id = await send('Payment')
    const told = nextEvent(test.host, (event) => (event.type === 'annotation' ? event.delivery : undefined))
    expect(await test.client.deliveries.annotate({ id, pinned: true })).toEqual({ pinned: true, note: null })
    expect(await told).toMatchObject({ id, pinned: true, resourceType: 'Payment' })
    expect(await test.client.deliveries.annotate({ id, note: 'x' })).toEqual({ pinned: true, note: 'x' })
    expect(await test.client.deliveries.get({ id })).toMatchObject({ pinned: true, note: 'x' })
    expect(await test.client.deliveries.annotate({ id, pinned: false })).toEqual({ pinned: false, note: 'x' })
    expect(await test.client.deliveries.annotate({ id, note: '  ' })).toEqual({ pinned: false, note: null })
  })

  it('need a delivery, and have their limits', async () => {
    await expect(test.client.deliveries.annotate({ id: '99', pinned: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no delivery with the id "99"') as string,
    })
    const id = await send('Payment')
    await expect(test.client.deliveries.annotate({ id, note: 'x'.repeat(4001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('saved filters', () => {
  it('are kept over a restart, in the order of their names, and every change is published', async () => {
    const told = () =>
      nextEvent(test.host, (event) => (event.type === 'saved-filters' ? event.savedFilters : undefined))
    const first = told()
    const late = await test.client.savedFilters.create({ name: ' Late ones ', filter: 'is:late' })
    expect(await first).toEqual([late])
    expect(late.name).toBe('Late ones')
    const broken = await test.client.savedFilters.create({ name: 'Broken', filter: '-verdict:valid' })
    await test.client.savedFilters.update({ id: late.id, name: 'All late' })
    const last = told()
    await test.client.savedFilters.update({ id: late.id, filter: 'is:late|retried' })
    const expected = [{ id: late.id, name: 'All late', filter: 'is:late|retried' }, broken]
    expect(await last).toEqual(expected)

    test = await test.restart()
    expect(await test.client.savedFilters.list()).toEqual(expected)
    expect(await test.client.savedFilters.remove({ id: late.id })).toEqual({ removed: late.id })
    expect(await test.client.savedFilters.list()).toEqual([broken])
  })

  it('need a name of their own and a filter that says something', async () => {
    const { id } = await test.client.savedFilters.create({ name: 'Late', filter: 'is:late' })
    const refused = async (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
    await refused(test.client.savedFilters.create({ name: 'LATE', filter: 'is:pinned' }), 'CONFLICT')
    await refused(test.client.savedFilters.create({ name: 'Other', filter: 'is:new' }), 'BAD_REQUEST')
    await refused(test.client.savedFilters.create({ name: 'Other', filter: 'verdit:valid' }), 'BAD_REQUEST')
    await refused(test.client.savedFilters.update({ id, filter: 'header:x' }), 'BAD_REQUEST')
    await refused(test.client.savedFilters.create({ name: ' ', filter: 'is:late' }), 'BAD_REQUEST')
    await refused(test.client.savedFilters.update({ id: 'nobody', name: 'x' }), 'NOT_FOUND')
    await refused(test.client.savedFilters.remove({ id: 'nobody' }), 'NOT_FOUND')
    expect(await test.client.savedFilters.update({ id, name: 'late' })).toMatchObject({ name: 'late' })
  })
})

describe('a deleted environment', () => {
  it('is published as gone before its deliveries are, and its count with it', async () => {
    const { id } = await test.client.environments.create({ name: 'Other' })
    await test.client.environments.activate({ id })
    await send('Payment')
    await send('Payment')
    expect((await test.client.status()).counts.byEnvironment).toEqual({ [id]: 2 })
    const told = nextEvent(test.host, (event) => (event.type === 'removed' ? event.environmentId : undefined))
    const removal = test.client.environments.remove({ id, deliveries: 'true' })
    expect(await told).toBe(id)
    expect(await removal).toEqual({ removed: id, deliveries: 2 })
    expect((await test.client.status()).counts).toMatchObject({ deliveries: 0, byEnvironment: {} })
  })

  it('whose deliveries stay tells of nothing gone', async () => {
    const { id } = await test.client.environments.create({ name: 'Other' })
    await test.client.environments.activate({ id })
    await send('Payment')
    await test.client.environments.remove({ id })
    expect((await test.client.status()).counts.byEnvironment).toEqual({ [id]: 1 })
    expect((await test.client.deliveries.list({ environment: id })).items).toHaveLength(1)
  })
})
