import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { causesTable } from './causesTable.ts'

it('the table of causes in the documentation says what Hookscope says (npm run docs writes it)', () => {
  const written = readFileSync(new URL('../../../docs/causes.md', import.meta.url), 'utf8')
  expect(written).toBe(causesTable())
})
