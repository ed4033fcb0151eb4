/** @module-tag full */
/** The examples of `--help`, run by a shell as users type them, on a data folder with what they are about. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { commandLine } from '../../build/commandLine.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { commandProgram, commandsWithin } from './commandTree.ts'
import { examplesOf } from './examples.ts'
import { cleanVariables } from '../runHookscope.ts'
import { serveHere } from '../serve/serveHere.ts'

const lines = [...new Set(commandsWithin(commandProgram()).flatMap(([, command]) => examplesOf(command)))]

/** Why an example is parsed only (commandHelp.test.ts). */
const notRun: Readonly<Record<string, string>> = {
  'hookscope serve': 'takes the usual ports of this machine',
  'hookscope serve --no-open --data ./hooks': 'takes the usual ports of this machine',
  'hookscope serve --tunnel localtunnel': 'needs the network',
  'hookscope sandbox': 'takes the usual port of this machine',
  'hookscope sandbox --seed 7 --state sandbox.json': 'takes the usual port of this machine',
  'hookscope open': 'opens a browser',
  'hookscope open failed.hookscope': 'opens a browser',
  'hookscope restore hookscope-20261123-021455': 'needs a backup of this name, and no instance',
  'hookscope check URL --effects "sqlite3 app.db \'select count(*) from payments\'"': 'needs sqlite3',
  'hookscope check --to localhost:3000/webhooks --secret-env SECRET': 'is run by recipes.test.ts',
  'source <(hookscope completion zsh)': 'needs zsh',
}

/** Examples that run until they are stopped; the text that they print first. */
const untilStopped: Readonly<Record<string, RegExp>> = {
  'hookscope serve --json --ui-port 0 --receiver-port 0': /"receiver":/,
  'hookscope listen': /Ctrl\+C/,
  'hookscope listen --scheme stripe --secret-env SECRET': /Ctrl\+C/,
  'hookscope listen --to localhost:3000/webhooks': /Ctrl\+C/,
  'hookscope listen --json | jq -r .resourceType': /Ctrl\+C/,
  'hookscope tail': /Payment/,
  "hookscope tail 'verdict:invalid' --json": /"invalid"/,
}

/** Examples that wait for a delivery. */
const waiting = /^hookscope (?:wait|listen --until) /

/** Exit codes other than 0, with the reason. */
const otherCodes: Readonly<Record<string, readonly number[]>> = {
  // The answer is no: nothing here has the secret of the sender.
  'hookscope explain 12': [1],
  'hookscope explain 12 --digest 9f86d081': [1],
  'hookscope search \'type:Payment "EUR 12"\' --limit 5 --json': [1],
  'hookscope verify body.json --secret-env SECRET --signature SIG': [1],
  "hookscope verify body.json --scheme stripe --secret-file s --header 'Stripe-Signature: t=1,v1=0'": [1],
  "hookscope search 'body.amount>100'": [1],
  'hookscope types payment_intent.succeeded': [1],
  'hookscope types payment_intent.succeeded --as ts --out webhook.ts': [1],
  // The objects of the sandbox are random: one may be the first of its currency.
  'hookscope changes': [0, 1],
  'hookscope changes --all --json': [0, 1],
  'hookscope changes --accept 12': [1],
  // A body that was posted has no organizationId.
  'hookscope contract openapi.yaml': [1],
  "hookscope contract schemas/ --filter 'verdict:valid after:7d' --junit contract.xml": [0],
  'hookscope run stripe --target 3000/webhooks --secret-env STRIPE_SECRET': [1],
  // The app here accepts everything, so there is nothing to find.
  'hookscope shrink last --to 3000/webhooks': [1],
  "hookscope shrink 12 --to 3000/webhooks --answer '/TypeError/'": [1],
  'hookscope shrink 12 --to 3000/webhooks --out empty-items.json': [1],
  // There is no such object here.
  'hookscope orders Payment/42 --to 3000/webhooks --reset 3000/test/reset --state 3000/test/payments/42': [2],
  'hookscope orders Payment/42 --to 3000 --reset "make reset" --state "make dump" --allow-commands': [2],
  'hookscope orders Payment/42 --to 3000 --reset 3000/test/reset --schedule "2 1"': [2],
  // An example before may have made the environment, and more than a recording takes may have come.
  'hookscope scenario record --environment Stripe --fast': [0, 2],
  'hookscope scenario record --filter "after:1h" --out last-hour.scenario.yaml': [0, 3],
  // As this machine is.
  'hookscope doctor': [0, 1],
  'hookscope doctor --json': [0, 1],
}

const folder = scratchFolder()
const work = join(folder.path, 'work')
const data = join(folder.path, 'data')
let serve: Awaited<ReturnType<typeof serveHere>>
let app: Server
let invalidPosts = async () => {}

beforeAll(async () => {
  const bin = join(folder.path, 'bin')
  for (const path of [bin, work, join(work, 'fixtures'), join(work, 'hooks'), join(work, '.config/fish/completions')])
    mkdirSync(path, { recursive: true })
  const programs = { hookscope: `exec '${process.execPath}' '${commandLine}' "$@"`, jq: "trap '' INT; exec cat" }
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const fixture = {
    hookscope: 'fixture',
    version: 1,
    request: { headers: [['Content-Type', 'application/json']], body: '{"id":"evt_1","type":"order.paid"}' },
    sign: { scheme: 'standard-webhooks', secret: { environment: 'Staging' } },
  }
  writeFileSync(join(work, 'fixtures/order-paid.json'), JSON.stringify(fixture))
  writeFileSync(join(work, 'order-paid.json'), JSON.stringify({ ...fixture, sign: undefined }))
  const given = { secret: 's', signature: 'x', bodyBase64: 'e30=' }
  const files = { 'body.json': '{}', 'event.json': '{"id":1}', s: 'secret', 'requests.ndjson': JSON.stringify(given) }
  const scenario =
    'name: A refund\nenvironment: { name: Staging }\nsteps: [{ send: { body: {} } }, { expect: { status: 2xx } }]'
  const schema = '{"type":"object","required":["organizationId"]}'
  mkdirSync(join(work, 'schemas'))
  Object.assign(files, { 'openapi.yaml': schema, 'schemas/notification.json': schema })
  Object.assign(files, { 'refund.scenario.yaml': scenario, 'hooks/refund.scenario.yaml': scenario })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text)

  app = createServer((request, response) => {
    request.resume()
    response.writeHead(request.headers['stripe-signature'] === undefined ? 200 : 401).end()
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  serve = await serveHere(data)
  // The sandbox notifies from now on, and its secret is known.
  await serve.call('POST', '/sandbox/demo')
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  await serve.call('POST', '/environments', {
    name: 'Staging',
    kind: 'sender',
    signatureScheme: 'standard-webhooks',
    sharedSecret: secret,
  })
  for (const name of ['Test', 'Old']) await serve.call('POST', '/environments', { name, kind: 'sender' })
  const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
  invalidPosts = async () => {
    const headers = { 'x-service-webhook-hmac': Buffer.alloc(32).toString('base64') }
    await fetch(receiver.url, { method: 'POST', headers, body: '{"resourceType":"Payment"}' })
  }
  for (let nth = 1; nth < 12; nth += 1) await invalidPosts()
})
afterAll(async () => {
  app.close()
  await serve.stop()
  folder.remove()
})

/** The example with what stands for something in it. */
async function filled(line: string): Promise<string> {
  const { port } = app.address() as AddressInfo
  // Made now: the sandbox keeps a limited number of objects, and the examples that wait create more than that.
  const payment = line.includes('--update ID')
    ? (await serve.call<{ id: string }>('POST', '/sandbox/objects', { type: 'payment' })).id
    : ''
  return line
    .replace(/(?:localhost|127\.0\.0\.1):3000/, `127.0.0.1:${port}`)
    .replace('--target 3000', `--target ${port}`)
    .replace('--to 3000/webhooks', `--to ${port}/webhooks`)
    .replace(/--(old|new) 300[01]/g, `--$1 ${port}`)
    .replace('--to URL', `--to http://127.0.0.1:${port}/hooks`)
    .replace('--update ID', `--update ${payment}`)
}

test('of all examples that are not run the reason is known', () => {
  expect(lines.length).toBeGreaterThan(60)
  for (const known of [notRun, untilStopped, otherCodes])
    expect(Object.keys(known).filter((line) => !lines.includes(line))).toEqual([])
})

test.each(lines.filter((line) => !(line in notRun)))('%s', async (line) => {
  // An example may have chosen another, and answers as it likes.
  await serve.call('POST', '/environments/sandbox/activate')
  await serve.call('PUT', '/environments/sandbox/response-rules', {
    rules: [{ name: 'Busy', enabled: false, answer: { status: 503 } }],
  })
  const variables = {
    ...cleanVariables(),
    PATH: `${join(folder.path, 'bin')}:${process.env['PATH']}`,
    HOME: work,
    HOOKSCOPE_DATA: line.startsWith('hookscope serve') ? join(folder.path, 'another') : data,
    HOOKSCOPE_FIXTURES: join(work, 'fixtures'),
    SECRET: 'a secret',
    STRIPE_SECRET: 'another secret',
  }
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c']
  const child = spawn('bash', [...shell, await filled(line)], { cwd: work, env: variables, detached: true })
  child.stdin.end()
  const group = -(child.pid ?? 0)
  const closed = once(child, 'close').then(([code]) => code as number)
  let isClosed = false
  void closed.then(() => (isClosed = true))
  onTestFinished(async () => {
    if (!isClosed) process.kill(group, 'SIGKILL')
    await closed
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  // Not as fast as they can: what they leave is exported by later examples.
  const next = async () => Promise.race([pause(200), closed])
  if (waiting.test(line))
    while (!isClosed) {
      await serve.call('POST', '/sandbox/objects', { type: 'payment' })
      await next()
    }
  const first = untilStopped[line]
  if (first !== undefined) {
    while (!first.test(said) && !isClosed) {
      if (line.includes('tail')) {
        await invalidPosts()
        await next()
      } else await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data'), closed])
    }
    process.kill(group, 'SIGINT')
  }
  const code = await closed
  expect({ said, code }).toEqual({
    said: expect.any(String) as string,
    code: expect.toBeOneOf(otherCodes[line] ?? [0]) as number,
  })
  if (line.includes('fish'))
    expect(readFileSync(join(work, '.config/fish/completions/hookscope.fish'), 'utf8')).toContain('hookscope')
})
