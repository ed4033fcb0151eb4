import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writeCode } from '../../src/host/shapeCode/writeCode.ts'
import { codeLanguageFacts, codeLanguages } from '../../src/shared/codeLanguages.ts'
import { delivery, nextIndexed, openTestStore, temporaryFolder } from '../store/build.ts'
import { runners } from './runners.ts'

/** A body with what code has to cope with: options, nulls, unions, maps, enums, names that are keywords or no names. */
const bodyOf = (n: number): Record<string, unknown> => ({
  organizationId: 'cbbb36e0-f507-40e8-a839-c8982de5c2da',
  action: 'settle',
  id: `evt_${n}`,
  resourceId: `pay_${n}`,
  resourceType: 'payment.settled',
  createdAtUtc: '2026-01-31T12:00:00.123Z',
  amount: n * 10,
  rate: n / 3,
  state: n % 3 === 0 ? 'open' : 'requires_capture',
  live: n % 2 === 0,
  customer: n % 4 === 0 ? null : { name: `Jane ${n}`, email: n % 3 === 0 ? null : 'jane@example.test' },
  lines: Array.from({ length: n % 4 }, (_, line) => ({ sku: `s${line}`, ...(line === 1 ? { note: 'fragile' } : {}) })),
  metadata: { [`key-${n}`]: 'x' },
  reference: n % 2 === 0 ? n : `R${n}`,
  class: 'a',
  'billing-address': { 'line 1': `Street ${n}` },
  ...(n % 3 === 0 ? { coupon: { percent: n } } : {}),
  empty: [],
})
const bodies = Array.from({ length: 60 }, (_, n) => bodyOf(n))

async function storedSchema() {
  const store = await openTestStore()
  const indexed = nextIndexed(store, bodies.length)
  for (const body of bodies) void store.append(delivery(JSON.stringify(body), { verdict: 'valid' }))
  await indexed
  return (await store.shape('sandbox', 'body', 'payment.settled', [])).schema
}

describe('code from a shape', () => {
  it('is written in every language, with the fields in it', async () => {
    const schema = await storedSchema()
    for (const language of codeLanguages) {
      const code = await writeCode(schema, 'payment.settled', language)
      expect([language, /customer/i.test(code), /requires_capture/.test(code)]).toEqual([language, true, true])
    }
  })

  it('as a JSON Schema takes every stored body, and refuses a text for a number', async () => {
    const schema = z.fromJSONSchema(await storedSchema())
    expect(bodies.filter((body) => !schema.safeParse(body).success)).toEqual([])
    expect(schema.safeParse({ ...bodyOf(1), amount: 'twelve' }).success).toBe(false)
  })

  it('never lets a name that a sender chose end a comment or a line', async () => {
    const evil = ['a\nevil()', 'b?>evil', 'c*/evil', 'd\u2028evil', '"evil', "'evil", '\\evil', '`evil${1}', '#{evil}']
    const properties = Object.fromEntries(evil.map((name) => [name, { type: 'string' }]))
    for (const language of codeLanguages.filter((each) => each !== 'schema')) {
      const code = await writeCode({ type: 'object', properties, required: evil }, 'x*/\nevil ?>', language)
      expect([language, code.match(/^evil|\?>|\*\/evil|\u2028/m)]).toEqual([language, null])
    }
  })
})

describe('a name that a language would not read as that name is left out', () => {
  it.each([
    ['ruby', '#{evil}'],
    ['php', "'.evil().'"],
    ['php', 'a\\'],
    ['go', '-'],
    ['go', 'amount,string'],
    ['go', 'it"s'],
  ] as const)('in %s: %s', async (language, name) => {
    const properties = { [name]: { type: 'string' }, total: { type: 'integer' } }
    const code = await writeCode({ type: 'object', properties, required: ['total', name] }, 'order', language)
    expect(code).not.toContain(language === 'go' ? `json:"${name}` : name)
    expect(code).toMatch(/total/i)
  })
})

describe.each(runners)('the $language code', { tags: ['full'] }, ({ language, found, compile }) => {
  const missing = 'missing' in found ? ` (not run: ${found.missing})` : ''
  it.skipIf(missing !== '')(
    `reads every stored body, and refuses a text for a number${missing}`,
    { timeout: 120_000 },
    async () => {
      const folder = join(temporaryFolder(), language)
      await mkdir(folder, { recursive: true })
      const run = await compile(folder, await writeCode(await storedSchema(), 'payment.settled', language))
      const [good, changed] = [join(folder, 'good.ndjson'), join(folder, 'changed.ndjson')]
      await writeFile(good, `${bodies.map((body) => JSON.stringify(body)).join('\n')}\n`)
      await writeFile(changed, `${JSON.stringify({ ...bodyOf(1), amount: 'twelve' })}\n`)
      expect(await run(good)).toMatchObject({ status: 0, stderr: '' })
      expect((await run(changed)).status).not.toBe(0)
      expect(codeLanguageFacts[language].tested).toBe(true)
    },
  )
})
