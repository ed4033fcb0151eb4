import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextEvent } from '../build/startTestHost.ts'
import { aRule, startResponsesHost, type ResponsesHost } from './startResponsesHost.ts'

let test: ResponsesHost

beforeAll(async () => {
  test = await startResponsesHost()
})
afterAll(async () => test.stop())

const statuses = async (environment: Parameters<ResponsesHost['send']>[0], count: number, body = '{}') => {
  const got: number[] = []
  for (let index = 0; index < count; index += 1) got.push((await test.send(environment, { body })).status)
  return got
}

describe('which rule answers', () => {
  it('the first that matches answers, and the delivery names it', async () => {
    const environment = await test.withRules([
      aRule({ id: 'off', enabled: false, answer: { status: 501 } }),
      aRule({ id: 'payments', name: 'Payments fail', when: { filter: '"the payment"' }, answer: { status: 503 } }),
      aRule({ id: 'rest', name: 'The rest', answer: { status: 202, body: 'taken' } }),
    ])
    const first = await test.sendAndRead(environment, { body: '{"text":"the payment of today"}' })
    expect(first.got.status).toBe(503)
    expect(first.delivery).toMatchObject({
      answeredStatus: 503,
      answeredBy: { kind: 'response-rule', ruleId: 'payments', name: 'Payments fail' },
      answer: { status: 503, nth: 1, ending: 'sent', remarks: [] },
    })
    expect(await test.send(environment, { body: '{"text":"a payment"}' })).toMatchObject({ status: 202, text: 'taken' })
  })

  it('a field of the body or a header decides', async () => {
    const large = aRule({
      id: 'large',
      when: { filter: 'body.amount>100 header.x-kind:refund' },
      answer: { status: 503 },
    })
    const environment = await test.withRules([large])
    const headers = { 'X-Kind': 'refund' }
    expect(await test.send(environment, { body: '{"amount":129.5}', headers })).toMatchObject({ status: 503 })
    expect(await test.send(environment, { body: '{"amount":99}', headers })).toMatchObject({ status: 200 })
    expect(await test.send(environment, { body: '{"amount":129.5}' })).toMatchObject({ status: 200 })
  })

  it('a body that is nested too deep for a template is stored and answered all the same', async () => {
    const body = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const rule = aRule({ answer: { status: 202, body: '{{json:/a}}' } })
    const { got, delivery } = await test.sendAndRead(await test.withRules([rule]), { body })
    expect(got.status).toBeLessThan(500)
    expect(delivery.size).toBe(body.length)
  })

  it('without a rule the answer is 200, and nothing else is said', async () => {
    const { got, delivery } = await test.sendAndRead(await test.withRules([]), { body: '{}' })
    expect(got).toMatchObject({ status: 200, text: '' })
    expect(delivery).toMatchObject({ answeredStatus: 200, answeredBy: null })
    expect(delivery.answer).toBeUndefined()
  })

  it('counts since it was switched on: the first two, every third, a chance with a seed', async () => {
    const firstTwo = await test.withRules([aRule({ when: { nth: { to: 2 } } })])
    expect(await statuses(firstTwo, 4)).toEqual([500, 500, 200, 200])
    const everyThird = await test.withRules([aRule({ when: { nth: { every: 3 } } })])
    expect(await statuses(everyThird, 7)).toEqual([200, 200, 500, 200, 200, 500, 200])
    const chance = { when: { chance: { of: 0.5, seed: 7 } } }
    const drawn = await statuses(await test.withRules([aRule(chance)]), 12)
    expect(new Set(drawn)).toEqual(new Set([200, 500]))
    expect(await statuses(await test.withRules([aRule(chance)]), 12)).toEqual(drawn)
  })

  it('goes on counting after a restart, and begins again when it is switched off and on', async () => {
    const rule = aRule({ when: { nth: { to: 3 } } })
    const environment = await test.withRules([rule])
    expect(await statuses(environment, 2)).toEqual([500, 500])
    await test.restart()
    expect(await statuses(environment, 2)).toEqual([500, 200])
    const { id } = environment
    const { rules } = await test.client.environments.responseRules({ id })
    expect(rules).toMatchObject([{ state: 'on', matched: 4, answered: 3 }])
    await test.client.environments.setResponseRules({ id, rules: [{ ...rule, enabled: false }] })
    await test.client.environments.setResponseRules({ id, rules: [rule] })
    expect(await statuses(environment, 1)).toEqual([500])
  })

  it('ends at its end time', async () => {
    const until = new Date(Date.now() + 400).toISOString()
    const environment = await test.withRules([aRule({ until })])
    expect(await statuses(environment, 1)).toEqual([500])
    await nextEvent(test.host, (event) =>
      event.type === 'status' && !event.status.responseRules.some((rule) => rule.environmentId === environment.id)
        ? true
        : undefined,
    )
    expect(await statuses(environment, 1)).toEqual([200])
    const { rules } = await test.client.environments.responseRules({ id: environment.id })
    expect(rules).toMatchObject([{ state: 'ended' }])
  })

  it('takes sub-paths and other methods where they are open, and answers 404 and 405 where they are not', async () => {
    const closed = await test.withRules([aRule({ when: { path: '/orders/*' } })])
    expect(await test.send(closed, { below: '/orders/7' })).toMatchObject({ status: 404 })
    expect(await test.send(closed, { method: 'GET' })).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    const open = await test.withRules([aRule({ when: { path: '/orders/*' } })], { methods: ['GET'], subPaths: true })
    expect(await test.send(open, { below: '/orders/7?a=b' })).toMatchObject({ status: 500 })
    expect(await test.send(open, { below: '/other' })).toMatchObject({ status: 200 })
    expect(await test.send(open, { method: 'GET' })).toMatchObject({ status: 200 })
    expect(await test.send(open, { method: 'PUT' })).toMatchObject({ status: 405, headers: { allow: 'POST, GET' } })
    const hello = await test.withRules([aRule({ when: { method: 'GET' }, answer: { status: 200, body: 'hello' } })])
    expect(await test.send(hello, { method: 'GET' })).toMatchObject({ status: 200, text: 'hello' })
  })
})

describe('what is answered', () => {
  it('status, headers that come twice, and a body made from the request', async () => {
    const environment = await test.withRules([
      aRule({
        answer: {
          status: 201,
          headers: [
            ['Content-Type', 'application/json'],
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
            ['X-Request', '{{header:x-request-id|none}}'],
          ],
          body: '{"id":"{{json:/data/id}}","amount":{{json:/data/amount}},"delivery":{{id}},"nth":{{nth}},"raw":"\\{{"}',
        },
      }),
    ])
    const { got, delivery } = await test.sendAndRead(environment, {
      body: '{"data":{"id":"a\\"b\\nc","amount":1.50}}',
      headers: { 'x-request-id': 'r-1' },
    })
    expect(got.headers).toMatchObject({
      'set-cookie': ['a=1', 'b=2'],
      'x-request': 'r-1',
      'x-content-type-options': 'nosniff',
    })
    expect(got.text).toBe(`{"id":"a\\"b\\nc","amount":1.50,"delivery":${delivery.id},"nth":1,"raw":"{{"}`)
  })

  it.each([
    ['a field that is missing', '{{json:/id}}', '{}', 'template-value-missing'],
    ['a body that is no JSON', '{{json:/id}}', 'id=7', 'template-body-unreadable'],
  ])('a template that fails (%s) gets the ordinary answer, and the delivery says why', async (_, text, body, code) => {
    const environment = await test.withRules([aRule({ answer: { status: 418, body: text } })])
    const { got, delivery } = await test.sendAndRead(environment, { body })
    expect(got.status).toBe(200)
    expect(delivery).toMatchObject({ answeredStatus: 200, answeredBy: null, answer: { remarks: [{ why: { code } }] } })
    expect(delivery.answer?.remarks[0]?.message).toContain('The ordinary answer was sent.')
  })

  it('a value never ends a header and begins another', async () => {
    const environment = await test.withRules([
      aRule({ answer: { status: 302, headers: [['Location', 'https://app.test/{{json:/next}}']] } }),
    ])
    const body = JSON.stringify({ next: 'x\r\nSet-Cookie: a=b' })
    const { got, delivery } = await test.sendAndRead(environment, { body })
    expect(got.status).toBe(200)
    expect(got.headers).not.toHaveProperty('set-cookie')
    expect(delivery.answer?.remarks).toMatchObject([{ why: { code: 'template-value-in-header' } }])
  })

  it('breaks the connection before the first byte, in the middle, or after so many bytes', async () => {
    const body = 'x'.repeat(100)
    const before = await test.sendAndRead(await test.withRules([aRule({ answer: { status: 200, reset: 'before' } })]))
    expect(before.got).toMatchObject({ status: 0, broke: 'ECONNRESET' })
    expect(before.delivery).toMatchObject({ answeredAt: null, answer: { reset: 'before', ending: 'reset' } })
    expect(before.delivery.answeredStatus).toBe(0)
    const middle = await test.send(await test.withRules([aRule({ answer: { status: 200, body, reset: 'middle' } })]))
    expect(middle).toMatchObject({ status: 200, text: 'x'.repeat(50), broke: 'ECONNRESET' })
    const short = await test.send(await test.withRules([aRule({ answer: { status: 200, body, truncateAt: 10 } })]))
    expect(short).toMatchObject({ status: 200, text: 'x'.repeat(10), broke: 'ECONNRESET' })
    expect(short.headers['content-length']).toBe('100')
  })

  it('delays an answer: the delivery is stored at once, and says later what became of it', async () => {
    const environment = await test.withRules([aRule({ answer: { status: 202, delayMs: 300 } })])
    const ended = nextEvent(test.host, (event) =>
      (event.type === 'verdict' || event.type === 'delivery') && event.delivery.environmentId === environment.id
        ? event.delivery.answeredStatus || undefined
        : undefined,
    )
    const { got, delivery } = await test.sendAndRead(environment, { body: '{}' })
    expect(got.status).toBe(202)
    expect(delivery.committedAt).not.toBeNull()
    expect(await ended).toBe(202)
    const after = await test.client.deliveries.get({ id: delivery.id })
    expect(after.answer).toMatchObject({ ending: 'sent', delayMs: 300 })
    expect(Date.parse(after.answeredAt ?? '') - Date.parse(after.receivedAt)).toBeGreaterThanOrEqual(299)
  })

  it('delayed answers go out at once on stop', { timeout: 10_000 }, async () => {
    const environment = await test.withRules([aRule({ answer: { status: 202, delayMs: 60_000 } })])
    const arrival = nextEvent(test.host, (event) =>
      event.type === 'delivery' && event.delivery.environmentId === environment.id ? event.delivery : undefined,
    )
    const answer = test.send(environment, { body: '{}' })
    const { id, answeredStatus } = await arrival
    expect(answeredStatus).toBe(0)
    await test.restart()
    expect(await answer).toMatchObject({ status: 202 })
    expect(await test.client.deliveries.get({ id })).toMatchObject({
      answeredStatus: 202,
      answer: { ending: 'sent-early' },
    })
  })
})

describe('what is refused, and what can never match', () => {
  const put = async (rule: Parameters<typeof aRule>[0]) => {
    const { id } = await test.withRules([])
    return test.client.environments.setResponseRules({ id, rules: [aRule(rule)] })
  }

  it.each([
    ['a filter that is none', { when: { filter: 'verdict:nonsense' } }, 'cannot be read'],
    ['what is known only later', { when: { filter: 'status:done' } }, 'only after the answer'],
    ['a field of the object', { when: { filter: 'object.status:settled' } }, 'only after the answer'],
    ['a length by hand', { answer: { status: 200, headers: [['content-length', '5']] } }, 'Hookscope writes'],
    ['a line feed in a header', { answer: { status: 200, headers: [['X-A', 'a\nb']] } }, 'no header may have'],
    ['a body of a 204', { answer: { status: 204, body: 'x' } }, 'has no body'],
    ['a template that is none', { answer: { status: 200, body: '{{jsn:/id}}' } }, 'is no template'],
    ['a template that is open', { answer: { status: 200, body: '{{json:/id' } }, 'has no "}}"'],
    ['nothing to truncate', { answer: { status: 200, truncateAt: 5 } }, 'does not have'],
  ] satisfies [string, Parameters<typeof aRule>[0], string][])('%s', async (_, rule, sentence) => {
    await expect(put(rule)).rejects.toThrow(sentence)
  })

  it.each([
    ['an end time that is over', { until: '2020-01-01T00:00:00Z' }, 'rule-ended'],
    ['a sub-path that is closed', { when: { path: '/orders' } }, 'rule-path-closed'],
    ['nth that never comes', { when: { nth: { from: 5, to: 2 } } }, 'rule-nth-empty'],
    ['a method against the filter', { when: { method: 'GET', filter: 'method:POST' } }, 'rule-methods-differ'],
  ] satisfies [string, Parameters<typeof aRule>[0], string][])('%s', async (_, rule, code) => {
    expect((await put(rule)).remarks).toMatchObject([{ ruleId: 'rule', why: { code } }])
  })

  it('what GET answers can be put back, as a file', async () => {
    const { id } = await test.withRules([aRule()], { subPaths: true })
    const file = await test.client.environments.responseRules({ id })
    const other = await test.withRules([])
    expect(await test.client.environments.setResponseRules({ ...file, id: other.id })).toMatchObject({
      rules: [{ id: 'rule' }],
      subPaths: true,
    })
  })
})
