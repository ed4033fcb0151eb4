import { expect, test } from 'vitest'
import { senderIcons } from '../../../src/renderer/ui/basics/senderIcons.ts'
import { senderPreset } from '../../../src/shared/signature/schemePresets.ts'

test('every icon belongs to a preset and is a path', () => {
  for (const [id, path] of Object.entries(senderIcons)) {
    expect(senderPreset(id), id).toBeDefined()
    expect(path, id).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/)
  }
})

test.each([
  'stripe',
  'github',
  'gitlab',
  'shopify',
  'paypal',
  'square',
  'linear',
  'jira',
  'zendesk',
  'hubspot',
  'clerk',
])('%s has an icon', (id) => {
  expect(senderIcons[id]).toBeDefined()
})
