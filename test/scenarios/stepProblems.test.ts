import { expect, test } from 'vitest'
import { type PlanOptions, planScenario } from '../../src/shared/scenarios/planScenario.ts'

const options: PlanOptions = { env: {}, allowCommands: false, seed: 1, now: Date.UTC(2026, 0, 31, 12) }
const withSteps = (steps: string) => `name: Test\nsteps:\n${steps}`

test.each<[what: string, text: string, problem: string, more?: Partial<PlanOptions>]>([
  [
    'a number that would be rounded',
    withSteps('  - send: { body: { id: 9007199254740993 } }'),
    '3:25 This number has more digits than are kept. Write the body around it as a text; expect it as an expression, such as "/^9007199254740993$/".',
  ],
  [
    'a number beyond all',
    withSteps(`  - send: { body: { id: +${'9'.repeat(400)} } }`),
    '3:25 This number has more digits than are kept. Write the body around it as a text; expect it as an expression, such as "/^9007199254740993$/".',
  ],
  [
    'a number beyond its limit',
    withSteps('  - repeat: { times: 0, step: { resend: a } }'),
    '3:22 It takes a whole number from 1 to 10000.',
  ],
  [
    'an expectation of nothing',
    withSteps('  - wait: 1s\n  - expect: { status: 200 }'),
    '4:13 No step before this one sends anything, so there is no answer to expect.',
  ],
  [
    'an object outside of the sandbox',
    'name: a\nenvironment: { sender: stripe }\nsteps: [{ create: Payment }]',
    '3:19 Only the sandbox has objects to create. Leave environment out, or set it to sandbox.',
  ],
  [
    'an expression that cannot be read',
    withSteps('  - send: { body: {} }\n  - expect: { body: { /a: "/(/" } }'),
    '4:27 This expression cannot be read: Invalid regular expression: /(/: Unterminated group.',
  ],
  [
    'a variable that the file does not have, and only that one',
    'name: a\nvars: { amount: 1 }\nsteps: [{ say: "${vars.amount}" }]',
    '2:1 The file has no variable amuont, which --var sets. Did you mean amount?',
    { vars: { amuont: '2' } },
  ],
])('%s is a mistake that is known before anything is sent', (_what, text, problem, more = {}) => {
  const planned = planScenario(text, { ...options, ...more })
  const problems = planned.ok ? [] : planned.problems
  expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([problem])
})
