/**
 * Looks for the secrets of every sender in all outputs: API calls, tools for agents, and commands. Only the calls in
 * `reveals`, which return raw data on request, may contain one.
 */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultTemplate } from '../../../src/engine/checking/subject/defaultTemplate.ts'
import { type Client, findInstance } from '../../../src/cli/connect/joinInstance.ts'
import { historyTools } from '../../../src/cli/mcp/tools/mcpHistoryTools.ts'
import { readTools } from '../../../src/cli/mcp/tools/mcpReadTools.ts'
import { ruleTools } from '../../../src/cli/mcp/tools/mcpRuleTools.ts'
import { shapeTools } from '../../../src/cli/mcp/tools/mcpShapeTools.ts'
import { sendTools } from '../../../src/cli/mcp/tools/mcpSendTools.ts'
import type { ToolContext } from '../../../src/cli/mcp/tools/mcpTool.ts'
import { verifyTools } from '../../../src/cli/mcp/tools/mcpVerifyTools.ts'
import { schemePresets } from '../../../src/shared/signature/schemePresets.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { commandProgram, commandsWithin } from '../../cli/help/commandTree.ts'
import { runHere } from '../../cli/runHere.ts'
import { serveHere } from '../../cli/serve/serveHere.ts'
import { everyRoute, fill } from '../../suites/routes.ts'
import { type Canaries, createCanaries, filesBelow } from './canaries.ts'
import { plantSender, type PlantedSender, postFrom } from './senderCanaries.ts'
import { type Planted, toolInputs } from './toolInputs.ts'

/** One sender for each way to send or sign with a secret. */
const usual = new Set(['figma', 'microsoft-graph', 'gitlab', 'postmark', 'github', 'monday'])
const presets = schemePresets.filter(({ id }) => usual.has(id))

const folder = scratchFolder()
const data = join(folder.path, 'data')
let canaries: Canaries
let serve: Awaited<ReturnType<typeof serveHere>>
let client: Client
let closeClient: () => void
let echo: Server
let echoUrl: string
const planted: Planted[] = []

beforeAll(async () => {
  canaries = createCanaries()
  serve = await serveHere(data)
  const connected = await (await findInstance(data))?.connect()
  if (connected === undefined) throw new Error('Nothing runs on the folder.')
  ;({ client, close: closeClient } = connected)
  // Echoes every request, as apps in development do.
  echo = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('x-authorization', request.headers['authorization'] ?? '')
      response.end(`${request.url}\n${request.rawHeaders.join('\n')}\n${Buffer.concat(chunks).toString()}`)
    })
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/hook`
  for (const scheme of presets) planted.push(await plant(plantSender(canaries, scheme)))
})
afterAll(async () => {
  closeClient()
  echo.close()
  await serve.stop()
  folder.remove()
})

async function plant(sender: PlantedSender): Promise<Planted> {
  const { id: environment, receiverPath } = await client.environments.create({
    name: `Canaries of ${sender.scheme.id}`,
    kind: sender.scheme.id === 'service' ? 'service' : 'sender',
    signatureScheme: sender.scheme.id,
    sharedSecret: sender.checks,
  })
  const receiver = serve.receiver + receiverPath
  const came = async (secret: string) => {
    await postFrom(sender, receiver, secret)
    // The list follows the commit by some milliseconds.
    for (;;) {
      const { items } = await client.deliveries.list({ environment, limit: 1 })
      const [newest] = items
      if (newest !== undefined && newest.id !== last) return (last = newest.id)
    }
  }
  let last = ''
  const own = await came(sender.signs)
  const foreign = sender.foreign === '' ? own : await came(sender.foreign)
  return { sender, environment, own, foreign }
}

/** An answer that must not hold a secret. */
type Output = readonly [what: string, text: string]

function traces(outputs: readonly Output[]): string[] {
  return outputs.flatMap(([what, text]) => canaries.foundIn(Buffer.from(text)).map((found) => `${found} in ${what}`))
}

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(serve.api + path, {
    method,
    headers: { authorization: `Bearer ${serve.token}`, 'content-type': 'application/json' },
    ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** Listens until it is asked for what came. */
async function listenToEvents(): Promise<() => Promise<string>> {
  const ended = new AbortController()
  const response = await fetch(`${serve.api}/events`, {
    headers: { authorization: `Bearer ${serve.token}` },
    signal: ended.signal,
  })
  let text = ''
  const read = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return async () => {
    ended.abort()
    await read
    return text
  }
}

/** Calls whose answer is the request, an app's answer, or a secret, as it came: a user asks for exactly that. */
const reveals = new Set([
  'GET /deliveries/{id}',
  'GET /deliveries/{id}/body',
  'GET /deliveries/{id}/attempts',
  'POST /deliveries/{id}/replay',
  'POST /environments/{id}/reveal',
])

/** Calls that are about one delivery or one sender, each with its input. */
function inputsOf({ sender, environment, own, foreign }: Planted): Record<string, readonly unknown[]> {
  const { scheme, signs } = sender
  const send = { to: echoUrl, environment }
  const stored = (id: string) => ({ ...send, deliveries: { ids: [id], speed: 'none' } })
  const composed = {
    headers: [['Content-Type', 'application/json']],
    bodyBase64: Buffer.from(defaultTemplate(scheme).body).toString('base64'),
  }
  const sending = [
    stored(own),
    stored(foreign),
    { ...stored(own), sign: { secret: signs } },
    { ...stored(foreign), sign: { scheme: 'stripe', secret: 'another one' } },
    { ...send, request: { ...composed, path: sender.query }, sign: { scheme: scheme.id, secret: signs } },
    { ...send, request: composed, sign: {} },
  ]
  return {
    'POST /send/preview': sending,
    'POST /send': sending,
    'POST /deliveries/{id}/test-case': [{ name: `case-${scheme.id}`, save: true }],
    'POST /deliveries/{id}/explanation': [{ first: true }],
    'POST /deliveries/{id}/secret-check': [{ secret: signs }],
    'POST /case-files/preview': [{ selection: { ids: [own] } }],
  }
}

it('no call of the API answers with a secret of any sender', async () => {
  const routes = await everyRoute({
    get: async (path) => fetch(serve.api + path, { headers: { authorization: `Bearer ${serve.token}` } }),
  })
  const outputs: Output[] = []
  const failed: string[] = []
  const events = await listenToEvents()
  const done = new Set<string>()
  for (const each of planted) {
    const inputs = inputsOf(each)
    for (const { method, path } of routes) {
      const route = `${method} ${path}`
      if (!path.startsWith('/deliveries/{id}') && !(route in inputs)) continue
      if (reveals.has(route) || method === 'DELETE') continue
      done.add(route)
      for (const id of path.includes('{id}') ? [each.own, each.foreign] : [each.own]) {
        for (const input of inputs[route] ?? [{}]) {
          const { status, text } = await call(
            method,
            fill(path, () => id),
            input,
          )
          outputs.push([`${route} of ${each.sender.scheme.id}: ${status}`, text])
          if (route in inputs && status >= 500) failed.push(`${route} of ${each.sender.scheme.id}: ${status} ${text}`)
          if (route !== 'POST /send' || status >= 300) continue
          const { run } = JSON.parse(text) as { run: string }
          let view = await client.sends.get({ run })
          while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
          outputs.push([`GET /send/{run} of ${each.sender.scheme.id}`, JSON.stringify(view)])
        }
      }
    }
  }
  // All other calls that only look, after everything was used.
  for (const { method, path, query } of routes) {
    const route = `${method} ${path}`
    if (method !== 'GET' || path === '/events' || reveals.has(route) || done.has(route)) continue
    const filled = fill(path, (name) =>
      name === 'id' && path.startsWith('/environments') ? (planted[0]?.environment ?? '') : '1',
    )
    const { status, text } = await call(method, filled + (query.includes('limit') ? '?limit=100' : ''))
    outputs.push([`${route}: ${status}`, text])
  }
  outputs.push(['GET /events', await events()])
  for (const [path, bytes] of filesBelow(join(data, 'fixtures'))) outputs.push([path, Buffer.from(bytes).toString()])
  expect(traces(outputs)).toEqual([])
  expect(failed).toEqual([])
  expect(outputs.filter(([what]) => /^POST \/send\/preview .*: 200$/.test(what)).length).toBeGreaterThan(usual.size)
  // The search finds what is there.
  const [first] = planted
  const shown = await call('GET', `/deliveries/${first?.own}`)
  expect(traces([['delivery', shown.text]])).not.toEqual([])
})

it('no tool for agents answers with a secret of any sender', { tags: 'full' }, async () => {
  const context: ToolContext = {
    client,
    signal: new AbortController().signal,
    progress: async () => undefined,
    allowedHosts: [],
    secretVariables: [],
  }
  const tools = [...readTools, ...historyTools, ...verifyTools, ...sendTools, ...ruleTools, ...shapeTools]
  const outputs: Output[] = []
  const refused: string[] = []
  for (const each of planted) {
    const all = toolInputs(each, echoUrl)
    expect(Object.keys(all).toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
    for (const { name, input, output, run } of tools) {
      for (const asked of all[name] ?? []) {
        const what = `${name} ${JSON.stringify(asked)} of ${each.sender.scheme.id}`
        try {
          const answer = output.parse(await run(input.parse(asked) as never, context))
          outputs.push([what, JSON.stringify(answer)])
          if (name === 'compare_deliveries' && each.own !== each.foreign)
            expect(answer, what).toMatchObject({ sameBytes: each.sender.scheme.pointer === undefined })
          // Base64 hides secrets from the search, so decode it.
          const { untrustedBody } = answer as { untrustedBody?: string }
          if (untrustedBody !== undefined) outputs.push([what, Buffer.from(untrustedBody, 'base64').toString()])
        } catch (error) {
          refused.push(what)
          outputs.push([`refusal of ${what}`, String(error)])
        }
      }
    }
  }
  expect(traces(outputs)).toEqual([])
  const answered = (name: string) => outputs.some(([what]) => what.startsWith(`${name} `))
  for (const name of ['compare_deliveries', 'replay_delivery', 'send_test_delivery', 'explain_signature'])
    expect(answered(name), name).toBe(true)
})

/** Commands that hold no request, that print as `search` does, or that print what came or was answered as it is. */
const elsewhere =
  /^(?:rules.*|serve|open|sandbox|mcp|completion|doctor|schemes|token|version|backup|restore|import|config|trigger|forward|verify|check|listen|tail|wait|show|replay|run|shrink|orders|compare-builds|scenario|sandbox .*|env|env (?:use|remove|add|edit|rotate)|forward .*)$/

it('no command prints or writes a secret of any sender', { tags: 'full' }, async () => {
  const outputs: Output[] = []
  const ran = new Set<string>()
  const run = async (words: string, args: string[], variables: Record<string, string> = {}) => {
    ran.add(words)
    const { code, stdout, stderr } = await runHere([...words.split(' '), ...args, '--data', data], { variables })
    expect([words, code, stderr], words).not.toEqual([words, 2, expect.anything()])
    outputs.push([`${words} ${args.join(' ').slice(0, 80)}`, stdout + stderr])
  }
  for (const as of ['case', 'json', 'ndjson', 'har', 'curl', 'http']) await run('export', ['--filter', '', '--as', as])
  await run('status', ['--json'])
  for (const shape of [[], ['--json']]) {
    for (const words of ['types', 'changes', 'env list']) await run(words, shape)
    await run('search', ['', ...shape])
  }
  mkdirSync(join(data, 'fixtures'), { recursive: true })
  const schema = join(folder.path, 'strict.schema.json')
  writeFileSync(schema, '{"type":"object","additionalProperties":false}')
  for (const { sender, environment, own, foreign } of planted) {
    await run('explain', [own, '--json'])
    await run('explain', [foreign])
    await run('scenario record', ['--environment', environment, '--fast'])
    await run('contract', [schema, '--environment', environment, '--json'])
    const file = join(folder.path, `${sender.scheme.id}.json`)
    const headers = [['Content-Type', 'application/json']]
    const sign = { scheme: sender.scheme.id, secret: { env: 'CANARY' } }
    const body = Buffer.from(defaultTemplate(sender.scheme).body).toString()
    const fixture = { hookscope: 'fixture', version: 1, request: { path: sender.query, headers, body }, sign }
    writeFileSync(file, JSON.stringify(fixture))
    await run('send', [file, '--secret-env', 'CANARY', '--to', echoUrl, '--json'], { CANARY: sender.signs })
    await run('env show', [environment])
    await run('env set-secret', [environment, '--secret-env', 'CANARY'], { CANARY: sender.checks })
  }
  expect(traces(outputs)).toEqual([])
  const names = commandsWithin(commandProgram()).map(([words]) => words)
  expect(names.filter((name) => !ran.has(name) && !elsewhere.test(name))).toEqual([])
})
