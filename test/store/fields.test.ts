import { expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { attempt, delivery, nextIndexed, openTestStore } from './build.ts'
import { filter } from './mixedStore.ts'

const form = { headers: ['Content-Type', 'application/x-www-form-urlencoded'] }

/** Deliveries by number, from 1. */
const bodies: [body: string, changes?: { headers: string[] }][] = [
  ['{"amount":1500,"customer":{"name":"Tulpenveld Export B.V.","email":"jane@tulpenveld.example"},"paid":true}'],
  ['{"amount":129.50,"customer":{"name":"Björk & Söhne"},"created":"2026-03-01T10:00:00Z","refund":null}'],
  ['{"amount":"129.5","items":[{"sku":"a-1","n":2},{"sku":"b/2","n":30}],"tags":["red","deep blue"]}'],
  ['{"id":90071992547409931,"amount":1e3,"v1.0":"x","customer":{"name":"TULPENVELD"}}'],
  ['From=%2B4670&Body=Hello+jane%40x.example', form],
  [`payload=${encodeURIComponent('{"action":"opened","issue":{"number":7}}')}`, form],
  ['{"Message":"{\\"state\\":\\"done\\"}"}', { headers: ['X-GitHub-Event', 'push', 'Content-Type', 'text/plain'] }],
  ['no JSON: amount 1500'],
]

const cases: [text: string, found: number[]][] = [
  ['body.amount:1500', [1]],
  ['body.amount=1500.0', [1]],
  ['body.amount:129.50', [3, 2]],
  ['body.amount:129.5', [3, 2]],
  ['body.amount>129.5', [4, 1]],
  ['body.amount>=129.5 body.amount<1000.01', [4, 3, 2]],
  ['body.amount!=1500', [4, 3, 2]],
  ['-body.amount=1500', [8, 7, 6, 5, 4, 3, 2]],
  ['body.amount:1500|129.5', [3, 2, 1]],
  ['body.id:90071992547409931', [4]],
  ['body.id:90071992547409932', []],
  ['body.customer.name:tulpenveld', [4, 1]],
  ['body.customer.name=TULPENVELD', [4]],
  ['body.customer.name:"export b.v."', [1]],
  ['body.customer.name:tulpen', []],
  ['body.customer.name:bjork', [2]],
  ['body.customer.email:jane@tulpenveld.example', [1]],
  ['body.customer:tulpenveld', []],
  ['exists:body.customer', [4, 2, 1]],
  ['-exists:body.customer', [8, 7, 6, 5, 3]],
  ['exists:body.refund', [2]],
  ['body.refund:null', [2]],
  ['body.paid:true', [1]],
  ['body.created>2026-02-28', [2]],
  ['body.created<2026-03-01', []],
  ['body.items.sku:a-1', [3]],
  ['body.items.0.sku:b/2', []],
  ['body.items.1.sku=b/2', [3]],
  ['body.items.n>29', [3]],
  ['body.tags:blue', [3]],
  ['body/v1.0:x', [4]],
  ['body.From:+4670', [5]],
  ['body.Body:jane@x.example', [5]],
  ['body.issue.number=7', [6]],
  ['body.Message.state:done', [7]],
  ['"jane@x.example"', [5]],
  ['header.x-github-event=push', [7]],
  ['header.X-GitHub-Event:PUSH', [7]],
  ['exists:header.x-absent', []],
  ['object.status:settled', [1]],
  ['object.total>10 body.amount>1', [1]],
  ['body.amount>1 1500', [1]],
]

async function filled(): Promise<Store> {
  const store = await openTestStore()
  const indexed = nextIndexed(store, bodies.length)
  for (const [body, changes] of bodies) await store.append(delivery(body, { request: { ...changes } }))
  await indexed
  const body = Buffer.from('{"status":"settled","total":"12.00"}')
  await store.addAttempt(attempt({ deliveryId: '1', kind: 'follow-up', status: 200, body }))
  return store
}

it('finds by fields of body, header and fetched object', async () => {
  const store = await filled()
  for (const [text, expected] of cases) {
    const { items } = await store.list({ limit: 50, filter: filter(text) })
    expect.soft([text, ...items.map(({ id }) => Number(id))]).toEqual([text, ...expected])
  }
})

it('shows the value that was found', async () => {
  const store = await filled()
  const shown = async (text: string) =>
    (await store.list({ limit: 1, filter: filter(text), matches: 'true' })).items[0]?.match
  expect(await shown('body.items.n>29')).toEqual({ in: 'body', before: 'n: ', text: '30', after: '' })
  expect(await shown('object.status:settled')).toEqual({ in: 'object', before: 'status: ', text: 'settled', after: '' })
})

it('knows the fields that deliveries had, and how many had them', async () => {
  const store = await filled()
  const seen = new Map((await store.seenFields('sandbox')).map(({ place, deliveries }) => [place, deliveries]))
  expect(seen.get('body.amount')).toBe(4)
  expect(seen.get('body.customer.name')).toBe(3)
  for (const place of ['body.items.sku', 'body/v1.0', 'body.issue.number', 'object.status', 'header.x-github-event']) {
    expect([place, seen.get(place)]).toEqual([place, 1])
  }
  expect(await store.seenFields('other')).toEqual([])
})
