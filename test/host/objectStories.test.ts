import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, startScriptedServer } from '../build/startScriptedServer.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, nextFollowUp, startTestHost, type TestHost } from '../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

/** Creates a payment in the sandbox; answers its id and that of its delivery. */
async function demo(): Promise<{ deliveryId: string; resourceId: string }> {
  const { deliveryId } = await test.client.sandbox.demo()
  const { resourceId } = await test.client.deliveries.get({ id: deliveryId })
  return { deliveryId, resourceId: resourceId ?? '' }
}

async function update(type: string, id: string): Promise<void> {
  const ended = nextFollowUp(test.host)
  await test.client.sandbox.updateObject({ type, id })
  await ended
}

describe('the objects of the sandbox', () => {
  it('are listed with what came of them, and found again', async () => {
    const { resourceId } = await demo()
    const ended = nextFollowUp(test.host)
    const { id } = await test.client.sandbox.createObject({ type: 'identity' })
    await ended
    const page = await test.client.objects.list({})
    expect(page).toMatchObject({ next: null, behind: 0 })
    expect(page.items.map((item) => [item.resourceType, item.resourceId, item.notifications, item.snapshots])).toEqual([
      ['Identity', id, 1, 1],
      ['Payment', resourceId, 1, 1],
    ])
    expect((await test.client.objects.list({ q: resourceId.slice(0, 8) })).items).toHaveLength(1)
    expect((await test.client.objects.list({ resourceType: 'payment', environment: 'sandbox' })).items).toHaveLength(1)
    const [first] = (await test.client.objects.list({ limit: 1 })).items
    expect(first?.resourceId).toBe(id)
    await expect(test.client.objects.list({ before: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('show at a glance that null changes hid a change', async () => {
    const { resourceId } = await demo()
    await update('Payment', resourceId)
    const story = await test.client.objects.get({ resourceType: 'Payment', resourceId })
    expect(story.remarks).toEqual([{ code: 'silent', fields: { count: 1 } }])
    expect(story.items[1]).toMatchObject({ kind: 'notification', action: 'update', changesShape: 'none', silent: true })
    expect(story.items[1]?.shownBy).toBe(story.items[0]?.attemptId)
  })

  it('whose changes tell all have nothing unsaid', async () => {
    await demo()
    const created = nextFollowUp(test.host)
    const { id } = await test.client.sandbox.createObject({ type: 'identity' })
    await created
    await update('Identity', id)
    const story = await test.client.objects.get({ resourceType: 'Identity', resourceId: id })
    expect(story.remarks).toEqual([])
    expect(story.items[1]).toMatchObject({ changesShape: 'values', unclaimed: [], unchanged: [], silent: false })
    expect(story.items[1]?.claimed?.length).toBeGreaterThan(0)
  })

  it('show that a notification is missing when the object changed without one', async () => {
    const { deliveryId, resourceId } = await demo()
    await test.client.webhookConfig.apply({ id: 'sandbox', enabled: false })
    await test.client.sandbox.updateObject({ type: 'Payment', id: resourceId })
    await test.client.deliveries.followUp({ id: deliveryId })
    const story = await test.client.objects.get({ resourceType: 'Payment', resourceId })
    expect(story.remarks).toEqual([{ code: 'missed', fields: { count: 1 } }])
    expect(story.notes).toEqual(['1 change came without a notification.'])
    expect(story.items[0]).toMatchObject({ kind: 'snapshot', missed: true })
  })

  it('fold repeated deliveries into one notification, and leave forged ones out', async () => {
    const { deliveryId, resourceId } = await demo()
    for (const kind of ['duplicate', 'wrong-signature'] as const) {
      const arrival = nextDelivery(test.host)
      await test.client.sandbox.sendSpecial({ kind })
      await arrival
    }
    const story = await test.client.objects.get({ resourceType: 'Payment', resourceId })
    expect(story).toMatchObject({ notifications: 1, snapshots: 1, unproven: 1 })
    const notification = story.items.find((item) => item.kind === 'notification')
    expect(notification?.deliveries.map(({ id, attempt }) => [id, attempt])).toEqual([
      [deliveryId, 1],
      [String(Number(deliveryId) + 1), 2],
    ])
    expect(story.remarks).toEqual([{ code: 'unproven', fields: { count: 1 } }])
  })
})

describe('the story of an object with huge bodies', () => {
  it('reads and shows a bounded part of them, newest first, and says what was left out', { tags: 'full' }, async () => {
    const server = await startScriptedServer((request, response) => {
      if (request.path === '/oauth/token') json(response, 200, { access_token: 't', expires_in: 3600 })
      else response.end(`{"value":${request.path.endsWith('big') ? nested : '1'}}`)
    })
    const environment = await test.client.environments.create({
      name: 'Huge',
      authUrl: server.url,
      baseUrl: server.url,
      clientId: 'c',
      audience: 'a',
      username: 'u',
      password: 'p',
      sharedSecret: 'secret',
      resourcePaths: { Payment: '/payments/{resourceId}' },
    })
    const send = async (id: string, changes: string) => {
      const body = `{"id":"${id}","action":"update","resourceType":"Payment","resourceId":"big","changes":${changes}}`
      const signature = createHmac('sha256', 'secret').update(body).digest('base64')
      const headers = { 'x-service-webhook-hmac': signature }
      const ended = nextFollowUp(test.host)
      await fetch(test.host.receiverOrigin + environment.receiverPath, { method: 'POST', headers, body })
      await ended
    }
    await send('n-1', nested)
    await send('n-2', '["value"]')
    const story = await test.client.objects.get({
      environment: environment.id,
      resourceType: 'Payment',
      resourceId: 'big',
    })
    const [snapshotOf2, two, snapshotOf1, one] = story.items
    expect([one?.kind, snapshotOf1?.kind, two?.kind, snapshotOf2?.kind]).toEqual([
      'notification',
      'snapshot',
      'notification',
      'snapshot',
    ])
    expect(one).toMatchObject({ changes: null, silent: false, remarks: [{ code: 'body-too-large' }] })
    expect(two).toMatchObject({ changes: '["value"]', claimed: ['value'] })
    for (const item of [snapshotOf1, snapshotOf2]) {
      expect(item).toMatchObject({ snapshot: null, difference: null, remarks: [{ code: 'object-too-large' }] })
    }
    expect(JSON.stringify(story).length).toBeLessThan(10_000)
    await server.stop()
  })
})

/** 1.9 million arrays, one in another in another, 3.8 MB. */
const nested =
  Array.from({ length: 19_000 }, () => '['.repeat(100) + ']'.repeat(100))
    .join(',')
    .replace(/^/, '[') + ']'

describe('latency', () => {
  it('is reported for each delivery: every leg, within the 3 seconds, and which copy it is', async () => {
    const { deliveryId } = await demo()
    const { timing } = await test.client.deliveries.get({ id: deliveryId })
    expect(timing).toMatchObject({ inTime: true, late: false, nth: 1, of: 1, kind: 'first', senderClockAheadMs: null })
    expect(Object.values(timing.legs).every((leg) => leg !== null && leg >= 0)).toBe(true)
    const arrival = nextDelivery(test.host)
    await test.client.sandbox.sendSpecial({ kind: 'duplicate' })
    const { id } = await arrival
    const copy = await test.client.deliveries.get({ id })
    expect(copy.timing).toMatchObject({ nth: 2, of: 2, kind: 'duplicate' })
    expect(copy.timing.legs.receivedToFetched).toBeNull()
    expect(copy.timing.remarks).toContainEqual({ code: expect.stringMatching(/^sent-/), fields: { nth: 2, of: 2 } })
  })

  it('is reported as percentiles of each type', async () => {
    await demo()
    await test.host.stop()
    // The times of the last answers are on disk once the store was closed.
    test = await startTestHost(folder.path)
    const report = await test.client.latency({ environment: 'sandbox' })
    expect(report.types.map(({ resourceType, count }) => [resourceType, count])).toEqual([['Payment', 1]])
    expect(Object.values(report.all.legs).map((leg) => leg?.count)).toEqual([1, 1, 1, 1, 1])
    expect(Object.keys(report.meanings)).toEqual(Object.keys(report.all.legs))
    expect((await test.client.latency({ since: '2999-01-01T00:00:00Z' })).all.count).toBe(0)
    await expect(test.client.latency({ since: 'yesterday' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the health in the status', () => {
  it('says when the last delivery came, how many come, and what is wrong', async () => {
    expect((await test.client.status()).health).toEqual({
      store: 'ok',
      problem: null,
      indexBehind: 0,
      lastDeliveryAt: null,
      perMinute: 0,
      recent: { deliveries: 0, ms: expect.any(Number) as number },
      followUps: { waiting: 0, failed: 0, lastFailed: null, lastFailedEnvironmentId: null, withoutCredentials: [] },
      givenUp: [],
      concerns: [],
      remarks: [],
    })
    const { deliveryId } = await demo()
    const { receivedAt } = await test.client.deliveries.get({ id: deliveryId })
    expect((await test.client.status()).health).toMatchObject({
      lastDeliveryAt: receivedAt,
      perMinute: 1,
      concerns: [],
      remarks: [],
    })
    await test.client.environments.update({ id: 'sandbox', resourcePaths: { Payment: '/api/nowhere/{resourceId}' } })
    await test.client.deliveries.followUp({ id: deliveryId })
    const { health } = await test.client.status()
    expect(health.followUps.failed + health.followUps.waiting).toBe(1)
  })
})
