import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { parseDeliveryFilter } from '../../../src/shared/filter/deliveryFilter.ts'
import { startTestServe, type TestServe } from '../../shells/startTestServe.ts'
import { fuzz, nastyText } from './fuzz.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
  for (let at = 0; at < 5; at++) await serve.client.sandbox.demo()
})
afterAll(async () => serve.stopAll())

const keys = [
  'verdict',
  'type',
  'action',
  'id',
  'object',
  'status',
  'is',
  'size',
  'latency',
  'after',
  'before',
  'method',
  'x',
]
const term = fc.tuple(
  fc.constantFrom('', '-'),
  fc.constantFrom('', ...keys.map((key) => `${key}:`)),
  nastyText,
  fc.boolean(),
)
const filter = fc
  .array(term, { maxLength: 6 })
  .map((terms) => terms.map(([not, key, value, quoted]) => not + key + (quoted ? `"${value}"` : value)).join(' '))

it('any text is a filter or is refused with a sentence, in the page and by the engine', async () => {
  await fuzz('filters', filter, async (text) => {
    parseDeliveryFilter(text, Date.now())
    const search = new URLSearchParams({ limit: '20', filter: text.slice(0, 3000), matches: 'true' })
    const response = await serve.get(`/deliveries?${search}`, { signal: AbortSignal.timeout(10_000) })
    const answer = await response.text()
    if (response.status !== 200 && response.status !== 400)
      throw new Error(`${response.status}: ${answer.slice(0, 300)}`)
  })
})
