import { afterAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { targetUrl } from '../../../src/cli/basics/optionValues.ts'
import type { ForwardRules } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { runHere } from '../runHere.ts'
import { startListenHere } from './startListen.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())

describe('forward', () => {
  test('adds a rule where nothing runs, lists it, and says what is wrong', async () => {
    const data = join(folder.path, 'rules')
    const run = async (...args: string[]) => runHere(['forward', ...args, '--data', data])
    const wishes = ['--filter', 'type:payment', '--timeout', '5s', '--json']
    const added = await run('add', '--to', '127.0.0.1:3000/hooks', ...wishes)
    expect([added.code, added.stderr]).toEqual([0, ''])
    const [rule] = (JSON.parse(added.stdout) as ForwardRules).rules
    expect(rule).toMatchObject({ name: '127.0.0.1:3000', target: 'http://127.0.0.1:3000/hooks', timeoutMs: 5000 })
    const refused = await run('add', 'http://192.0.2.7:80')
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toContain('192.0.2.7 is not this machine')
    const doubled = await run('add', '--to', '127.0.0.1:3000/hooks', '--filter', 'type:payment')
    expect([doubled.code, doubled.stdout]).toEqual([2, ''])
    expect(doubled.stderr).toContain('The rule "127.0.0.1:3000" sends the same deliveries to the same address already')
    expect((await run('add')).stderr).toBe('hookscope: --to URL is required.\n')
  })

  test('changes a rule by its name, and names the rules where there is none of that name', async () => {
    const data = join(folder.path, 'names')
    const run = async (...args: string[]) => runHere(['forward', ...args, '--data', data])
    await run('add', '--to', '3000', '--name', 'Shop')
    expect((await run('pause', 'Shop')).stdout).toMatch(
      /^paused .* Shop {2}every delivery → http:\/\/127\.0\.0\.1:3000/,
    )
    expect((await run('resume', 'Shop')).stdout).toMatch(/^on /)
    expect((await run('catch-up', 'Shop', '--since', '2h')).code).toBe(0)
    const wrong = await run('pause', 'nope')
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([2, '', 'hookscope: No rule "nope". Rules: Shop\n'])
    expect((await run('catch-up', 'Shop', '--since', 'soon')).stderr).toContain(
      '--since is "soon"; it takes how long ago',
    )
    expect((await run('remove', 'Shop')).stderr).toContain('There are no forwarding rules.')
  })
})

test('a target is a port, a host with its port, or a whole URL; other texts stay as they are', () => {
  const urls = {
    '3000': 'http://127.0.0.1:3000',
    '3000/hook?a=1': 'http://127.0.0.1:3000/hook?a=1',
    'localhost:3000/hook': 'http://localhost:3000/hook',
    localhost: 'http://localhost',
    '[::1]:3000': 'http://[::1]:3000',
    'example.com:8080/x': 'http://example.com:8080/x',
    'https://example.com/x': 'https://example.com/x',
    'me:1@host': 'me:1@host',
    nowhere: 'nowhere',
  }
  for (const [text, url] of Object.entries(urls)) expect(targetUrl(text)).toBe(url)
})

test('listen, replay and send take the same forms of a target', async () => {
  const app = await startApp()
  const { port } = new URL(app.url)
  const data = join(folder.path, randomUUID())
  const { running, send, ready } = await startListenHere(data, ['--to', `${port}/live`, '--until', 'answer:2xx'])
  expect(ready).toContain(`Each delivery is forwarded to http://127.0.0.1:${port}/live.`)
  await send()
  expect((await running.ended).code).toBe(0)
  expect((await runHere(['replay', '1', '--to', `localhost:${port}/again`, '--data', data])).code).toBe(0)
  const body = ['--body', import.meta.filename, '--to', `127.0.0.1:${port}/sent`]
  expect((await runHere(['send', ...body, '--data', data])).code).toBe(0)
  expect(app.seen.map(({ target }) => target)).toEqual(['/live', '/again', '/sent'])
})
