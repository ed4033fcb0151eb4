import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextDelivery, nextEvent, nextFollowUp, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { body, signature, signedPosts } from '../senders/signedPosts.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let environment: Environment

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  environment = await test.client.environments.create({ name: 'Acme', sharedSecret: 'first secret' })
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

const { post, postSigned } = signedPosts(() => ({
  host: test.host,
  url: test.host.receiverOrigin + environment.receiverPath,
}))

/** Resolves when a check of all stored deliveries has ended. */
async function verificationDone() {
  return nextEvent(test.host, (event) =>
    event.type === 'verification' && event.verification.state === 'done' ? event.verification : undefined,
  )
}

const update = async (input: object) => test.client.environments.update({ id: environment.id, ...input })

describe('stored deliveries are checked again', () => {
  it('when a secret is added: what it proves becomes valid and is followed up', async () => {
    const { id, verdict } = await postSigned('second secret', 'n-1')
    expect(verdict).toBe('invalid')
    const told = nextEvent(test.host, (event) => (event.type === 'verdict' ? event.delivery : undefined))
    const done = verificationDone()
    const followUp = nextEvent(test.host, (event) => (event.type === 'follow-up' ? event.deliveryId : undefined))
    await update({ sharedSecret: 'second secret' })
    expect(await told).toMatchObject({ id, verdict: 'valid' })
    expect(await done).toMatchObject({ checked: 1, changed: 1, problem: null })
    expect(await followUp).toBe(id)
    expect((await test.client.deliveries.get({ id })).signature).toMatchObject({ verdict: 'valid' })
    expect((await test.client.status()).counts.byVerdict).toMatchObject({ valid: 1, invalid: 0 })
  })

  it('when a secret is removed: what it alone proved is not proven any more', async () => {
    const { id } = await postSigned('first secret', 'n-1')
    const done = verificationDone()
    await update({ sharedSecrets: ['other'] })
    await done
    expect((await test.client.deliveries.get({ id, explain: 'false' })).verdict).toBe('invalid')
  })

  it('but what a retired secret proved stays proven', async () => {
    const { id } = await postSigned('first secret', 'n-1')
    const done = verificationDone()
    const { sharedSecrets } = await update({ sharedSecret: 'second secret' })
    await done
    await test.client.environments.retireSecret({ id: environment.id, secretId: sharedSecrets[1]?.id ?? '' })
    const again = verificationDone()
    await test.client.signatures.verifyAll()
    expect(await again).toMatchObject({ changed: 0 })
    expect((await test.client.deliveries.get({ id })).verdict).toBe('valid')
    expect((await test.client.deliveries.get({ id })).signature.secret?.fingerprint).toBe(sharedSecrets[1]?.fingerprint)
    expect((await postSigned('first secret', 'n-2')).verdict).toBe('invalid')
  })

  it(
    'and an invalid one is still compared with the secret that was current when it came',
    { tags: 'full' },
    async () => {
      const { id } = await post(`${body('n-1')} `, { 'x-service-webhook-hmac': signature('first secret', body('n-2')) })
      const expected = signature('first secret', `${body('n-1')} `)
      expect((await test.client.deliveries.get({ id })).signature).toMatchObject({ verdict: 'invalid', expected })
      const done = verificationDone()
      const { sharedSecrets } = await update({ sharedSecret: 'second secret' })
      await done
      const { signature: after } = await test.client.deliveries.get({ id })
      expect(after).toMatchObject({ expected, secret: { fingerprint: sharedSecrets[1]?.fingerprint } })
    },
  )

  it('and capture goes on meanwhile', { tags: 'full' }, async () => {
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const answer = await fetch(test.host.receiverOrigin + environment.receiverPath, {
          method: 'POST',
          headers: { 'x-service-webhook-hmac': signature('late', body(`m-${index}`)) },
          body: body(`m-${index}`),
        })
        expect(answer.status).toBe(200)
      }),
    )
    const done = verificationDone()
    await update({ sharedSecret: 'late' })
    expect((await postSigned('first secret', 'n-1')).verdict).toBe('valid-previous')
    const { changed } = await done
    expect(changed).toBe(200)
  })

  it('when a retired secret is accepted again', async () => {
    const first = verificationDone()
    const { sharedSecrets } = await update({ sharedSecret: 'second secret' })
    const secretId = sharedSecrets[1]?.id ?? ''
    await test.client.environments.retireSecret({ id: environment.id, secretId })
    await first
    const { id, verdict } = await postSigned('first secret', 'n-1')
    expect(verdict).toBe('invalid')
    const done = verificationDone()
    await test.client.environments.retireSecret({ id: environment.id, secretId, retired: false })
    expect(await done).toMatchObject({ changed: 1 })
    expect((await test.client.deliveries.get({ id, explain: 'false' })).verdict).toBe('valid-previous')
  })

  it('after a restart, when the app ended in the middle of it', async () => {
    await postSigned('late', 'n-1')
    await update({ sharedSecret: 'late' })
    await test.host.stop()
    test = await startTestHost(folder.path)
    const { items } = await test.client.deliveries.list({ verdict: 'valid' })
    if (items.length === 0) await nextEvent(test.host, (event) => (event.type === 'verdict' ? event : undefined))
    expect((await test.client.deliveries.get({ id: '1' })).verdict).toBe('valid')
  })

  it('so that a copy which came first never waits for a follow-up that another copy had', async () => {
    const first = await postSigned('late', 'n-1')
    const ended = nextFollowUp(test.host)
    await postSigned('first secret', 'n-1')
    await ended
    const told = nextEvent(test.host, (event) =>
      event.type === 'verdict' && event.delivery.id === first.id ? event.delivery : undefined,
    )
    await update({ sharedSecret: 'late' })
    expect(await told).toMatchObject({
      verdict: 'valid',
      duplicate: false,
      followUp: { state: 'skipped', reason: expect.stringContaining('another delivery') as string },
    })
  })

  it('until a person cancels', { tags: 'full' }, async () => {
    await postSigned('other', 'n-1')
    expect((await test.client.signatures.verifyAll()).state).toBe('running')
    expect((await test.client.signatures.cancel()).state).toBe('canceled')
    expect((await test.client.status()).verification.state).toBe('canceled')
  })
})

describe('a rotation of the shared secret', () => {
  it('makes a new secret current, accepts the old one, and says what is to be done', async () => {
    const rotated = await test.client.environments.rotateSecret({ id: environment.id, quietMinutes: 5 })
    expect(rotated.sharedSecrets.map(({ current, retiredAt }) => [current, retiredAt])).toEqual([
      [true, null],
      [false, null],
    ])
    expect(rotated.rotation).toMatchObject({ state: 'to-apply', quietMinutes: 5, retiresAt: null })
    expect((await postSigned('first secret', 'n-1')).verdict).toBe('valid-previous')
    const after = (await test.client.environments.list()).find(({ id }) => id === environment.id)
    expect(after?.sharedSecrets[1]?.lastUsedAt).not.toBeNull()
  })

  it('waits, once the service has the new secret, until the old one has rested', async () => {
    await test.client.sandbox.demo()
    await test.client.environments.rotateSecret({ id: 'sandbox', quietMinutes: 5 })
    await test.client.webhookConfig.apply({ id: 'sandbox', enabled: true })
    const sandbox = (await test.client.environments.list()).find(({ id }) => id === 'sandbox')
    expect(sandbox?.rotation?.state).toBe('waiting')
    expect(Date.parse(sandbox?.rotation?.retiresAt ?? '')).toBeGreaterThan(Date.now() + 4 * 60_000)
    const arrival = nextDelivery(test.host)
    await test.client.sandbox.createObject({ type: 'payment' })
    expect((await arrival).verdict).toBe('valid')
  })

  it('can be ended by hand, and refuses to retire the current secret', async () => {
    const rotated = await test.client.environments.rotateSecret({ id: environment.id, sharedSecret: 'next' })
    expect((await test.client.environments.endRotation({ id: environment.id })).rotation).toBeNull()
    const current = rotated.sharedSecrets[0]?.id ?? ''
    await expect(
      test.client.environments.retireSecret({ id: environment.id, secretId: current }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Set another secret first') as string,
    })
  })
})
