import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ResponseRules } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { runHere } from '../runHere.ts'
import { serveHere } from '../serve/serveHere.ts'

test('rules apply a file to the running instance, which then answers so; off, alone and the file again work too', async () => {
  const folder = scratchFolder()
  const data = join(folder.path, 'data')
  const file = join(folder.path, 'rules.json')
  const rules = async (...words: string[]) => {
    const { code, stdout, stderr } = await runHere(['rules', ...words, '--data', data])
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('hookscope:')])
    return stdout
  }
  const serve = await serveHere(data)
  const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
  const statusOf = async () => (await fetch(receiver.url, { method: 'POST', body: '{}' })).status

  const busy = { id: 'busy', name: 'Busy', enabled: true, answer: { status: 503, delayMs: 5 } }
  writeFileSync(file, JSON.stringify({ rules: [busy] }))
  expect(await rules('apply', file)).toMatch(/^on {5}busy {2}Busy {2}every request → 503 after 5 ms {2}0 matched/)
  expect(await statusOf()).toBe(503)
  expect(await rules()).toContain('1 matched, 1 answered')
  writeFileSync(file, await rules('list', '--json'))
  expect(await rules('off')).toMatch(/^off /)
  expect(await statusOf()).toBe(200)
  await serve.stop()

  expect(await rules('on', 'Busy')).toMatch(/^on /)
  writeFileSync(join(folder.path, 'none.json'), '{"rules": []}')
  expect(await rules('apply', join(folder.path, 'none.json'))).toBe('')
  expect(await rules('apply', file)).toMatch(/^on /)
  expect(JSON.parse(await rules('list', '--json'))).toMatchObject({ rules: [{ name: 'Busy', answer: busy.answer }] })

  // A new rule needs no id; the list says which requests it answers.
  const nth = { from: 3, every: 2 }
  const some = { name: 'Some', enabled: true, when: { nth, chance: { of: 0.25, seed: 1 } }, answer: { status: 503 } }
  writeFileSync(file, JSON.stringify({ rules: [some] }))
  const [, given] =
    /^on {5}(\S+) {2}Some {2}any request, from request 3 on, one in 2, 25 % → 503/.exec(await rules('apply', file)) ??
    []
  expect(given).not.toBe(undefined)
  expect(await rules('apply', file)).toContain(`${given}  Some`)

  // A mistake in a file is reported with its place, and nothing changes.
  writeFileSync(file, readFileSync(file, 'utf8').replace('503', '99'))
  const wrong = await runHere(['rules', 'apply', file, '--data', data])
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
  expect(wrong.stderr).toContain('rules.0.answer.status: A status is 200 to 599.')
  expect(await rules()).toContain('→ 503')
  folder.remove()
})

test('a preset answers for a time, in front of the rules, and once however often it is switched on', async () => {
  const folder = scratchFolder()
  const serve = await serveHere(folder.path)
  const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
  const preset = async (...words: string[]) => runHere(['rules', 'preset', ...words, '--data', folder.path])
  await preset('down', '--for', '1m')
  const { stdout } = await preset('down', '--for', '2s', '--json')
  const { rules } = JSON.parse(stdout) as ResponseRules
  expect(rules).toMatchObject([{ name: 'down', state: 'on', answer: { status: 503 } }])
  const untilMs = Date.parse(rules[0]?.until ?? '') - Date.now()
  expect(untilMs).toBeLessThan(2001)
  const statusOf = async () => (await fetch(receiver.url, { method: 'POST', body: '{}' })).status
  expect(await statusOf()).toBe(503)
  await expect.poll(statusOf).toBe(200)
  expect((await preset('dwn')).stderr).toBe('hookscope: No preset "dwn". Did you mean down?\n')
  await serve.stop()
  folder.remove()
})
