import { beforeEach, describe, expect, test } from 'vitest'
import { type SharedHost, sharedTestHost } from '../build/sharedTestHost.ts'
import { postTo } from '../host/postTo.ts'
import { fail, order, search, secret, start, withData } from './handlers.ts'

const shared = sharedTestHost()
let own = {} as SharedHost
beforeEach(async () => {
  own = shared()
  await own.client.environments.update({ id: own.environment.id, sharedSecret: secret })
})

const signature = { 'X-Service-Webhook-Hmac': 'as it came' }

describe('a search', () => {
  test('reads the fields of a form as members', async () => {
    const to = await start(({ text }) => void (new URLSearchParams(text).get('note') === '' && fail()))
    const found = await search(
      own,
      'id=1&note=&amount=12+EUR',
      to,
      {},
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    )
    expect(found).toMatchObject({ sentence: 'Fails with 500 with `note` empty; passes with "a".' })
    expect(found.smallest?.body).toBe('note=')
  })

  test('blames no part where only the exact bytes fail', async () => {
    const to = await start(({ text }) => void (text.includes(': ') && fail()))
    const found = await search(own, '{"a": 1, "b": [2]}', to)
    expect(found).toMatchObject({ state: 'as-written', clauses: [], smallest: null })
    expect(found.sentence).toBe(
      'Fails with 500 only as it is written: the same content without white space does not fail in this way.',
    )
  })

  test('says that a delivery passes with a fresh signature', async () => {
    const found = await search(own, order, await start(() => undefined))
    expect(found.sentence).toBe(
      'Answered with 200, freshly signed. That does not count as failing, so nothing was searched.',
    )
  })

  test('refuses an expression that cannot be read, and sends nothing', async () => {
    const { id } = await postTo(own, own.environment, {}, '{}')
    const started = own.client.shrinks.start({ id, to: 'http://127.0.0.1:9', answer: '/(/' })
    await expect(started).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('refuses a body that has no parts, and sends nothing', async () => {
    const { id } = await postTo(own, own.environment, { 'Content-Type': 'text/plain' }, 'just text')
    const started = own.client.shrinks.start({ id, to: 'http://127.0.0.1:9' })
    await expect(started).rejects.toMatchObject({ data: { why: { code: 'shrink-needs-json' } } })
  })

  test('takes a secret of its own for an environment without one, and keeps it nowhere', async () => {
    const bare = await own.client.environments.create({ name: 'Bare', kind: 'service' })
    const to = await start(({ body }) => void (body.data?.coupon === null && fail()))
    const found = await search({ ...own, environment: bare }, withData({ coupon: null }), to, { secret }, signature)
    expect(found).toMatchObject({
      state: 'found',
      sentence: 'Fails with 500 with `data.coupon` null; passes with "a".',
    })
    const { fixture } = await own.client.shrinks.fixture({ run: found.run, name: 'bare' })
    expect(fixture.sign).toEqual({ scheme: 'service', secret: { env: 'WEBHOOK_SECRET' } })
    expect(JSON.stringify([found, fixture, await own.client.environments.list()])).not.toContain(secret)
  })

  test('refuses a signed delivery without a secret, and sends nothing', async () => {
    const bare = await own.client.environments.create({ name: 'Bare', kind: 'service' })
    const { id } = await postTo(own, bare, { 'Content-Type': 'application/json', ...signature }, '{}')
    const started = own.client.shrinks.start({ id, to: 'http://127.0.0.1:9' })
    await expect(started).rejects.toMatchObject({ data: { why: { code: 'no-secret-to-send' } } })
  })

  test('sends a delivery without a signature as it came where there is no secret', async () => {
    const bare = await own.client.environments.create({ name: 'Bare', kind: 'service' })
    const found = await search({ ...own, environment: bare }, order, await start(() => undefined))
    expect(found).toMatchObject({ state: 'no-control', signedWith: null, failing: { status: 401 } })
  })

  test('goes beyond this machine only where its host is allowed', async () => {
    const { id } = await postTo(own, own.environment, {}, '{}')
    const started = own.client.shrinks.start({ id, to: 'http://192.0.2.7/hooks' })
    await expect(started).rejects.toMatchObject({ data: { why: { code: 'host-not-allowed' } } })
  })

  test('never sends to our own receiver', async () => {
    const { id } = await postTo(own, own.environment, {}, '{}')
    const started = own.client.shrinks.start({ id, to: own.host.receiverOrigin + own.environment.receiverPath })
    await expect(started).rejects.toMatchObject({ data: { why: { code: 'leads-to-receiver' } } })
  })

  test('ends at its limit of requests with the smallest delivery so far', async () => {
    const to = await start(({ body }) => void (body.data?.items?.length > 10 && fail()))
    const found = await search(own, order, to, { maxRequests: 40 })
    expect(found).toMatchObject({ state: 'limit', sent: 40, clauses: [] })
    expect(found.sentence).toBe('Stopped after 40 requests. A smaller delivery may fail, too.')
    expect(found.size.smallest).toBeLessThan(found.size.original)
  })

  test('is cancelled in the middle of a request, one at a time', async () => {
    const to = await start(() => 'later')
    const { id } = await postTo(own, own.environment, {}, '{"a":1}')
    const { run } = await own.client.shrinks.start({ id, to })
    await expect(own.client.shrinks.start({ id, to })).rejects.toMatchObject({
      data: { why: { code: 'shrink-running' } },
    })
    expect(await own.client.shrinks.cancel({ run })).toMatchObject({ state: 'cancelled' })
  })

  test('stores nothing, and its result is a fixture that expects what a fixed handler answers', async () => {
    const to = await start(({ body }) => void (body.data?.coupon === null && fail()))
    const found = await search(own, withData({ coupon: null }), to)
    expect(await own.client.deliveries.attempts({ id: found.deliveryId })).toEqual([])
    const { fixture } = await own.client.shrinks.fixture({ run: found.run, name: 'coupon', save: true })
    expect(fixture).toEqual(await own.client.fixtures.get({ name: 'coupon' }))
    expect(fixture).toMatchObject({
      description: found.sentence,
      request: { method: 'POST', body: '{"data":{"coupon":null}}' },
      sign: { scheme: 'service', secret: { environment: 'Own' } },
      expect: { status: '2xx' },
    })
    expect(JSON.stringify(fixture).toLowerCase()).not.toContain('hmac')
  })
})
