import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { senderPresets } from '../../src/shared/signature/schemePresets.ts'
import { sendersPage } from '../../tools/docs/sendersPage.ts'

test('docs/senders.md lists every sender (npm run docs writes it)', () => {
  const page = readFileSync(new URL('../../docs/senders.md', import.meta.url), 'utf8')
  expect(page).toBe(sendersPage())
  for (const { scheme } of senderPresets) expect(page).toContain(`| \`${scheme.id}\` |`)
})
