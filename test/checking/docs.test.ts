import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allProbes } from '../../src/engine/checking/battery.ts'
import { senderPresets } from '../../src/shared/signature/schemePresets.ts'
import { checkSends } from '../../src/shared/words/sending/checks.ts'
import { checkDocs } from '../../tools/docs/checkDocs.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

test('the README has the right numbers of probes and senders, and docs/check.md says how much is sent', () => {
  expect(/(\d+) \[senders\]/.exec(read('README.md'))?.[1]).toBe(String(senderPresets.length))
  expect(/Test\.\*\* (\d+) probes/.exec(read('README.md'))?.[1]).toBe(String(allProbes.length))
  expect(read('docs/check.md')).toContain(checkSends)
})

test('docs/check.md lists every probe (npm run docs writes it)', () => {
  const text = read('docs/check.md')
  expect(text.slice(text.indexOf('## Probes'))).toBe(`## Probes\n\n${checkDocs()}\n`)
})
