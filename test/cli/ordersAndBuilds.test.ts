/** The stories of docs/find-the-fault.md about orders and builds, run as they are written. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planScenario } from '../../src/shared/scenarios/planScenario.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'
import { runHere } from './runHere.ts'

const root = join(import.meta.dirname, '../..')
const doc = readFileSync(join(root, 'docs/find-the-fault.md'), 'utf8')
const folder = scratchFolder()
const data = join(folder.path, 'data')
const apps: ChildProcess[] = []
const ports: Record<string, string> = {}
let payment = ''

async function startPayments(name: string, variables: Record<string, string>): Promise<void> {
  const app = spawn(process.execPath, [join(root, 'docs/find-the-fault/payments.mjs')], {
    env: { ...process.env, ...variables, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  apps.push(app)
  const [line] = (await once(app.stdout, 'data')) as [Buffer]
  ports[name] = line.toString().trim()
}

beforeAll(async () => {
  await Promise.all([startPayments('3000', {}), startPayments('3001', { BUILD: 'new' })])
  const serve = await startServeHere(data)
  await serve.call('POST', '/sandbox/demo')
  ;({ id: payment } = await serve.call<{ id: string }>('POST', '/sandbox/objects', { type: 'payment' }))
  await serve.call('PATCH', `/sandbox/objects/payment/${payment}`, {})
  for (let came = 0; came < 3;) came = (await serve.call<{ items: unknown[] }>('GET', '/deliveries')).items.length
  await serve.stop()
})
afterAll(async () => {
  for (const app of apps) {
    app.kill('SIGKILL')
    await once(app, 'exit')
  }
  folder.remove()
})

const filled = (text: string) =>
  text.replaceAll(/\b300[01]\b/g, (port) => ports[port] ?? '').replaceAll(/\bID\b/g, payment)

/** The command of the document that begins like this, and the lines that it prints there. */
function story(command: string): { words: string[]; lines: string[] } {
  const at = doc.indexOf(`\n${command}`)
  const [line = ''] = doc.slice(at + 1).split('\n')
  const [, printed = ''] = /```text\n([\s\S]*?)```/.exec(doc.slice(at)) ?? []
  return {
    words: filled(line).split(' ').slice(1),
    lines: filled(printed).trimEnd().split('\n'),
  }
}

const variables = { HOOKSCOPE_DATA: data }

test('orders finds the update that comes before its creation, and keeps it as a scenario', async () => {
  const { words, lines } = story('hookscope orders')
  const file = join(folder.path, 'early.scenario.yaml')
  const { code, stdout } = await runHere([...words, '--scenario', file], { variables })
  expect([code, stdout]).toEqual([1, expect.stringContaining(lines.join('\n'))])
  const options = { vars: {}, env: {}, target: undefined, allowHost: undefined, allowCommands: true, seed: 1, now: 0 }
  expect(planScenario(readFileSync(file, 'utf8'), options)).toMatchObject({ ok: true })
  const again = await runHere([...words, '--schedule', '1 2'], { variables })
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('No schedule led to another state.')])
})

test('orders resets and reads with commands only where that is allowed', async () => {
  const { words } = story('hookscope orders')
  const [reset, state] = [words.indexOf('--reset') + 1, words.indexOf('--state') + 1]
  const print = `"${process.execPath}" -e "fetch('http://127.0.0.1:${ports['3000']}/`
  const commands = words
    .with(reset, `${print}reset').then(() => 0)"`)
    .with(state, `${print}payments').then(async (answer) => console.log(await answer.text()))"`)
  expect((await runHere(commands, { variables })).code).toBe(2)
  const { code, stdout } = await runHere([...commands, '--allow-commands', '--schedule', '2 1'], { variables })
  expect([code, stdout]).toEqual([1, expect.stringContaining('.updates is 0, in order 1.')])
})

test('compare-builds finds where the builds differ, and exports an example with a report', async () => {
  const { words, lines } = story('hookscope compare-builds')
  const [junit, exported] = [join(folder.path, 'builds.xml'), join(folder.path, 'examples')]
  const { code, stdout } = await runHere([...words, '--junit', junit, '--export', exported], { variables })
  expect(code).toBe(1)
  for (const line of lines) expect(stdout).toContain(line)
  expect(readFileSync(junit, 'utf8')).toContain('tests="2" failures="1" errors="0" skipped="0"')
  expect(readdirSync(exported).toSorted()).toContain('difference-1.answers.json')
  const same = await runHere(words.with(words.indexOf('--new') + 1, words[words.indexOf('--old') + 1] ?? ''), {
    variables,
  })
  expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('No difference in 3 deliveries.')])
})

test('the handler of the stories is the one that the document links', () => {
  const links = [...doc.matchAll(/\]\((find-the-fault\/[\w.]+)\)/g)].map(([, path = '']) => path)
  expect(links.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([])
})
