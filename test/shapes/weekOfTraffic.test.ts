import { expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { delivery, nextIndexed, notification, openTestStore } from '../store/build.ts'

/** A generator of numbers from 0 to 1 that gives the same week each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const minutes = 60_000
const monday = Date.UTC(2026, 0, 5)
const names = [
  'Ada Berg',
  'Jo Lindqvist',
  'Mette Holm',
  'Sam Okafor',
  'Yuki Tanaka',
  'Ana Souza',
  'Li Wei',
  'Tom Hardy',
]

/** A body as senders usually send it: optional and nullable fields, enums, free texts, ids, dates, maps, lists of lists. */
function body(type: number, n: number, random: () => number): Body {
  const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const at = new Date(monday + n * 30 * minutes).toISOString()
  const id = () => Math.floor(random() * 1e12).toString(36)
  return {
    id: `obj_${id()}`,
    created: at,
    day: at.slice(0, 10),
    amount: Math.round(random() * 100_000) / (type % 2 === 0 ? 1 : 100),
    currency: one(['EUR', 'USD', 'SEK']),
    status: one(['open', 'pending', 'closed']),
    live: random() < 0.9,
    customer: {
      id: `cus_${id()}`,
      name: one(names),
      email: random() < 0.5 ? null : `${id()}@example.test`,
      note: `${one(names)} said ${id()}`,
    },
    ...(random() < 0.3 ? { coupon: { code: id(), percent: Math.ceil(random() * 50) } } : {}),
    metadata: random() < 0.6 ? { [`order_${id()}`]: id() } : {},
    balances: { [one(['EUR', 'USD', 'SEK'])]: Math.round(random() * 1000) },
    lines: Array.from({ length: Math.floor(random() * 4) }, () => ({
      sku: `S-${id()}`,
      quantity: Math.ceil(random() * 5),
      ...(random() < 0.3 ? { discount: random() } : {}),
      tags: random() < 0.5 ? [] : ['fragile'],
    })),
  }
}

/** The members that changes are planted in. */
type Body = Record<string, unknown> & { customer: Record<string, unknown> }

/** The seven changes of the week: the type, the first delivery with it, and the change of the body. */
const planted: { type: number; from: number; kind: string; path: string; change: (body: Body) => void }[] = [
  { type: 0, from: 120, kind: 'new-field', path: 'data.tax', change: (body) => (body['tax'] = 12) },
  { type: 1, from: 150, kind: 'missing-field', path: 'data.currency', change: (body) => delete body['currency'] },
  { type: 2, from: 200, kind: 'other-type', path: 'data.amount', change: (body) => (body['amount'] = '12.50') },
  {
    type: 3,
    from: 90,
    kind: 'null-value',
    path: 'data.customer.name',
    change: (body) => (body.customer['name'] = null),
  },
  { type: 4, from: 250, kind: 'new-value', path: 'data.status', change: (body) => (body['status'] = 'disputed') },
  {
    type: 5,
    from: 180,
    kind: 'new-field',
    path: 'data.customer.phone',
    change: (body) => (body.customer['phone'] = '+46 8 123'),
  },
  { type: 6, from: 300, kind: 'other-type', path: 'data.lines', change: (body) => (body['lines'] = { total: 2 }) },
]

async function findAll(store: Store): Promise<void> {
  for (;;) {
    const findings = await store.findChanges([])
    await store.addChanges(findings)
    if (findings.pending === 0) return
  }
}

it('finds the seven changes of a week of ten types, and nothing else once they are accepted', async () => {
  const store = await openTestStore()
  const random = dice(7)
  const send = async (from: number, to: number): Promise<void> => {
    const indexed = nextIndexed(store, (to - from) * 10)
    for (let n = from; n < to; n += 1) {
      for (let type = 0; type < 10; type += 1) {
        const data = body(type, n, random)
        for (const plant of planted) if (plant.type === type && n >= plant.from) plant.change(data)
        void store.append(delivery(notification({ resourceType: `Type${type}`, data }), { verdict: 'valid' }))
      }
    }
    await indexed
    await findAll(store)
  }
  await send(0, 306)
  const found = await store.changes({ environment: 'sandbox', all: false }, [])
  const key = (change: { type: string; kind: string; path: string }) => `${change.type} ${change.kind} ${change.path}`
  expect(found.map(({ path, ...rest }) => key({ ...rest, path: path.join('.') })).sort()).toEqual(
    planted.map(({ type, ...rest }) => key({ ...rest, type: `Type${type}` })).sort(),
  )
  expect(
    await store.acceptChanges(
      found.map(({ number }) => number),
      1,
    ),
  ).toBe(7)
  await send(306, 336)
  expect(await store.changes({ environment: 'sandbox', all: false }, [])).toEqual([])
})
