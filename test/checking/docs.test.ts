import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDocs } from '../../tools/checkDocs.ts'

test('docs/check.md lists every probe (npm run docs writes it)', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/check.md'), 'utf8')
  expect(text.slice(text.indexOf('## Probes'))).toBe(`## Probes\n\n${checkDocs()}\n`)
})
