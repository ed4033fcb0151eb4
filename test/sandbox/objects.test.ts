import { expect, test } from 'vitest'
import { webhookTypes } from '../../src/shared/model.ts'
import { createRandom, wordsFromSeed } from '../../src/sandbox/state/random.ts'
import { makeIban, makeRoutingNumber } from '../../src/sandbox/kinds/accountNumber.ts'
import { objectKinds } from '../../src/sandbox/kinds/objectKinds.ts'
import { places } from '../../src/sandbox/kinds/places.ts'
import { SandboxRefusal } from '../../src/sandbox/state/sandboxRefusal.ts'
import { call, obtainToken, openSandbox, type Answer } from './support.ts'

async function open(path: string) {
  const sandbox = await openSandbox({ seed: 3 })
  const token = await obtainToken(sandbox)
  const url = `${sandbox.url}${path}`
  const create = (body?: unknown): Promise<Answer> => call(url, { method: 'POST', token, body })
  const update = (id: unknown, body?: unknown): Promise<Answer> =>
    call(`${url}/${String(id)}`, { method: 'PATCH', token, body })
  const read = (rest = ''): Promise<Answer> => call(`${url}${rest}`, { token })
  return { sandbox, token, create, update, read }
}

test('there is a collection for each of the ten types', () => {
  expect(objectKinds.map(({ type }) => type).toSorted()).toEqual(webhookTypes.toSorted())
})

test.each(objectKinds.map((kind) => [kind.resourceType, kind] as const))(
  '%s: created, read, listed and moved on through its states to a final one',
  async (resourceType, kind) => {
    const { sandbox, create, update, read } = await open(kind.collection)
    const made = await create()
    expect(made.status).toBe(201)
    const { id } = made.json
    expect(made.headers['location']).toBe(`${kind.collection}/${String(id)}`)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect((await read(`/${String(id)}`)).json).toEqual(made.json)
    expect((await read()).json).toEqual({ data: [made.json], meta: { pageCount: 1, resourceCount: 1 } })

    let present = made.json
    while (kind.moves[String(present['status'])] !== undefined) {
      const move = kind.moves[String(present['status'])]
      const next = await update(id)
      expect(next.status).toBe(200)
      expect([move?.usual, move?.rare]).toContain(next.json['status'])
      expect(next.json['updatedAtUtc']).not.toBe(present['updatedAtUtc'])
      present = next.json
    }
    const touched = (await update(id)).json
    expect(touched['status']).toBe(present['status'])
    expect(touched).not.toEqual({ ...present, updatedAtUtc: touched['updatedAtUtc'] })

    const listed = sandbox.objects()[0]
    expect(listed).toMatchObject({ resourceType, id, state: touched['status'], updatedAt: touched['updatedAtUtc'] })
    expect(listed?.label).toMatch(/\S/)
    expect(listed?.label).not.toMatch(/undefined|null|\[object/)
  },
)

test('a body is merged: known fields count, the service keeps its own, unknown ones are ignored', async () => {
  const { create, update } = await open('/api/trust/v1/payments')
  const made = await create({ amount: '1250.00', currency: 'EUR', colour: 'red' })
  expect(made.json).toMatchObject({ amount: '1250.00', currency: 'EUR', status: 'created' })
  expect(made.json).not.toHaveProperty('colour')
  const { id } = made.json
  const changed = await update(id, { id: 'other', organizationId: 'other', reference: 'R-1', createdAtUtc: 'never' })
  expect(changed.json).toEqual({ ...made.json, reference: 'R-1', updatedAtUtc: changed.json['updatedAtUtc'] })
  expect(changed.json['updatedAtUtc']).not.toBe(made.json['updatedAtUtc'])
  const settled = await update(id, { status: 'settled' })
  expect(settled.json['settledAtUtc']).toEqual(expect.any(String))
  const same = await update(id, { reference: 'R-1' })
  expect(same.json).toEqual(settled.json)
})

test.each([
  [{ amount: 12.5 }, 'amount'],
  [{ amount: 'twelve' }, 'amount'],
  [{ status: 'lost' }, 'status'],
  [{ counterparty: [] }, 'counterparty'],
  [{ counterparty: null }, 'counterparty'],
  [{ reference: 'x'.repeat(20_000) }, 'reference'],
  [{ colour: 'red' }, '$'],
])('a body that does not fit is refused whole (case %#)', async (body, name) => {
  const { create, read } = await open('/api/trust/v1/payments')
  const { status, json } = await create(body)
  expect(status).toBe(400)
  expect(Object.keys(json['errors'] as object)).toEqual([name])
  expect((await read()).json).toMatchObject({ meta: { resourceCount: 0 } })
})

test('hostile depth and prototype names do no harm', async () => {
  const { create, update, sandbox } = await open('/api/trust/v1/payments')
  const depth = 100_000
  const deep = await create(`{"counterparty":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`)
  expect(deep.status).toBe(400)
  const { id } = (await create()).json
  const named = await update(id, '{"__proto__":{"polluted":true},"constructor":"x","reference":"R-2"}')
  expect(named.status).toBe(200)
  expect(named.json['reference']).toBe('R-2')
  expect({}).not.toHaveProperty('polluted')
  expect(sandbox.objects()).toHaveLength(1)
})

test('lists come in pages, newest first, and bad page numbers are refused', async () => {
  const { sandbox, read } = await open('/api/trust/v1/kycs')
  const ids = Array.from({ length: 5 }, () => sandbox.createObject('kyc').id).toReversed()
  const page = async (query: string): Promise<[string[], unknown]> => {
    const { json } = await read(query)
    return [(json['data'] as { id: string }[]).map(({ id }) => id), json['meta']]
  }
  const meta = { pageCount: 3, resourceCount: 5 }
  expect(await page('?page=1&pageSize=2')).toEqual([ids.slice(0, 2), meta])
  expect(await page('?page=3&pageSize=2')).toEqual([ids.slice(4), meta])
  expect(await page('?page=4&pageSize=2')).toEqual([[], meta])
  for (const query of ['?page=0', '?page=-1', '?page=x', '?pageSize=101', '?pageSize=1.5', '?page=']) {
    expect((await read(query)).status).toBe(400)
  }
})

test('an object is found by its own type and id only', async () => {
  const { sandbox, token, update, read } = await open('/api/trust/v1/payments')
  const { id } = sandbox.createObject('wallet')
  for (const rest of [`/${id}`, '/nothing', '/%2e%2e', `/${id}/more`]) {
    const { status, json } = await read(rest)
    expect([status, json['status']]).toEqual([404, 404])
  }
  expect((await update(id)).status).toBe(404)
  expect((await call(`${sandbox.url}/api/wallet/v1/wallets/${id}`, { token })).status).toBe(200)
  const removed = await call(`${sandbox.url}/api/wallet/v1/wallets/${id}`, { method: 'DELETE', token })
  expect([removed.status, removed.headers['allow']]).toEqual([405, 'GET, PATCH'])
})

test('types are known by either spelling, and an unknown one lists the ten', async () => {
  const sandbox = await openSandbox()
  expect(sandbox.createObject('custodialAccount').resourceType).toBe('CustodialAccount')
  const { id } = sandbox.createObject('CustodialAccount')
  expect(sandbox.updateObject('custodialaccount', id).state).toBe('open')
  const refusal = (action: () => unknown): unknown => {
    try {
      return action()
    } catch (error) {
      return error
    }
  }
  const unknownType = refusal(() => sandbox.createObject('invoice'))
  expect(unknownType).toBeInstanceOf(SandboxRefusal)
  expect(unknownType).toMatchObject({ code: 'unknown-type', message: expect.stringContaining('custodialAccount') })
  expect(refusal(() => sandbox.updateObject('payment', id))).toMatchObject({ code: 'unknown-object' })
})

test('account numbers carry right check digits', () => {
  const random = createRandom(wordsFromSeed(11))
  for (const { country, iban } of places.filter((place) => place.iban !== null)) {
    for (let count = 0; count < 20; count += 1) {
      const number = makeIban(random, country, iban ?? '')
      const digits = `${number.slice(4)}${number.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
        String(letter.charCodeAt(0) - 55),
      )
      expect([number, BigInt(digits) % 97n]).toEqual([number, 1n])
    }
  }
  for (let count = 0; count < 20; count += 1) {
    const digits = makeRoutingNumber(random).split('').map(Number)
    const sum = digits.reduce((total, digit, index) => total + digit * ([3, 7, 1][index % 3] ?? 0), 0)
    expect([digits.length, sum % 10]).toEqual([9, 0])
  }
})
