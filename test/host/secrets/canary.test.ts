/** @module-tag full */
import { createHmac } from 'node:crypto'
import { statSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionAddress, SessionLaunch, SessionRenewal } from '../../../src/shared/wireTypes.ts'
import { type ReadyLine, scratchFolder } from '../../build/startServe.ts'
import { type Running, startHookscope } from '../../cli/runHookscope.ts'
import { type Canaries, commandLines, createCanaries, filesBelow } from './canaries.ts'
import { startEchoingService } from '../senders/startEchoingService.ts'

let folder: ReturnType<typeof scratchFolder>
let programs: ReturnType<typeof scratchFolder>
let canaries: Canaries
let service: Awaited<ReturnType<typeof startEchoingService>>
let secrets: Record<
  'clientId' | 'audience' | 'password' | 'wrong' | 'readonly' | 'first' | 'second' | 'third' | 'refused' | 'tunnel',
  string
>
let running: Running | undefined

beforeEach(async () => {
  folder = scratchFolder()
  programs = scratchFolder()
  symlinkSync(join(import.meta.dirname, '../../tunnel/fakeCloudflared.mjs'), join(programs.path, 'cloudflared'))
  canaries = createCanaries()
  const make = (name: string) => canaries.make(name)
  secrets = {
    clientId: canaries.make('client id', 'word'),
    audience: make('audience'),
    password: make('master password'),
    wrong: make('wrong password'),
    readonly: make('read only password'),
    first: make('shared secret of the variable'),
    second: make('shared secret that was applied'),
    third: make('shared secret of the rotation'),
    refused: make('shared secret that was refused'),
    tunnel: canaries.make('token of the tunnel', 'word'),
  }
  service = await startEchoingService(canaries, [secrets.password, secrets.readonly])
})
afterEach(async () => {
  await running?.stop('SIGKILL')
  await service.stop()
  programs.remove()
  folder.remove()
})

/** Hookscope as a process of its own, with a client that remembers everything that it was answered. */
async function open(withNames = true) {
  const started = startHookscope(['serve', '--json', '--data', folder.path, '--ui-port', '0', '--receiver-port', '0'], {
    variables: {
      // Where the program of the tunnel is.
      PATH: [programs.path, process.env['PATH']].join(delimiter),
      HOOKSCOPE_LOG: 'trace',
      HOOKSCOPE_AUTH_URL: service.url,
      HOOKSCOPE_BASE_URL: service.url,
      ...(withNames ? { HOOKSCOPE_CLIENT_ID: 'client', HOOKSCOPE_AUDIENCE: 'audience' } : {}),
      HOOKSCOPE_USERNAME: 'master@example.com',
      HOOKSCOPE_PASSWORD: secrets.password,
      HOOKSCOPE_SHARED_SECRET: secrets.first,
    },
  })
  running = started
  const ready = JSON.parse(await started.until('\n')) as ReadyLine
  canaries.add('key of the page', ready.token)
  canaries.add('code of the address', new URL(ready.ui).hash.slice('#code='.length))
  const answers: string[] = []
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' }
    const response = await fetch(ready.api + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  return {
    process: started,
    ready,
    answers,
    /** A call whose answer may hold a secret: it was asked for. */
    secretly: call,
    /** A call whose answer must not hold any. */
    call: async (method: string, path: string, body?: unknown) => {
      const { status, text } = await call(method, path, body)
      answers.push(`${method} ${path} ${status} ${text}`)
      return JSON.parse(text) as Record<string, unknown>
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Posts a notification as the service does, and runs its follow-up. Answers verdict and status of the follow-up. */
async function deliver({ call, ready }: Opened, secret: string, resourceId: string): Promise<[string, number | null]> {
  const { environment } = (await call('GET', '/status')) as { environment: { receiverPath: string } }
  const body = JSON.stringify({ id: `n-${resourceId}`, action: 'update', resourceType: 'Payment', resourceId })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = { 'x-service-webhook-hmac': signature }
  const { status } = await fetch(ready.receiver + environment.receiverPath, { method: 'POST', headers, body })
  expect(status).toBe(200)
  for (;;) {
    // The list follows the commit by some milliseconds, and each look takes some.
    const page = (await call('GET', `/deliveries?q=${resourceId}`)) as { items: { id: string; verdict: string }[] }
    const [found] = page.items
    if (found === undefined) continue
    const run = (await call('POST', `/deliveries/${found.id}/follow-up`)) as { followUp: { status: number | null } }
    await call('POST', `/deliveries/${found.id}/explanation`, { digest: 'c29tZXRoaW5n' })
    return [found.verdict, run.followUp.status]
  }
}

/** Resolves when the log has a text. */
async function logged(child: ChildProcess, text: string): Promise<void> {
  let log = ''
  return new Promise((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes(text)) resolve()
    })
  })
}

/** A new key, another address and a page for the browser; from here on they are looked for as well. */
async function renewKey({ secretly, ready }: Opened): Promise<void> {
  ready.token = (JSON.parse((await secretly('POST', '/session/renew')).text) as SessionRenewal).token
  canaries.add('renewed key of the page', ready.token)
  const { ui } = JSON.parse((await secretly('POST', '/session/address')).text) as SessionAddress
  canaries.add('code of another address', new URL(ui).hash.slice('#code='.length))
  const { file } = JSON.parse((await secretly('POST', '/session/launch')).text) as SessionLaunch
  expect(canaries.foundIn(Buffer.from(file))).toEqual([])
}

async function useEverything(opened: Opened): Promise<void> {
  const { call, secretly } = opened
  await renewKey(opened)
  const { environment } = (await call('GET', '/status')) as { environment: { id: string } }
  const at = `/environments/${environment.id}`
  const config = `${at}/webhook-config`
  await call('POST', '/sandbox/demo')
  await call('POST', `${at}/activate`)
  await call('PATCH', at, { readonlyUsername: 'reader@example.com', readonlyPassword: secrets.readonly })

  // Client id and audience as secrets.
  const { clientId, audience } = secrets
  await call('PATCH', at, { clientId, audience, sealedNames: ['clientId', 'audience'] })

  // Tokens, with the wrong password too.
  await call('PATCH', at, { password: secrets.wrong })
  await call('POST', `${at}/token`, { as: 'master' })
  await call('PATCH', at, { password: secrets.password })
  for (const as of ['master', 'readonly']) await call('POST', `${at}/token`, { as })

  // The webhook-config: taken, refused, failed, asked for.
  await call('POST', `${config}/preview`, { enabled: true, sharedSecret: secrets.second })
  await call('PATCH', config, { enabled: true, sharedSecret: secrets.second, send: 'all' })
  await call('POST', `${config}/ask`)
  service.answerPatch = 'refuse'
  await call('PATCH', config, { sharedSecret: secrets.refused })
  service.answerPatch = 'fail'
  await call('PATCH', config, { sharedSecret: secrets.refused, send: 'changed' })
  await call('POST', `${config}/repair`)
  service.answerPatch = 'take'
  await call('POST', `${at}/rotation`, { sharedSecret: secrets.third })
  await call('POST', `${config}/repair`)
  await call('GET', `${config}/history`)

  // Deliveries and follow-ups: proven by each secret, refused tokens, failures; and what is wrong with a signature.
  expect(await deliver(opened, secrets.third, 'plain-1')).toEqual(['valid', 200])
  expect(await deliver(opened, secrets.second, 'denied-1')).toEqual(['valid-previous', 200])
  expect(await deliver(opened, secrets.first, 'fail-1')).toEqual(['valid-previous', 500])
  expect(await deliver(opened, 'none of them', 'wrong-1')).toEqual(['invalid', 200])
  await call('POST', '/verification')

  // Read only users, copies, files.
  const created = await secretly('POST', `${at}/readonly-users`, { email: 'another@example.com' })
  expect(created.status).toBe(201)
  await call('POST', `${at}/readonly-users`, { email: 'another@example.com' })
  await call('POST', `${at}/token`, { as: 'readonly' })
  expect(await deliver(opened, secrets.third, 'plain-2')).toEqual(['valid', 200])
  const copy = await call('POST', `${at}/duplicate`, { secrets: true })
  const file = await call('GET', '/environments/export')
  await call('POST', '/environments/import', file)
  await call('DELETE', `/environments/${String(copy['id'])}?deliveries=true`)
  await secretly('POST', `${at}/reveal`, { secret: 'password' })
  expect((await secretly('POST', `${at}/reveal`, { secret: 'audience' })).text).toBe(JSON.stringify({ text: audience }))

  // A tunnel whose program prints the token that it was given.
  const printed = logged(opened.process.child, 'INF token')
  await call('POST', '/tunnel/open', {
    provider: 'cloudflared',
    options: { token: secrets.tunnel, url: 'https://127.0.0.1:9' },
  })
  await printed
  await call('GET', '/tunnel/providers')
}

/** Everything that can be read back. */
async function readEverything({ call }: Opened): Promise<void> {
  const { items } = (await call('GET', '/deliveries?limit=100')) as { items: { id: string }[] }
  for (const { id } of items) {
    await call('GET', `/deliveries/${id}`)
    await call('GET', `/deliveries/${id}/attempts`)
  }
  for (const path of ['/status', '/environments', '/tunnel', '/sandbox', '/objects', '/openapi.json']) {
    await call('GET', path)
  }
}

/** Everything on disk but the file of the key, where the search finds what is to be nowhere else. */
function filesBesideTheKey(): [path: string, bytes: Uint8Array][] {
  const keyFile = join(folder.path, 'page.key')
  // Where the commands find the instance that runs; it is gone when that ends.
  const instanceFile = join(folder.path, 'hookscope.instance.json')
  const files = filesBelow(folder.path)
  const [, key = new Uint8Array()] = files.find(([path]) => path === keyFile) ?? []
  expect(canaries.foundIn(key)).toContain('renewed key of the page (raw)')
  for (const [path] of files.filter(([one]) => one === keyFile || one === instanceFile)) {
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  return files.filter(([path]) => path !== keyFile && path !== instanceFile)
}

/** Where canaries were found, in words; empty when nowhere. */
function traces(places: readonly [place: string, bytes: Uint8Array][]): string[] {
  return places.flatMap(([place, bytes]) => canaries.foundIn(bytes).map((found) => `${found} in ${place}`))
}

it('no secret lies anywhere, in whatever form, after everything was used, failed and crashed', async () => {
  const first = await open()
  const { environment } = (await first.call('GET', '/status')) as { environment: { id: string } }
  await useEverything(first)
  await readEverything(first)
  expect(canaries.count()).toBeGreaterThan(12)

  // The search finds what is there: the one secret that was asked for, and every form of it.
  const revealed = await first.secretly('POST', `/environments/${environment.id}/reveal`, {
    secret: 'sharedSecret',
  })
  expect(canaries.foundIn(Buffer.from(revealed.text))).toContain('shared secret of the rotation (JSON)')
  const hidden = Buffer.from(`xy${secrets.first}`).toString('base64')
  expect(canaries.foundIn(Buffer.from(hidden))).toContain('shared secret of the variable (base64 at 2)')

  const answers = () => first.answers.map((text): [string, Uint8Array] => [text.slice(0, 80), Buffer.from(text)])
  expect(traces(answers())).toEqual([])
  const lines = commandLines()
  expect(lines.some(([, bytes]) => Buffer.from(bytes).includes(join(programs.path, 'cloudflared')))).toBe(true)
  expect(traces(lines)).toEqual([])
  // The database with its WAL as they lie there in the middle of the work, and after a crash.
  expect(
    filesBelow(folder.path)
      .map(([path]) => path)
      .join(),
  ).toContain('-wal')
  expect(traces(filesBesideTheKey())).toEqual([])
  const crashed = await first.process.stop('SIGKILL')
  expect(traces(filesBesideTheKey())).toEqual([])
  expect(crashed.stderr).toContain('INF token ***')
  expect(traces([['log', Buffer.from(crashed.stderr)]])).toEqual([])

  const second = await open(false)
  await readEverything(second)
  const ended = await second.process.stop('SIGTERM')
  expect(ended.code).toBe(0)
  // Its one line is where key and code are to be.
  const { token, ui } = second.ready
  expect(token).toBe(first.ready.token)
  const stdout = ended.stdout.replace(token, '').replace(ui, '')
  const places = second.answers.map((text): [string, Uint8Array] => [text.slice(0, 80), Buffer.from(text)])
  expect(traces([...places, ['log', Buffer.from(ended.stderr)], ['stdout', Buffer.from(stdout)]])).toEqual([])
  expect(traces(filesBesideTheKey())).toEqual([])
})
