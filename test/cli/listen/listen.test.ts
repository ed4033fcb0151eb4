import { createHmac, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { openSender } from '../../tunnel/sendThrough.ts'
import { startTunnelServer } from '../../tunnel/startTunnelServer.ts'
import { runHere } from '../runHere.ts'
import { startHookscope } from '../runHookscope.ts'
import { linesOf, secret, startListen, startListenHere, startService } from './startListen.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const listen = async (args: string[] = [], variables: Record<string, string> = {}) =>
  startListen(join(folder.path, randomUUID()), args, variables)

const listenHere = async (args: string[] = [], variables: Record<string, string> = {}) =>
  startListenHere(join(folder.path, randomUUID()), args, variables)

describe('listen --json', () => {
  test('prints a line per delivery and one when its follow-up ended, nothing else, and exits 0 at a signal', async () => {
    const { running, send: deliver } = await listen(['--json'], await startService())
    expect(await deliver()).toBe(200)
    await running.until('"follow-up"')
    const { code, stdout } = await running.stop('SIGINT')
    const [delivery, followUp, ...more] = linesOf(stdout)
    expect(more).toEqual([])
    expect(delivery).toMatchObject({
      event: 'delivery',
      verdict: 'valid',
      resourceType: 'Payment',
      resourceId: 'pay-1',
      action: 'create',
      method: 'POST',
      duplicate: false,
      // It may begin before the line is printed.
      followUp: { state: expect.stringMatching(/^(waiting|running)$/), status: null, reason: null },
    })
    expect(delivery).toEqual(expect.objectContaining({ environmentId: expect.any(String), size: expect.any(Number) }))
    expect(followUp).toEqual({
      ...delivery,
      event: 'follow-up',
      followUp: { state: 'done', status: 200, reason: null },
      headline: {
        source: 'object',
        items: [{ field: 'status', kind: 'value', before: null, after: 'settled' }],
        more: 0,
      },
    })
    expect(code).toBe(0)
  })

  test('says on stderr where it listens, with the whole address to send to', { tags: 'full' }, async () => {
    const { ready, receiver, running } = await listenHere(['--json'])
    expect(receiver).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/in\/[\w-]+$/)
    expect(ready).toContain(folder.path)
    expect(await running.stop()).toMatchObject({ code: 0, stdout: '' })
  })

  test('loses nothing of hostile text and lets none of it reach the terminal', async () => {
    const { running, send: deliver } = await listenHere(['--json'])
    const resourceType = 'P\u001B[31m\u0007\n\u009B2J\u202E\uD800x'
    await deliver({ resourceType })
    const stdout = await running.until('\n')
    // eslint-disable-next-line no-control-regex
    expect(stdout.trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/)
    expect(linesOf(stdout)[0]?.['resourceType']).toBe(resourceType.toWellFormed())
    await running.stop()
  })
})

describe('listen', () => {
  test('prints aligned lines for a person, without colours where no terminal is', async () => {
    const { running, send: deliver, receiver } = await listenHere([], await startService())
    await deliver()
    await running.until('fetched')
    await deliver({ resourceType: 'CustodialAccount', resourceId: 'x'.repeat(100) })
    await fetch(receiver)
    const stdout = await running.until('answered 405')
    const lines = stdout.split('\n').filter((line) => /[✓!]/.test(line))
    expect(lines[0]).toMatch(
      /^#1 {5}\d\d:\d\d:\d\d\.\d{3} {2}✓ valid {11}Payment +create +pay-1 +\d+ B {2}follow-up waits$/,
    )
    expect(lines[1]).toContain('x…')
    expect(lines[2]).toMatch(/! unsigned .* 0 B {2}skipped {2}answered 405$/)
    expect(new Set(lines.map((line) => line.search(/ B( |$)/))).size).toBe(1)
    expect(stdout).toMatch(/↳ fetched +Payment +create +pay-1 +200 {2}settled\n/)
    expect(stdout).not.toContain('\u001B')
    expect((await running.stop()).code).toBe(0)
  })

  test('lets no control character of a delivery through', { tags: 'full' }, async () => {
    const { running, send: deliver } = await listenHere()
    await deliver({ resourceType: 'P\u001B[31m', action: 'a\r\n12:00:00.000  ✓ valid', resourceId: '\u202E\u009B2J' })
    const stdout = await running.until('\n')
    expect(stdout).toContain('P\uFFFD[31m')
    // eslint-disable-next-line no-control-regex
    expect(stdout.trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/)
    await running.stop()
  })
})

describe('listen --until', () => {
  test('exits 0 when a delivery matches, and passes over those that do not', async () => {
    const { running, send: deliver } = await listen([
      '--json',
      '--until',
      'type:Wallet verdict:valid',
      '--timeout',
      '30s',
    ])
    await deliver()
    await running.until('"Payment"')
    expect(running.child.exitCode).toBeNull()
    await deliver({ resourceType: 'Wallet' })
    const { code, stdout } = await running.ended
    const deliveries = linesOf(stdout).filter(({ event }) => event === 'delivery')
    expect(deliveries.map(({ resourceType }) => resourceType)).toEqual(['Payment', 'Wallet'])
    expect(code).toBe(0)
  })

  test('waits for the follow-up when the words ask for it', { tags: 'full' }, async () => {
    const { running, send: deliver } = await listenHere(
      ['--json', '--until', 'status:failed|done'],
      await startService(403),
    )
    await deliver()
    const { code, stdout } = await running.ended
    expect(linesOf(stdout).map(({ event }) => event)).toEqual(['delivery', 'follow-up'])
    expect(linesOf(stdout)[1]).toMatchObject({ followUp: { state: 'failed', status: 403 } })
    expect(code).toBe(0)
  })

  test('exits 1 when nothing matched in time, and says what came', async () => {
    const { running, send: deliver } = await listenHere(['--until', 'type:Wallet', '--timeout', '2s'])
    await deliver()
    const { code, stderr } = await running.ended
    expect(stderr).toContain('Nothing matched --until "type:Wallet" within 2 s; 1 delivery arrived.')
    expect(code).toBe(1)
  })

  test('takes quoted text and addresses as words', { tags: 'full' }, async () => {
    const words = '-"header:x" -http://nowhere.example -urn:uuid:1 -localhost:3000 type:Payment'
    const { running, send: deliver } = await listenHere(['--until', words, '--timeout', '30s'])
    await deliver()
    expect((await running.ended).code).toBe(0)
  })

  test('exits 130 at a signal before anything matched', { tags: 'full' }, async () => {
    const { running } = await listen(['--until', 'type:Wallet'])
    expect((await running.stop('SIGTERM')).code).toBe(130)
  })
})

describe('listen --forward-to', () => {
  test('sends each delivery on to a local app, byte for byte, and says so', async () => {
    const app = await startApp()
    const { running, send: deliver } = await listenHere(['--forward-to', `${app.url}/hooks`])
    await deliver({ resourceId: 'größe  10.00' }, '?tenant=7')
    expect(await running.until('forwarded')).toMatch(/→ forwarded .*204 in \d+ ms/)
    const [seen] = app.seen
    expect(seen).toMatchObject({ method: 'POST', target: '/hooks?tenant=7' })
    const signed = createHmac('sha256', secret)
      .update(seen?.body ?? '')
      .digest('base64')
    expect(seen?.headers).toContainEqual(['x-service-webhook-hmac', signed])
    expect((await running.stop()).code).toBe(0)
  })

  test('says why a delivery was not forwarded; with --json as a line of its own, and on stderr', async () => {
    const args = ['--forward-to', 'http://127.0.0.1:9/']
    const [plain, json_] = await Promise.all([listen(args), listen([...args, '--json'])])
    await Promise.all([plain.send(), json_.send()])
    expect(await plain.running.until('not forwarded')).toContain('Nothing listens at 127.0.0.1:9')
    await json_.remarks.until('was not forwarded: Nothing listens at 127.0.0.1:9')
    const { stdout } = await json_.running.stop()
    expect(
      linesOf(stdout)
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(['delivery', 'follow-up', 'forward'])
    expect(linesOf(stdout).find(({ event }) => event === 'forward')).toMatchObject({
      status: null,
      error: { code: 'ECONNREFUSED' },
    })
    await plain.running.stop()
  })

  test('stops in good time while the app hangs', { tags: 'full' }, async () => {
    const app = await startApp(() => undefined)
    const { running, send: deliver } = await listen(['--json', '--forward-to', app.url])
    await Promise.all(Array.from({ length: 10 }, async () => deliver()))
    await app.count(8)
    const { code, stderr } = await running.stop()
    expect(stderr).toContain('2 deliveries were not forwarded')
    expect(stderr.match(/was not forwarded: Forwarding was stopped/g)).toHaveLength(8)
    expect(code).toBe(0)
  })
})

describe('listen --tunnel', () => {
  test('has the public address in its ready line once it is online, and deliveries come through it', async () => {
    const server = await startTunnelServer()
    onTestFinished(async () => server.stop())
    const tunnel = [
      '--tunnel',
      'localtunnel',
      '--tunnel-option',
      `host=${server.url}`,
      '--tunnel-option',
      'name=my-hooks',
    ]
    const { running, ready } = await listenHere(['--json', ...tunnel])
    const [, url = ''] = /Public: (http:\S+?)\.(?:\s|$)/.exec(ready) ?? []
    expect(url).toMatch(new RegExp(`^http://my-hooks\\.localhost:${server.port}/in/[\\w-]+$`))
    const sender = openSender(url, 1)
    expect(await sender.post(Buffer.from('{}'), new URL(url).pathname)).toBe(200)
    sender.stop()
    expect(linesOf(await running.until('\n'))[0]).toMatchObject({ event: 'delivery', verdict: 'unsigned', size: 2 })
    expect((await running.stop()).code).toBe(0)
  })

  test('opens nothing with "none", although a tunnel was open the last time', { tags: 'full' }, async () => {
    const server = await startTunnelServer()
    onTestFinished(async () => server.stop())
    const data = join(folder.path, randomUUID())
    const tunnel = ['--tunnel', 'localtunnel', '--tunnel-option', `host=${server.url}`]
    const ports = ['--ui-port', '0', '--receiver-port', '0']
    const serve = startHookscope(['serve', '--json', '--data', data, ...ports, ...tunnel])
    onTestFinished(async () => void (await serve.stop('SIGKILL')))
    await serve.until('\n')
    await serve.stop()
    const before = (await server.stats()).registrations.length
    expect(before).toBeGreaterThan(0)
    const { running, ready, send: deliver } = await startListenHere(data, ['--tunnel', 'none'])
    expect(ready).not.toContain('Public:')
    expect(await deliver()).toBe(200)
    await running.until('Payment')
    expect((await running.stop()).code).toBe(0)
    expect((await server.stats()).registrations.length).toBe(before)
  })

  test('that does not come up is reported with its reason, and local deliveries still arrive', async () => {
    const {
      running,
      ready,
      send: deliver,
    } = await listenHere(['--tunnel', 'localtunnel', '--tunnel-option', 'host=http://127.0.0.1:9'])
    expect(ready).toMatch(/The tunnel is not online yet: .*Nothing listens at 127\.0\.0\.1:9/)
    expect(await deliver()).toBe(200)
    await running.until('✓ valid')
    expect((await running.stop()).code).toBe(0)
  })
})

describe('listen that is ill-used', () => {
  const own = () => ['--data', join(folder.path, randomUUID()), '--receiver-port', '0']
  // More that it does not wait for: assertions.test.ts.
  test.each([
    { args: ['--until', 'verdit:valid'], words: ['There is no key "verdit"', 'verdict:valid'] },
    { args: ['--until', 'pay', '--timeout', '30'], words: ['--timeout', '500ms, 30s, 2m'] },
    { args: ['--until', 'pay', '--timeout', '0s'], words: ['--timeout'] },
    { args: ['--until', 'pay', '--timeout', '25h'], words: ['up to a day'] },
    { args: ['--to', 'nowhere'], words: ['--to:', 'http://127.0.0.1:3000'] },
    { args: ['--forward-to', 'http://me:pw@127.0.0.1'], words: ['user name or password'] },
    { args: ['--tunnel', 'pigeon'], words: ['--tunnel pigeon', 'There are: none, localtunnel'] },
    { args: ['--tunnel-option', 'name=x'], words: ['--tunnel NAME beside it'] },
    { args: ['--ui-port', '1'], words: ['--ui-port'] },
  ])('exits 2: $args', async ({ args, words }) => {
    const { code, stdout, stderr } = await runHere(['listen', ...own(), ...args])
    for (const word of words) expect(stderr).toContain(word)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('exits 2 when it is to forward to its own receiver', async () => {
    const data = join(folder.path, 'own-port')
    mkdirSync(data)
    const first = await startListenHere(data, [])
    const { port } = new URL(first.receiver)
    await first.running.stop()
    const args = ['listen', '--data', data, '--receiver-port', port, '--forward-to', `http://localhost:${port}/`]
    const { code, stderr } = await runHere(args)
    expect(stderr).toContain(`--to: Port ${port} is one of Hookscope’s own`)
    expect(code).toBe(2)
  })

  test('answers senders also while nobody reads its output', { tags: 'full' }, async () => {
    const { running, send: deliver } = await listen(['--json', '--until', 'type:Wallet'])
    running.child.stdout?.pause()
    const statuses: number[] = []
    for (let index = 0; index < 600; index += 1) statuses.push(await deliver())
    expect(statuses.every((status) => status === 200)).toBe(true)
    await deliver({ resourceType: 'Wallet' })
    running.child.stdout?.resume()
    const { code, stdout } = await running.ended
    expect(linesOf(stdout).filter(({ event }) => event === 'delivery')).toHaveLength(601)
    expect(code).toBe(0)
  })

  test('stops when nobody reads its output any more', { tags: 'full' }, async () => {
    const { running, send: deliver } = await listen()
    running.child.stdout?.destroy()
    await deliver()
    // It may have noticed with the first one, and be gone.
    await deliver().catch(() => undefined)
    expect((await running.ended).code).toBe(0)
  })
})

test('listen prints why a signature is wrong, below the line of its delivery', async () => {
  const { running, receiver } = await listenHere()
  const body = '{"resourceType": "Payment", "resourceId": "p-1"}'
  const signature = createHmac('sha256', secret).update(`${body}\n`).digest('base64')
  await fetch(receiver, { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body })
  const stdout = await running.until('What to do')
  expect(stdout).toMatch(/^#1 .*✗ invalid/m)
  expect(stdout).toMatch(/^#1 +Proof: HMAC-SHA256 .* with a line feed at its end/m)
  await running.stop()
})
