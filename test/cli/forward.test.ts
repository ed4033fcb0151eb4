import { expect, test } from 'vitest'
import type { ForwardRules } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { runHere } from './runHere.ts'

test('forward adds a rule where nothing runs, lists it, and says what is wrong', async () => {
  const folder = scratchFolder()
  const run = async (...args: string[]) => runHere(['forward', ...args, '--data', folder.path])
  const added = await run('http://127.0.0.1:3000/hooks', '--filter', 'type:payment', '--timeout', '5s', '--json')
  expect([added.code, added.stderr]).toEqual([0, ''])
  const [rule] = (JSON.parse(added.stdout) as ForwardRules).rules
  expect(rule).toMatchObject({ name: '127.0.0.1:3000', when: { filter: 'type:payment' }, timeoutMs: 5000, retries: 3 })
  const refused = await run('http://192.0.2.7:80')
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain('192.0.2.7 is not this machine')
  const doubled = await run('http://127.0.0.1:3000/hooks', '--filter', 'type:payment')
  expect([doubled.code, doubled.stdout]).toEqual([2, ''])
  expect(doubled.stderr).toContain('The rule "127.0.0.1:3000" sends the same deliveries to the same address already')
  const paused = await run('--pause', rule?.id ?? '')
  expect(paused.stdout).toMatch(
    /^paused .*type:payment → http:\/\/127\.0\.0\.1:3000\/hooks {2}0 waiting, 0 passed over\n$/,
  )
  folder.remove()
})
