/** Only a part of the body was hashed: said where a field is gone, and never where all are there. */
import { describe, expect, it } from 'vitest'
import { explainInWords } from './explainInWords.ts'
import { buildInput, fullBudget, liveSecret, sign } from './buildInput.ts'

function proofs(body: string, hashed: string) {
  const input = buildInput({ body, header: sign(liveSecret, body), digest: sign(liveSecret, hashed) })
  return explainInWords(input, fullBudget).findings.filter(({ kind }) => kind === 'proof')
}

describe('a part of the body', () => {
  it.each([
    ['keys sorted and 1.0 as 1', '{"b":1.0,"a":"x"}', '{"a":"x","b":1}'],
    ['keys of all levels sorted and 1.0 as 1', '{"b":{"d":1.0,"c":2},"a":"x"}', '{"a":"x","b":{"c":2,"d":1}}'],
    ['keys sorted with numbers first', '{"b":1.0,"a":"x","10":1,"9":2}', '{"9":2,"10":1,"a":"x","b":1}'],
    ['a doubled key once', '{"a":1,"b":2,"a":1}', '{"a":1,"b":2}'],
  ])('is no cause where no field is gone: %s', (_what, body, hashed) => {
    const found = proofs(body, hashed)
    expect(found.length).toBeGreaterThan(0)
    for (const { why } of found) expect(JSON.stringify(why)).not.toContain('body-part')
  })

  it('is named where JSON is written with sorted keys: the order and the number are', () => {
    const [first] = proofs('{"b":1.0,"a":"x"}', '{"a":"x","b":1}')
    expect(first?.cause).toBe('body-key-order')
    expect(first?.recipe).toContain('its keys in another order, its numbers rewritten')
  })

  it.each([
    ['without a field', '{"b":1,"a":"x","c":2}', '{"b":1,"a":"x"}'],
    ['with the fields that a list of names keeps', '{"b":{"d":1},"a":"x"}', '{"a":"x","b":{}}'],
  ])('is the cause %s', (_what, body, hashed) => {
    expect(proofs(body, hashed)[0]?.cause).toBe('body-part')
  })
})
