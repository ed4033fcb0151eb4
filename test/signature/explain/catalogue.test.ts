import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { causes } from '../../../src/shared/words/signature/causes/causes.ts'
import { causesTable } from './causesTable.ts'
import { explainedExample } from './explainInWords.ts'
import { examples } from './examples.ts'

describe('the catalogue of causes', () => {
  it.each(examples.map((example) => [example.cause, example.title, example] as const))(
    'explains %s: %s',
    (cause, _title, example) => {
      const input = example.make()
      const { state, findings, complete } = explainedExample(example)
      const [first] = findings
      expect(first?.cause, JSON.stringify(findings.slice(0, 3), null, 1)).toBe(cause)
      expect(complete).toBe(true)
      expect(first?.title).not.toBe('')
      expect(first?.advice).toMatch(/[.!?]$/)
      expect(first?.recipe).toMatch(/[.]$/)
      if (first?.kind !== 'proof') return
      expect(state).toBe('explained')
      expect(first.steps.length).toBeGreaterThan(1)
      if (first.secret !== null) {
        expect(first.recipe).toContain(`"${first.secret.label}" (${first.secret.fingerprint})`)
        expect(input.secrets.map(({ fingerprint }) => fingerprint)).toContain(first.secret.fingerprint)
      }
    },
  )

  it('has an example of every cause that it can name', () => {
    const shown = new Set(examples.map(({ cause }) => cause))
    expect(Object.keys(causes).filter((cause) => !shown.has(cause))).toEqual([])
  })

  it('never shows the bytes of a secret', () => {
    for (const example of examples) {
      const input = example.make()
      const told = JSON.stringify(explainedExample(example))
      for (const { bytes } of input.secrets) {
        const text = Buffer.from(bytes).toString('utf8').trim()
        if (text.length > 10) expect(told).not.toContain(text)
      }
    }
  })

  it('is the table in the documentation (npm run docs writes it)', () => {
    const written = readFileSync(new URL('../../../docs/causes.md', import.meta.url), 'utf8')
    expect(written).toBe(causesTable())
  })
})
