/** Sentences about a delivery, without what its sender wrote. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { causeIds } from '../../src/shared/codes/signature/causes.ts'
import { ownText } from '../../src/shared/codes/coded.ts'
import { findingReasonSchema } from '../../src/shared/codes/signature/findings.ts'
import { quotesApart, receivedApart } from '../../src/shared/input/receivedText.ts'
import { schemaDef } from '../../src/shared/input/schemaDef.ts'
import { findingInWords } from '../../src/shared/words/signature/findings.ts'

/** Every value of a schema as far as its codes go: each option of a union once, each list with one of every kind. */
function samplesOf(schema: z.core.$ZodType): unknown[] {
  const def = schemaDef(schema)
  if (def.type === 'string') return [schema === ownText ? 'body-part' : 'CANARY']
  if (def.type === 'number') return [1]
  if (def.type === 'boolean') return [true]
  if (def.type === 'enum') return Object.values(def.entries).slice(0, 1)
  if (def.type === 'literal') return def.values.slice(0, 1)
  if (def.type === 'nullable' || def.type === 'optional') return samplesOf(def.innerType)
  if (def.type === 'array') return [samplesOf(def.element)]
  if (def.type === 'union') return def.options.flatMap(samplesOf)
  if (def.type !== 'object') throw new Error(`No sample of ${def.type}`)
  const fields = Object.entries(def.shape).map(([name, field]) => [name, samplesOf(field)] as const)
  const most = Math.max(1, ...fields.map(([, samples]) => samples.length))
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(fields.map(([name, samples]) => [name, samples[at % samples.length]])),
  )
}

type Why = z.output<typeof findingReasonSchema>

describe('what a finding says', () => {
  const samples = samplesOf(findingReasonSchema) as Why[]
  const [cause] = causeIds

  it('is said without received text, for every code and change', () => {
    expect(samples.length).toBeGreaterThan(35)
    let withReceived = 0
    for (const why of samples) {
      const { value, received } = receivedApart(findingReasonSchema, why)
      const words = JSON.stringify(findingInWords({ cause: cause ?? 'body-part', why: value }))
      expect(words).not.toContain('CANARY')
      if (received.length === 0) expect(words).not.toContain('[untrusted')
      if (received.length > 0) withReceived += 1
    }
    expect(withReceived).toBeGreaterThan(8)
  })
})

describe('a sentence that quotes', () => {
  it('names each text by its number, the longer one where one is a part of another', () => {
    const quotes = ['a.example', 'https://a.example/x']
    expect(quotesApart('To https://a.example/x of a.example.', quotes)).toBe('To [untrusted 2] of [untrusted 1].')
    expect(quotesApart('It says untrusted 1 and 1.', ['1', 'untrusted'])).toBe(
      'It says [untrusted 2] [untrusted 1] and [untrusted 1].',
    )
    expect(quotesApart('Nothing.', [''])).toBe('Nothing.')
  })
})
