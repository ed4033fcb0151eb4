import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { schemePresets } from '../../../src/shared/signature/schemePresets.ts'
import { buildInput, fullBudget, liveSecret, secret, sign } from './buildInput.ts'
import { fewAndAll } from '../../support/fewAndAll.ts'

const deep = 100_000
const unknown = sign('nobody knows this one', 'x')

/** A clock that runs out after `times` questions: the engine may not look at a real one. */
function askedAtMost(times: number) {
  let left = times
  return { isSpent: () => left-- <= 0, bytes: 256_000_000 }
}

describe('bad input', () => {
  it.each([
    ['an empty body', ''],
    ['a body that is not UTF-8', Buffer.from('fffe00c0af80', 'hex')],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['arrays 100,000 deep', '['.repeat(deep) + ']'.repeat(deep)],
    ['objects 100,000 deep', '{"a":'.repeat(deep) + '1' + '}'.repeat(deep)],
    ['JSON that never ends', '['.repeat(deep)],
    ['numbers beyond every range', '[1e999,-1e999,1e-999,0.000000000000000000001,123456789012345678901234567890e500]'],
    ['names of prototypes', '{"__proto__":{"a":1},"constructor":2,"toString":null}'],
    ['a NUL and every control character', Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte))],
    ['a body that claims to be gzip', Buffer.from('1f8b0800000000000003ffffffffffffffffffffffffffff', 'hex')],
  ])('ends without a proof for %s', (_name, body) => {
    const { state, findings } = explain(buildInput({ body, header: unknown }), {
      isSpent: () => false,
      bytes: 5_000_000,
    })
    expect(state).toBe('unexplained')
    expect(findings.filter(({ kind }) => kind === 'proof')).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['white space', '   '],
    ['a megabyte of letters', 'A'.repeat(1_000_000)],
    ['a megabyte of commas', ','.repeat(1_000_000)],
    ['a megabyte of parts', `${unknown}, `.repeat(22_000)],
    ['a megabyte of percent signs', '%25'.repeat(330_000)],
    ['a megabyte of quotes', '"'.repeat(1_000_000)],
    ['a megabyte of spaces between letters', 'a b '.repeat(250_000)],
    ['invalid base64', 'jeY*WGRS5RPYKG4K5Rv7PA7GmWW9GdQwwKvDUOuKo+8='],
  ])('ends without a proof when the header is %s', (_name, header) => {
    const { state } = explain(buildInput({ body: '{"a":1}', header }), fullBudget)
    expect(state).toBe('unexplained')
  })

  it('finds the right one at the front of a megabyte of values', () => {
    const header = `${sign(liveSecret, 'x')}, ${'z, '.repeat(300_000)}`
    expect(explain(buildInput({ body: 'x', header }), fullBudget).findings[0]?.cause).toBe('header-folded')
  })

  it('takes 10 MB within its bytes, and still finds what is common', { tags: 'full' }, () => {
    const body = JSON.stringify(
      { list: Array.from({ length: 70_000 }, () => randomBytes(64).toString('hex')) },
      null,
      1,
    )
    expect(body.length).toBeGreaterThan(9_000_000)
    const input = buildInput({
      body,
      header: sign(liveSecret, body),
      digest: sign(liveSecret, JSON.stringify(JSON.parse(body))),
    })
    const { findings, complete } = explain(input, fullBudget)
    expect(findings[0]?.cause).toBe('body-reserialised')
    expect(complete).toBe(false)
  })

  it('finds a line feed at the end of the secret before it writes 10 MB of JSON again', () => {
    const body = JSON.stringify(Array.from({ length: 70_000 }, () => randomBytes(70).toString('hex')))
    const input = buildInput({ body, header: sign(`${liveSecret}\n`, body) })
    const { findings } = explain(input, { isSpent: () => false, bytes: body.length * 8 })
    expect(findings[0]?.cause).toBe('secret-whitespace')
  })

  it.each([
    ['10 MB of open brackets', '['.repeat(10_000_000)],
    ['10 MB of brackets', '['.repeat(5_000_000) + ']'.repeat(5_000_000)],
    ['objects 9,000 deep', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ])('asks for the time while it reads and writes %s', (_name, body) => {
    const { complete, tried } = explain(buildInput({ body, header: unknown }), askedAtMost(40))
    expect(complete).toBe(false)
    expect(tried).toBeLessThan(45)
  })

  it('stops when the budget is spent, keeps what it has found and says that it is not complete', () => {
    const given = { body: '{"a":1}', header: sign(liveSecret, '{"a": 1}') }
    const ends = Array.from({ length: 60 }, (_none, index) => explain(buildInput(given), askedAtMost(index * 25)))
    const found = ends.findIndex(({ state }) => state === 'explained')
    expect(found).toBeGreaterThan(1)
    expect(ends[found]).toMatchObject({ complete: false, findings: [{ cause: 'body-python-spacing' }] })
    for (const { state, complete } of ends.slice(0, found)) expect([state, complete]).toEqual(['unexplained', false])
    for (const { state } of ends.slice(found)) expect(state).toBe('explained')
    expect(explain(buildInput(given), fullBudget)).toMatchObject({ state: 'explained', complete: true })
    expect(explain(buildInput({ body: '{"a":1}', header: unknown }), askedAtMost(0))).toMatchObject({
      state: 'unexplained',
      tried: 0,
      complete: false,
    })
    expect(explain(buildInput({ body: '{"a":1}', header: unknown }), { isSpent: () => false, bytes: 0 })).toMatchObject(
      { state: 'unexplained', complete: false },
    )
  })

  fewAndAll('never throws and never proves anything, whatever bytes come', [15, 1000], (numRuns) => {
    const anything = fc.record({
      body: fc.uint8Array({ maxLength: 80 }),
      header: fc.oneof(fc.string({ unit: 'binary', maxLength: 90 }), fc.array(fc.string(), { maxLength: 3 })),
      secrets: fc.array(
        fc.uint8Array({ maxLength: 80 }).map((bytes) => secret(bytes)),
        { maxLength: 3 },
      ),
      scheme: fc.constantFrom(...schemePresets),
      headers: fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 6 }),
      urls: fc.array(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), { maxLength: 3 }),
      contentLength: fc.option(fc.nat()),
      receivedAt: fc.option(fc.double()),
    })
    fc.assert(
      fc.property(anything, fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), (given, digest) => {
        const input = buildInput(digest === undefined ? given : { ...given, digest })
        expect(explain(input, fullBudget).findings.filter(({ kind }) => kind === 'proof')).toEqual([])
      }),
      { numRuns },
    )
  })
})
