/** A contract from a stranger: it may take its own time, and nothing else's. */
import { expect, onTestFinished, test } from 'vitest'
import { defaultLimits, openContract } from '../../src/engine/contracts/openContract.ts'
import { contractFiles, openApi } from './contractFolder.ts'

const limits = { ...defaultLimits, validateMs: 200 }

async function opened(document: unknown) {
  const contract = await openContract({ path: contractFiles({ 'a.json': document }, 'a.json') }, limits)
  onTestFinished(async () => contract.stop())
  const validate = async (message: string, body: unknown) =>
    contract.validate({ headers: ['X-Event', message], body: Buffer.from(JSON.stringify(body)), eventType: null })
  return { ...contract, validate }
}

test('a pattern that explodes ends its validation with the pattern named, and other messages are validated after it', async () => {
  const { validate } = await opened(openApi({ slow: { properties: { a: { pattern: '^(a+)+$' } } }, fast: {} }))
  const exploding = { a: `${'a'.repeat(50)}!` }
  expect(await validate('slow', exploding)).toMatchObject({
    state: 'unfinished',
    message: 'slow',
    matched: { by: 'name' },
    why: { code: 'pattern-timeout', fields: { pattern: '^(a+)+$', message: 'slow' } },
  })
  expect(await validate('fast', {})).toMatchObject({ state: 'held' })
  expect(await validate('slow', { a: 'aaa' })).toMatchObject({ state: 'held' })
  for (let time = 0; time < 3; time += 1) await validate('slow', exploding)
  // It is no longer tried, so the next deliveries cost nothing.
  expect(await validate('slow', { a: 'aaa' })).toMatchObject({ why: { code: 'validation-given-up' } })
  expect(await validate('fast', {})).toMatchObject({ state: 'held' })
})

test(
  '10,000 schemas are read, one of them is validated against, and one more is named as too many',
  { tags: 'full' },
  async () => {
    const names = Array.from({ length: 10_001 }, (_, at) => `event-${at}`)
    const schemas = Object.fromEntries(names.map((name) => [name, { required: [name] }]))
    const { document, validate } = await opened(openApi(schemas))
    expect([document.messages.length, document.problems.map(({ message }) => message)]).toEqual([
      10_000,
      ['The contract has 10001 messages, of which the first 10000 are used. Split it.'],
    ])
    expect(await validate('event-9999', {})).toMatchObject({ violations: [{ pointer: '/event-9999' }] })
  },
)

test('a document of 5 MB is read', async () => {
  const { validate } = await opened(openApi({ large: { description: 'x'.repeat(5 * 1024 * 1024), required: ['id'] } }))
  expect(await validate('large', {})).toMatchObject({ state: 'violated' })
})

test('a document that takes too long to read says so', async () => {
  const path = contractFiles({ 'a.json': openApi({ a: {} }) }, 'a.json')
  const contract = await openContract({ path }, { ...limits, loadMs: 0 })
  onTestFinished(async () => contract.stop())
  expect(contract.document).toMatchObject({ messages: [], problems: [{ why: { code: 'contract-load-timeout' } }] })
})
