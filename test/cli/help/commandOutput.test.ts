/**
 * The machine-readable output of every command has its documented shape, with and without a running instance. Running
 * without one starts a whole engine, so `npm test` does that for one command of each kind only, in separate processes;
 * `npm run test:full` for all of them.
 */
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { commandOutputs, otherOutputs } from '../../../src/cli/output/outputSchemas.ts'
import type { CommandOutput } from '../../../src/cli/output/outputShapes.ts'
import { commandOutputPage, commandOutputSchema } from '../../../tools/docs/commandOutput.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { commandProgram, commandsWithin } from './commandTree.ts'
import { runHere } from '../runHere.ts'
import { runHookscope, type Running, startHookscope } from '../runHookscope.ts'
import { serveHere } from '../serve/serveHere.ts'
import { watchRemarks } from '../listen/startListen.ts'

const docs = join(import.meta.dirname, '../../../docs')
const folder = scratchFolder()
const fileOf = (name: string) => join(folder.path, name)
/** An app that accepts everything. */
const app = createServer((request, response) => void request.resume().on('end', () => response.end()))
let appUrl = ''
let running: RunningServe

/** A data folder with one delivery, and whether an instance runs on it. */
interface Place {
  data: string
  isJoined: boolean
}
const joined = { data: fileOf('joined'), isJoined: true }
const alone = { data: fileOf('alone'), isJoined: false }

beforeAll(async () => {
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hooks`
  writeFileSync(fileOf('body.json'), '{"amount": 12.50}')
  const line = JSON.stringify({ secret: 's', signature: 'none', bodyBase64: 'e30=' })
  writeFileSync(fileOf('batch.ndjson'), `${line}\nthis is no JSON\n`)
  writeFileSync(fileOf('rules.json'), JSON.stringify({ rules: [busy] }))
  const first = await startServeHere(alone.data)
  await first.call('POST', '/sandbox/demo')
  await first.stop()
  mkdirSync(joined.data, { mode: 0o700 })
  cpSync(alone.data, joined.data, { recursive: true })
  running = await serveHere(joined.data)
})
afterAll(async () => {
  await running.stop()
  app.close()
  folder.remove()
})

const busy = { id: 'busy', name: 'Busy', enabled: true, when: { filter: 'type:nothing' }, answer: { status: 503 } }
const secret = { S: 'a secret' }

/** One command of each kind: reads data, changes data, reads a file, receives. */
const kinds = new Set(['search', 'rules apply', 'import', 'trigger'])
const isOfEach = (words: readonly string[]) =>
  [words.slice(0, 1), words.slice(0, 2)].some((name) => kinds.has(name.join(' ')))

/** Runs a command with `--json` on the data folder, expects this exit code, and returns its stdout. */
function printed(words: readonly string[], code = 0, run = isOfEach(words) ? runHookscope : runHere) {
  return async ({ data }: Place): Promise<string> => {
    const all = [...words, ...(words[0] === 'verify' ? [] : ['--data', data]), '--json']
    const ended = await run(all, { variables: secret })
    expect([ended.code, ended.stderr]).toEqual([code, expect.not.stringContaining('hookscope:')])
    return ended.stdout
  }
}

/** Runs a command that only prepares the one under test. */
const made = (words: readonly string[]) => printed(words, 0, runHere)

/** Returns the first line of a command that runs until a signal. */
async function firstLine(words: readonly string[]): Promise<string> {
  const going = startHookscope([...words, '--json'])
  const line = await going.until('\n')
  expect((await going.stop('SIGINT')).code).toBe(0)
  return line
}

/** Deliveries, the end of their follow-ups, and the answers of an app. */
async function listened({ data }: Place): Promise<string> {
  const words = ['listen', '--receiver-port', '0', '--forward-to', appUrl, '--json', '--data', data]
  const listening: Running = startHookscope(words)
  onTestFinished(() => void listening.child.kill('SIGKILL'))
  await watchRemarks(listening).until('Ctrl+C stops')
  await made(['trigger', 'payment'])({ data, isJoined: true })
  await Promise.all(['delivery', 'forward', 'follow-up'].map(async (event) => listening.until(`"event":"${event}"`)))
  return (await listening.stop('SIGINT')).stdout
}

async function triggered(place: Place): Promise<string> {
  if (place.isJoined) return printed(['trigger', 'payment'])(place)
  const sandbox = startHookscope(['sandbox', '--port', '0', '--json'])
  const { url } = JSON.parse(await sandbox.until('\n')) as { url: string }
  const line = await printed(['trigger', 'payment', '--sandbox', url])(place)
  await sandbox.stop()
  return line
}

async function validated(place: Place): Promise<string> {
  const file = fileOf('contract.json')
  writeFileSync(file, '{"type":"object","required":["nothing"]}')
  return printed(['contract', file], 1)(place)
}

/** Path of a case file, different for each kind of run. */
const newFile = (name: string, { isJoined }: Place) => fileOf(`${name}-${isJoined ? 'joined' : 'alone'}.hookscope`)

async function exported(place: Place, name: string): Promise<string> {
  const file = newFile(name, place)
  // Both kinds of run export the same file, so create it once through the instance.
  await made(['export', '--out', file])(joined)
  return file
}

async function restored(place: Place): Promise<string> {
  const { name } = JSON.parse(await made(['backup'])(place)) as { name: string }
  return printed(['restore', name])(place)
}

async function recovered({ data, isJoined }: Place): Promise<string> {
  const damaged = { data: fileOf('damaged'), isJoined }
  cpSync(data, damaged.data, { recursive: true })
  const file = join(damaged.data, 'deliveries.db')
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0, 4096, 2 * 4096))
  return printed(['doctor', '--recover'])(damaged)
}

async function withoutKey({ data, isJoined }: Place): Promise<string> {
  const keyless = { data: fileOf('keyless'), isJoined }
  cpSync(data, keyless.data, { recursive: true })
  rmSync(join(keyless.data, 'secrets.key'))
  return printed(['doctor', '--new-key'])(keyless)
}

/** Runs a command of `env` on an environment that was made for it. */
function environment(words: readonly string[]) {
  return async (place: Place): Promise<string> => {
    const name = words.join('-')
    await made(['env', 'add', name, '--sender', 'stripe'])(place)
    return printed(['env', ...words.map((word) => (word === 'NAME' ? name : word))])(place)
  }
}

/** Runs a command of `forward` on a rule that was made for it. */
function rule(command: string, ...options: string[]) {
  return async (place: Place): Promise<string> => {
    await made(['forward', 'add', '--to', `${appUrl}/${command}`, '--name', command])(place)
    return printed(['forward', command, command, ...options])(place)
  }
}

const verify = ['verify', '--secret', 's', '--signature', 'none']

/** Runs each command, by its name in the documentation. */
const asked: Readonly<Record<string, (place: Place) => Promise<string>>> = {
  serve: async ({ data }) => firstLine(['serve', '--ui-port', '0', '--receiver-port', '0', '--data', data]),
  listen: listened,
  status: printed(['status']),
  open: printed(['open']),
  'open FILE': async (place) => printed(['open', await exported(place, 'to-open')])(place),
  show: printed(['show', '1']),
  search: printed(['search', 'type:Payment']),
  types: printed(['types', 'Payment']),
  changes: printed(['changes'], 1),
  contract: validated,
  explain: printed(['explain', '1']),
  config: printed(['config']),
  tail: async ({ data }) => firstLine(['tail', '--lines', '1', '--data', data]),
  wait: printed(['wait', 'type:Payment', '--after', '0']),
  replay: async (place) => printed(['replay', '1', '--to', appUrl])(place),
  trigger: triggered,
  send: async (place) => printed(['send', '--body', fileOf('body.json'), '--to', appUrl])(place),
  shrink: async (place) => printed(['shrink', '1', '--to', appUrl], 1)(place),
  run: printed(['run', 'demo', '--fast']),
  'run --list': printed(['run', '--list']),
  'scenario record': printed(['scenario', 'record', '--fast']),
  'env list': printed(['env']),
  'env show': printed(['env', 'show', 'Sandbox']),
  'env use': printed(['env', 'use', 'Sandbox']),
  'env add': printed(['env', 'add', 'Added', '--sender', 'stripe', '--secret-env', 'S']),
  'env edit': environment(['edit', 'NAME', '--setting', 'x']),
  'env set-secret': environment(['set-secret', 'NAME', '--secret-env', 'S']),
  'env rotate': environment(['rotate', 'NAME', '--secret-env', 'S']),
  'env remove': environment(['remove', 'NAME', '--deliveries']),
  'forward list': printed(['forward']),
  'forward add': async (place) => printed(['forward', 'add', '--to', appUrl])(place),
  'forward pause': rule('pause'),
  'forward resume': rule('resume'),
  'forward remove': rule('remove'),
  'forward catch-up': rule('catch-up', '--since', '1h'),
  'rules list': printed(['rules']),
  'rules apply': async (place) => printed(['rules', 'apply', fileOf('rules.json')])(place),
  'rules on': printed(['rules', 'on']),
  'rules off': async (place) => {
    await printed(['rules', 'apply', fileOf('rules.json')])(place)
    return printed(['rules', 'off', 'Busy'])(place)
  },
  'rules preset': printed(['rules', 'preset', 'slow', '--for', '1s']),
  backup: printed(['backup']),
  'backup --list': printed(['backup', '--list']),
  schemes: async () => (await runHere(['schemes', '--json'])).stdout,
  token: printed(['token']),
  'send --list': printed(['send', '--list']),
  restore: restored,
  doctor: printed(['doctor']),
  'doctor --recover': recovered,
  'doctor --new-key': withoutKey,
  export: async (place) => printed(['export', '--out', newFile('exported', place)])(place),
  import: async (place) => printed(['import', await exported(place, 'to-import')])(place),
  check: async (place) => printed(['check', appUrl, '--delivery', '1', '--only', 'valid', '--secret-env', 'S'])(place),
  'compare-builds': async (place) => printed(['compare-builds', '--old', appUrl, '--new', appUrl])(place),
  orders: async (place) => {
    const { items } = JSON.parse(await made(['search', 'type:payment'])(place)) as {
      items: { resourceType: string; resourceId: string }[]
    }
    const object = `${items[0]?.resourceType}/${items[0]?.resourceId}`
    return printed(['orders', object, '--to', appUrl, '--reset', appUrl, '--schedule', '1'])(place)
  },
  'check --list': printed(['check', '--list']),
  'check --explain': printed(['check', '--explain', 'valid']),
  'sandbox clock': printed(['sandbox', 'clock', 'real']),
  'sandbox run': async () => firstLine(['sandbox', '--port', '0']),
  verify: printed([...verify, fileOf('body.json')], 1),
  'verify --batch': async () => {
    const { code, stdout } = await runHookscope(['verify', '--batch', fileOf('batch.ndjson'), '--json'])
    expect(code).toBe(2)
    return stdout
  },
}

// Without patterns: zod reads those of a JSON Schema without the flag that \p needs.
const documented = z.fromJSONSchema(
  JSON.parse(readFileSync(join(docs, 'command-output.schema.json'), 'utf8'), (key, value: unknown) =>
    key === 'pattern' ? undefined : value,
  ) as Parameters<typeof z.fromJSONSchema>[0],
)

/** Each line has the documented shape, and nothing that is not documented. */
function conforming({ command, prints, schema }: CommandOutput, stdout: string): unknown[] {
  expect(stdout.endsWith('\n')).toBe(true)
  const values = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  for (const value of values) {
    expect(documented.safeParse({ [command]: value }).error?.issues).toBeUndefined()
    expect(schema.parse(value)).toEqual(value)
  }
  if (prints === 'one line') expect(values).toHaveLength(1)
  return values
}

const placesOf: Readonly<Record<CommandOutput['instance'], readonly Place[]>> = {
  'joins, else alone': [joined, alone],
  joins: [joined],
  alone: [alone],
  none: [alone],
}
const runs = commandOutputs.flatMap((output) =>
  placesOf[output.instance].map((place, at) => {
    // Alone is a further place of a command that can join, and one of each kind is tried there.
    const isFull = at > 0 && !kinds.has(output.command)
    return [output.command, place.isJoined ? 'joined' : 'alone', output, place, isFull] as const
  }),
)

describe('with --json', () => {
  for (const [command, how, output, place, isFull] of runs) {
    test(`${command} prints what is documented, ${how}`, { tags: isFull ? ['full'] : [] }, async () => {
      const ask = asked[command]
      if (ask === undefined) throw new Error(`This file does not know how to ask "${command}".`)
      conforming(output, await ask(place))
    })
  }

  test('listen prints a line for a delivery, for its follow-up, and for the answer of the app', async () => {
    const output = commandOutputs.find(({ command }) => command === 'listen')
    const lines = output === undefined ? [] : conforming(output, await listened(joined))
    const events = lines.map((line) => (line as { event: string }).event)
    expect(new Set(events)).toEqual(new Set(['delivery', 'forward', 'follow-up']))
  })

  test('search ends with 1 where nothing is found', async () => {
    expect(JSON.parse(await printed(['search', 'no-such-word'], 1)(joined))).toEqual({ items: [], next: null })
  })
})

describe('the documentation', () => {
  test('is written from the schemas (npm run docs)', () => {
    expect(readFileSync(join(docs, 'command-output.md'), 'utf8')).toBe(commandOutputPage())
    expect(readFileSync(join(docs, 'command-output.schema.json'), 'utf8')).toBe(commandOutputSchema())
  })

  test('has every command: with its shape, or as one that prints something else', () => {
    const commands = commandsWithin(commandProgram()).filter(([, { commands: inner }]) => inner.length === 0)
    const printing = commands.filter(([, { options }]) => options.some(({ long }) => long === '--json'))
    const wholes = commandOutputs.map(({ command }) => command).filter((name) => !/ (--|[A-Z])/.test(name))
    expect(printing.map(([words]) => words).toSorted()).toEqual(wholes.toSorted())
    const others = commands.filter((command) => !printing.includes(command)).map(([words]) => words)
    expect(others.toSorted()).toEqual(otherOutputs.map(({ command }) => command).toSorted())
  })
})
