import { afterEach, beforeEach, expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../build/startTestHost.ts'

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

it('counts what came in spans of time, and says up to which delivery', async () => {
  const from = new Date(Date.now() - 60_000).toISOString()
  await test.client.sandbox.demo()
  const came = nextDelivery(test.host, ({ verdict }) => verdict === 'unsigned')
  await test.client.sandbox.sendSpecial({ kind: 'unsigned' })
  const { id } = await came
  const to = new Date(Date.now() + 60_000).toISOString()
  const rate = await test.client.rates({ environment: 'sandbox', from, to, buckets: 4 })
  expect(rate).toMatchObject({ from, to, upTo: id, behind: 0, stepMs: (Date.parse(to) - Date.parse(from)) / 4 })
  expect(rate.buckets.map(({ at }) => at)[0]).toBe(from)
  const sum = (verdict: 'valid' | 'unsigned') =>
    rate.buckets.reduce((total, { byVerdict }) => total + (byVerdict[verdict] ?? 0), 0)
  expect([sum('valid'), sum('unsigned')]).toEqual([1, 1])
  expect(rate.buckets.reduce((total, bucket) => total + bucket.total, 0)).toBe(2)
  const narrowed = await test.client.rates({ from, to, buckets: 1, filter: '-verdict:valid' })
  expect(narrowed.buckets.map(({ byVerdict }) => byVerdict)).toEqual([{ unsigned: 1 }])
})

it('says in a sentence what it cannot count', async () => {
  const span = { from: '2026-03-01T12:00:00Z', to: '2026-03-01T12:00:00Z' }
  await expect(test.client.rates(span)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(test.client.rates({ from: 'now', to: span.to })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const later = { ...span, to: '2026-03-02T12:00:00Z' }
  await expect(test.client.rates({ ...later, filter: 'refund' })).rejects.toThrow('Words are not counted')
  await expect(test.client.rates({ ...later, filter: 'verdict:good' })).rejects.toThrow('There is no verdict')
})
