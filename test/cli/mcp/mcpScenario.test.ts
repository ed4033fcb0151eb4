import { expect, test } from 'vitest'
import { answering, call, refusal, sharedMcpRig } from './mcpRig.ts'

const rig = sharedMcpRig()

test('a scenario runs by its name or text, and says what did not hold, and the mistakes of a file', async () => {
  const handler = await answering(() => [202, 'taken'])
  const storm = { name: 'duplicate-storm', target: handler.url, vars: { sender: 'github', event: 'issues.opened' } }
  expect(await call(rig().sender, 'run_scenario', storm)).toMatchObject({ state: 'held', requests: 51 })
  const text =
    'name: Strict\nenvironment: { sender: github }\nsteps:\n  - send: { body: {} }\n  - expect: { status: 200 }\n'
  const { runId } = await call<{ runId: string }>(rig().sender, 'run_scenario', {
    text,
    target: handler.url,
    seconds: 0,
  })
  expect(await call(rig().sender, 'run_scenario', { runId })).toMatchObject({
    state: 'failed',
    steps: [
      { kind: 'send', state: 'held', status: 202 },
      {
        kind: 'expect',
        line: 5,
        failures: [{ what: 'status', untrustedMessage: 'Expected status 200, but got 202.' }],
      },
    ],
  })
  const wrong = await refusal(rig().sender, 'run_scenario', { text: text.replace('expect', 'exepct') })
  expect(wrong).toContain('Line 5, column 5: No step is named exepct.')
  expect(await refusal(rig().sender, 'run_scenario', {})).toContain('either name or text')
  handler.server.close()
})
