/** Ctrl+C at every command that owes an answer, while it waits: it ends with 130 and a sentence, and leaves nothing half made. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, watch, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { owingCommands } from '../../tools/docs/exitCodeTable.ts'
import { commandLine } from '../build/commandLine.ts'
import { scratchFolder } from '../build/startServe.ts'
import { cleanVariables, type Running, startHookscope } from './runHookscope.ts'
import { serveHere } from './serve/serveHere.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
const file = join(folder.path, 'body.json')
const scenario = join(folder.path, 'waits.scenario.yaml')
/** Takes every request and never answers. */
let silent: Server
let silentUrl = ''

beforeAll(async () => {
  writeFileSync(file, '{}')
  writeFileSync(scenario, 'name: It waits\nsteps:\n  - wait: 10m\n')
  silent = createServer((request) => void request.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  const serve = await serveHere(data)
  const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
  for (let nth = 0; nth < 8; nth += 1)
    await fetch(receiver.url, { method: 'POST', body: Buffer.alloc(5_000_000, `${nth}`) })
  await serve.stop()
})
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
  folder.remove()
})

function start(words: readonly string[]): Running {
  const running = startHookscope([...words], { variables: { HOOKSCOPE_DATA: data, HOOKSCOPE_SHARED_SECRET: 's' } })
  onTestFinished(async () => void (await running.stop('SIGKILL')))
  return running
}

/** The same with its input left open and its output unread. */
function startPiped(words: readonly string[]): Pick<Running, 'child' | 'ended'> {
  const variables = { ...cleanVariables(), HOOKSCOPE_DATA: data }
  const child = spawn(process.execPath, [commandLine, ...words], { env: variables })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout: '', stderr }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}

const asked = async () => void (await once(silent, 'request'))
/** Its standard error has the text. */
async function said({ child }: Pick<Running, 'child'>, text: string): Promise<void> {
  let all = ''
  while (!all.includes(text)) all += String((await once(child.stderr ?? child, 'data'))[0])
}

/** A command line for each, and the moment at which it waits. */
const waiting: Record<
  (typeof owingCommands)[number],
  { words: () => string[]; until(running: Pick<Running, 'child'>): Promise<void> }
> = {
  'check URL': { words: () => ['check', silentUrl], until: asked },
  'send NAME': { words: () => ['send', '--body', file, '--to', silentUrl], until: asked },
  'trigger TYPE': { words: () => ['trigger', 'payment', '--sandbox', silentUrl], until: asked },
  'run FILE': {
    words: () => ['run', scenario],
    until: async ({ child }) => {
      for (let all = ''; !all.includes('It waits');) all += String((await once(child.stdout ?? child, 'data'))[0])
    },
  },
  'wait EXPR': {
    words: () => ['wait', 'type:Nothing', '--timeout', '10m'],
    until: async (running) => said(running, 'eceives'),
  },
  'listen --until EXPR': {
    words: () => ['listen', '--receiver-port', '0', '--until', 'type:Nothing', '--timeout', '10m'],
    until: async (running) => said(running, 'Ctrl+C'),
  },
  export: {
    words: () => ['export'],
    // Reading has stopped, so the pipe fills.
    until: async ({ child }) => {
      await once(child.stdout ?? child, 'readable')
    },
  },
  'import FILE': {
    words: () => ['import', '-'],
    // More than a pipe holds: it is being read, and its end never comes.
    until: async ({ child }) =>
      new Promise((resolve) => child.stdin?.write(Buffer.alloc(1_000_000, ' '), () => resolve())),
  },
  backup: {
    words: () => ['backup'],
    until: async () =>
      new Promise((resolve) => {
        const watching = watch(data, (_event, name) => {
          if (!String(name).startsWith('backups')) return
          watching.close()
          resolve()
        })
      }),
  },
}

// One that waits, and one that writes.
const usual: ReadonlySet<string> = new Set(['wait EXPR', 'export'])
test.for(owingCommands.filter((name) => usual.has(name)))('%s', isInterrupted)
test.for(owingCommands.filter((name) => !usual.has(name)))('%s', { tags: 'full' }, isInterrupted)

async function isInterrupted(name: (typeof owingCommands)[number]): Promise<void> {
  const { words, until } = waiting[name]
  const keeps = name === 'import FILE' || name === 'export'
  const running = keeps ? startPiped(words()) : start(words())
  await until(running)
  running.child.kill('SIGINT')
  // Only now is its output read.
  running.child.stdout?.resume()
  const { code, stderr } = await running.ended
  expect([code, stderr]).toEqual([130, expect.not.stringMatching(/\n\s+at /)])
  if (name !== 'send NAME') expect(stderr).toMatch(/stopped|cancelled/)
  if (name === 'backup') expect(backups()).toEqual([])
}

test('an export into a file that is stopped leaves no file', async () => {
  const out = join(folder.path, 'out.json')
  const running = start(['export', '--as', 'json', '--out', out])
  while (!existsSync(out)) await nextTurn()
  running.child.kill('SIGINT')
  const { code, stderr } = await running.ended
  expect([code, stderr]).toEqual([130, `The export was stopped before its end. ${out} was not written.\n`])
  expect(existsSync(out)).toBe(false)
})

function backups(): string[] {
  const path = join(data, 'backups')
  return existsSync(path) ? readdirSync(path) : []
}
