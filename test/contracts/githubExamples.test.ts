/** @module-tag full */
/** GitHub's published contract, and the examples that its users contributed. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createValidator } from '../../src/engine/contracts/createValidator.ts'
import { loadContract } from '../../src/engine/contracts/loadContract.ts'

const document = new URL('generated/api.github.com.json', import.meta.resolve('@octokit/openapi-webhooks'))
const examples = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@octokit/webhooks-examples')), 'utf8')) as {
  name: string
  examples: object[]
}[]

test('all 261 webhooks are read without a problem, and each example is matched by its event and action', () => {
  const contract = loadContract({ path: fileURLToPath(document) })
  const { format, messages, problems } = contract.document
  expect([format, messages.length, problems]).toEqual(['OpenAPI', 261, []])
  const validate = createValidator(contract, {
    matched: () => undefined,
    compiled: () => undefined,
    matching: () => undefined,
  })
  const counts: Record<string, number> = {}
  const rules: Record<string, number> = {}
  const unmatched = new Set<string>()
  for (const { name, examples: bodies } of examples) {
    for (const body of bodies) {
      const { state, message, violations } = validate({ headers: ['X-GitHub-Event', name], body, eventType: null })
      counts[state] = (counts[state] ?? 0) + 1
      for (const { rule } of violations) rules[rule] = (rules[rule] ?? 0) + 1
      if (message === null) unmatched.add(name)
      else expect(message.replaceAll('-', '_').startsWith(name)).toBe(true)
    }
  }
  // Most violations are fields that the document requires and the example has not.
  expect(counts).toEqual({ held: 207, violated: 120, unmatched: 2 })
  expect(rules).toEqual({ required: 203, format: 35, type: 16, enum: 4, oneOf: 2 })
  // Its action is free, so no webhook has its name.
  expect([...unmatched]).toEqual(['repository_dispatch'])
})
