import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, nextEvent, nextFollowUp, startTestHost, type TestHost } from '../build/startTestHost.ts'

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

describe('the main job in the sandbox', () => {
  it('ends with a verified notification and the object it names', async () => {
    const { deliveryId } = await test.client.sandbox.demo()
    const delivery = await test.client.deliveries.get({ id: deliveryId })
    expect(delivery).toMatchObject({
      verdict: 'valid',
      resourceType: 'Payment',
      action: 'create',
      answeredStatus: 200,
      duplicate: false,
      followUp: { state: 'done', status: 200 },
      signature: { verdict: 'valid', header: 'x-service-webhook-hmac', explanation: { state: 'not-needed' } },
    })
    expect(delivery.signature.received).toBe(delivery.signature.expected)
    const [attempt] = delivery.attempts
    expect(attempt).toMatchObject({ kind: 'follow-up', method: 'GET', status: 200 })
    expect(JSON.parse(attempt?.body ?? '')).toMatchObject({ id: delivery.resourceId })
    expect(attempt?.requestHeaders).toContainEqual(['authorization', '[redacted]'])
  })

  it('ticks the whole checklist', async () => {
    expect((await test.client.status()).goLive).toMatchObject({
      receiver: { done: true },
      credentials: { done: false },
      webhookConfig: { done: false },
      notification: { done: false },
      followUp: { done: false },
    })
    await test.client.sandbox.demo()
    const ticked = await nextEvent(test.host, (event) =>
      event.type === 'status' && event.status.goLive.followUp.done ? event.status.goLive : undefined,
    )
    expect(Object.values(ticked).every(({ done }) => done)).toBe(true)
  })

  it('fetches with the read only user once there is one', { tags: 'full' }, async () => {
    await test.client.sandbox.demo()
    const user = await test.client.environments.createReadonlyUser({ id: 'sandbox', email: 'reader@example.com' })
    expect(user).toMatchObject({ readonlyEmail: 'reader@example.com' })
    expect(await test.client.environments.token({ id: 'sandbox', as: 'readonly' })).toMatchObject({ ok: true })
    const ended = nextFollowUp(test.host)
    await test.client.sandbox.createObject({ type: 'identity' })
    expect((await ended).followUp).toMatchObject({ state: 'done', status: 200 })
    await expect(
      test.client.environments.createReadonlyUser({ id: 'sandbox', email: 'reader@example.com' }),
    ).rejects.toMatchObject({ code: 'SERVICE_REFUSED', message: expect.stringContaining('409') as string })
  })

  it('calls a tampered delivery invalid, keeps it, and fetches nothing for it', async () => {
    await test.client.sandbox.demo()
    const arrival = nextDelivery(test.host)
    await test.client.sandbox.sendSpecial({ kind: 'wrong-signature' })
    const { id, verdict, followUp } = await arrival
    expect(verdict).toBe('invalid')
    expect(followUp.state).toBe('skipped')
    const delivery = await test.client.deliveries.get({ id })
    expect(delivery.signature.received).not.toBe(delivery.signature.expected)
    expect(delivery.attempts).toEqual([])
  })

  it(
    'marks a second delivery of a notification as a duplicate and fetches its object once',
    { tags: 'full' },
    async () => {
      await test.client.sandbox.demo()
      const arrival = nextDelivery(test.host)
      await test.client.sandbox.sendSpecial({ kind: 'duplicate' })
      expect(await arrival).toMatchObject({ verdict: 'valid', duplicate: true, followUp: { state: 'skipped' } })
    },
  )

  it('says for an unknown type where to add its path', { tags: 'full' }, async () => {
    await test.client.sandbox.demo()
    const ended = nextFollowUp(test.host)
    await test.client.sandbox.sendSpecial({ kind: 'unknown-type' })
    expect((await ended).followUp).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('Object paths') as string,
    })
  })

  it('keeps a body that is not JSON like any other', { tags: 'full' }, async () => {
    await test.client.sandbox.demo()
    const arrival = nextDelivery(test.host)
    await test.client.sandbox.sendSpecial({ kind: 'not-json' })
    const { id, verdict } = await arrival
    expect(verdict).toBe('valid')
    expect(await test.client.deliveries.get({ id })).toMatchObject({
      notificationId: null,
      notificationProblem: expect.stringContaining('not JSON') as string,
    })
  })

  it('shows how an object changed between two notifications', { tags: 'full' }, async () => {
    const { deliveryId } = await test.client.sandbox.demo()
    const { resourceId } = await test.client.deliveries.get({ id: deliveryId })
    const ended = nextFollowUp(test.host)
    await test.client.sandbox.updateObject({ type: 'Payment', id: resourceId ?? '' })
    await ended
    const story = await test.client.objects.get({ resourceType: 'Payment', resourceId: resourceId ?? '' })
    expect(story).toMatchObject({ notifications: 2, snapshots: 2 })
    const newest = story.items.find(({ kind }) => kind === 'snapshot')
    expect(newest?.difference?.length).toBeGreaterThan(0)
  })

  it('receives nothing more once the webhook-config is disabled', { tags: 'full' }, async () => {
    await test.client.sandbox.demo()
    await test.client.webhookConfig.apply({ id: 'sandbox', enabled: false })
    await test.client.sandbox.createObject({ type: 'payment' })
    await test.client.webhookConfig.apply({ id: 'sandbox', enabled: true })
    const arrival = nextDelivery(test.host)
    const { id } = await test.client.sandbox.createObject({ type: 'wallet' })
    expect((await arrival).resourceId).toBe(id)
    expect((await test.client.deliveries.list({})).items).toHaveLength(2)
  })

  it('accepts the secret of before as valid-previous after a new one was applied', { tags: 'full' }, async () => {
    await test.client.sandbox.demo()
    const before = await test.client.environments.reveal({ id: 'sandbox', secret: 'sharedSecret' })
    await test.client.webhookConfig.apply({ id: 'sandbox', sharedSecret: 'a new secret' })
    const arrival = nextDelivery(test.host)
    await test.client.sandbox.createObject({ type: 'payment' })
    expect((await arrival).verdict).toBe('valid')

    const { createHmac } = await import('node:crypto')
    const status = await test.client.status()
    const late = nextDelivery(test.host)
    const body = '{"signed":"before"}'
    const response = await fetch(status.receiver.url ?? '', {
      method: 'POST',
      headers: { 'x-service-webhook-hmac': createHmac('sha256', before.text).update(body).digest('base64') },
      body,
    })
    expect(response.status).toBe(200)
    expect((await late).verdict).toBe('valid-previous')
  })

  it('keeps everything over a restart: deliveries, settings, secrets, and the sandbox with its objects', async () => {
    const { deliveryId } = await test.client.sandbox.demo()
    const before = await test.client.deliveries.get({ id: deliveryId })
    const objects = (await test.client.sandbox.get()).objects.length
    await test.host.stop()
    test = await startTestHost(folder.path)
    expect(await test.client.deliveries.get({ id: deliveryId })).toEqual({ ...before, signature: before.signature })
    expect((await test.client.sandbox.get()).objects).toHaveLength(objects)
    await test.client.webhookConfig.apply({ id: 'sandbox' })
    const arrival = nextDelivery(test.host)
    await test.client.sandbox.createObject({ type: 'kyc' })
    expect((await arrival).verdict).toBe('valid')
  })
})

describe('what goes wrong is said in a sentence', () => {
  it('when the webhook-config shall be enabled without a secret', { tags: 'full' }, async () => {
    await expect(test.client.webhookConfig.apply({ id: 'sandbox', enabled: true })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Without a shared secret nothing can be verified. Generate one before you enable the webhook-config.',
    })
  })

  it('when the password is wrong', async () => {
    await test.client.environments.update({ id: 'sandbox', password: 'wrong' })
    expect(await test.client.environments.token({ id: 'sandbox', as: 'master' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_grant', status: 403, message: expect.stringContaining('not accepted') as string },
    })
  })

  it('when the service cannot be reached, and what was wanted is not lost', async () => {
    const { id } = await test.client.environments.create({
      name: 'Nowhere',
      authUrl: 'http://127.0.0.1:1',
      baseUrl: 'http://127.0.0.1:1',
      clientId: 'c',
      audience: 'a',
      username: 'u',
      password: 'p',
    })
    await expect(
      test.client.webhookConfig.apply({
        id,
        enabled: true,
        sharedSecret: 's',
        webhookTypes: ['payment', 'aTypeOfTomorrow'],
      }),
    ).rejects.toMatchObject({ code: 'SERVICE_REFUSED', message: expect.stringContaining('Nothing listens') as string })
    expect(await test.client.webhookConfig.get({ id })).toMatchObject({
      desired: { enabled: true, webhookTypes: ['payment', 'aTypeOfTomorrow'], sharedSecret: { set: true } },
      applied: null,
    })
  })

  it('when there is no such delivery, environment or object', { tags: 'full' }, async () => {
    await expect(test.client.deliveries.get({ id: '999' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(test.client.deliveries.get({ id: '../1' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(test.client.environments.activate({ id: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(test.client.objects.get({ resourceType: 'A', resourceId: 'b' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(test.client.sandbox.createObject({ type: 'spaceship' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(test.client.environments.remove({ id: 'sandbox' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('environments', () => {
  it('each have a receiver path of their own, also when they are not the active one', async () => {
    const { id, receiverPath } = await test.client.environments.create({ name: 'Second', sharedSecret: 's' })
    const arrival = nextDelivery(test.host)
    await fetch(test.host.receiverOrigin + receiverPath, { method: 'POST', body: 'x' })
    expect(await arrival).toMatchObject({ environmentId: id, verdict: 'unsigned' })
  })

  it('can be filled in by variables, which start the same environment again and are no rotation', async () => {
    await test.host.stop()
    const variables = { HOOKSCOPE_BASE_URL: 'https://api.example.com', HOOKSCOPE_SHARED_SECRET: 'from outside' }
    for (let start = 0; start < 2; start += 1) {
      test = await startTestHost(folder.path, variables)
      const { environment } = await test.client.status()
      expect(environment).toMatchObject({ kind: 'service', baseUrl: 'https://api.example.com', active: true })
      expect(environment.sharedSecrets).toHaveLength(1)
      if (start === 0) await test.host.stop()
    }
    expect(await test.client.environments.list()).toHaveLength(2)
  })

  it('never show a secret, only that it is set and its fingerprint', async () => {
    const secret = 'canary-4f1c'
    await test.client.environments.update({
      id: 'sandbox',
      password: secret,
      sharedSecret: secret,
      readonlyPassword: secret,
    })
    const shown = JSON.stringify([await test.client.environments.list(), await test.client.status()])
    expect(shown).not.toContain(secret)
    expect(shown).toContain('"fingerprint":"')
    expect(await test.client.environments.reveal({ id: 'sandbox', secret: 'password' })).toEqual({ text: secret })
  })

  it(
    'take all their shared secrets at once, newest first, and keep what is known of those that stay',
    { tags: 'full' },
    async () => {
      const first = await test.client.environments.update({ id: 'sandbox', sharedSecrets: ['b', 'a'] })
      const second = await test.client.environments.update({ id: 'sandbox', sharedSecrets: ['c', 'b'] })
      expect(second.sharedSecrets.map(({ current }) => current)).toEqual([true, false])
      expect(second.sharedSecrets[1]?.id).toBe(first.sharedSecrets[0]?.id)
      expect(await test.client.environments.reveal({ id: 'sandbox', secret: 'sharedSecret' })).toEqual({ text: 'c' })
    },
  )
})
