import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type ReadyLine, scratchFolder } from '../../build/startServe.ts'
import { runHere, startHere } from '../runHere.ts'
import { runHookscope, startHookscope } from '../runHookscope.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const own = (name: string) => ['--data', join(folder.path, name), '--receiver-port', '0']

async function hold(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}

const portOf = (server: Server | null) => (server?.address() as AddressInfo | undefined)?.port ?? 0

describe('serve --json', () => {
  test('prints one line when ready, nothing else, and exits 0 at SIGTERM', async () => {
    const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('json')])
    const line = await running.until('\n')
    const ready = JSON.parse(line) as ReadyLine
    expect(Object.keys(ready)).toEqual(['ui', 'api', 'token', 'receiver', 'receiverUrl', 'data', 'pid'])
    expect(ready.ui).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/)
    expect(ready.api).toBe(`${new URL(ready.ui).origin}/api/v1`)
    expect(ready.data).toBe(join(folder.path, 'json'))
    expect(ready.pid).toBe(running.child.pid)
    const answer = await fetch(`${ready.api}/status`, { headers: { authorization: `Bearer ${ready.token}` } })
    expect(answer.status).toBe(200)
    expect(await running.stop('SIGTERM')).toEqual({ code: 0, stdout: line, stderr: '' })
  })

  test('has a key of its own for each folder and keeps it over restarts, in a file of its owner only', async () => {
    const keyOf = async (name: string) => {
      const running = startHere(['serve', '--json', '--ui-port', '0', ...own(name)])
      const { token } = JSON.parse(await running.until('\n')) as ReadyLine
      await running.stop()
      return token
    }
    const keys = [await keyOf('key'), await keyOf('key'), await keyOf('other-key')]
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    const file = join(folder.path, 'key/page.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(keys[0])
  })

  test(
    'listens where it listened last on this folder, when nobody asks for another port',
    { tags: 'full' },
    async () => {
      const portAt = async (...args: string[]) => {
        const running = startHookscope(['serve', '--json', ...args, ...own('port')])
        const { ui } = JSON.parse(await running.until('\n')) as ReadyLine
        return { port: new URL(ui).port, stop: running.stop }
      }
      const first = await portAt('--ui-port', '0')
      await first.stop('SIGKILL')
      const second = await portAt()
      expect(second.port).toBe(first.port)
      await second.stop()
    },
  )
})

describe('serve', () => {
  test('tells a person where everything is, how secrets are kept and how to stop', async () => {
    const running = startHere(['serve', '--no-open', '--ui-port', '0', ...own('plain')])
    const text = await running.until('Ctrl+C')
    expect(text).toMatch(/UI +http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}\n/)
    expect(text).toContain(`open --data '${join(folder.path, 'plain')}'`)
    expect(text).toMatch(/Receiver +http:\/\/127\.0\.0\.1:\d+\/in\/[\w-]+\n/)
    expect(text).toContain(join(folder.path, 'plain'))
    expect(text).toContain('Secrets are encrypted with a key file')
    expect((await running.stop()).code).toBe(0)
  })

  test('takes another port when its usual one is taken and nobody asked for it', async () => {
    const holder = await hold(4680)
    const running = startHere(['serve', '--json', ...own('usual')])
    const { ui } = JSON.parse(await running.until('\n')) as ReadyLine
    expect(new URL(ui).port).not.toBe('4680')
    await running.stop()
    holder?.close()
  })

  test('uses HOOKSCOPE_DATA when there is no --data, and makes the folder', { tags: 'full' }, async () => {
    const data = join(folder.path, 'of/variable')
    const running = startHere(['serve', '--json', '--ui-port', '0', '--receiver-port', '0'], {
      variables: { HOOKSCOPE_DATA: data },
    })
    expect((JSON.parse(await running.until('\n')) as ReadyLine).data).toBe(data)
    expect(existsSync(join(data, 'deliveries.db'))).toBe(true)
    await running.stop()
  })

  test('logs to stderr at the level of HOOKSCOPE_LOG, as JSON', { tags: 'full' }, async () => {
    const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('log')], {
      variables: { HOOKSCOPE_LOG: 'debug' },
    })
    const { stdout, stderr } = (await running.until('\n'), await running.stop())
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const lines = stderr.split('\n').filter((line) => line !== '')
    expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true)
  })
})

describe('serve at Ctrl+C', () => {
  test('stops cleanly also when one Ctrl+C comes twice, as under npm', { tags: 'full' }, async () => {
    const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('twice')])
    await running.until('\n')
    running.child.kill('SIGINT')
    expect((await running.stop('SIGINT')).code).toBe(0)
  })

  test('stops cleanly also when it comes before everything stands', { tags: 'full' }, async () => {
    const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('early')])
    const lock = join(folder.path, 'early/hookscope.lock.json')
    while (!existsSync(lock)) await new Promise((resolve) => setImmediate(resolve))
    expect((await running.stop('SIGINT')).code).toBe(0)
    expect(existsSync(lock)).toBe(false)
  })

  test('ends at once when a person presses it again while something is still in flight', { tags: 'full' }, async () => {
    const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('again')])
    const { api, token } = JSON.parse(await running.until('\n')) as ReadyLine
    const status = await fetch(`${api}/status`, { headers: { authorization: `Bearer ${token}` } })
    const { receiver } = (await status.json()) as { receiver: { url: string } }
    const { port, pathname } = new URL(receiver.url)
    const slow = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    slow.write(`POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n`)
    await once(slow, 'data')
    const pressing = setInterval(() => running.child.kill('SIGINT'), 50)
    expect((await running.ended).code).toBe(130)
    clearInterval(pressing)
    slow.destroy()
  })
})

describe('serve that cannot do it exits 3 with a sentence', () => {
  const cannot = async (args: string[], words: string[]) => {
    const { code, stdout, stderr } = await runHere(['serve', '--json', '--ui-port', '0', ...args])
    expect(stderr).not.toMatch(/\n\s+at /)
    for (const word of words) expect(stderr).toContain(word)
    expect([code, stdout]).toEqual([3, ''])
  }

  test('when the port of the UI is taken', async () => {
    const holder = await hold(0)
    await cannot(['--ui-port', String(portOf(holder)), ...own('a')], [String(portOf(holder)), '--ui-port'])
    holder?.close()
  })

  test('when the port of the receiver is taken', { tags: 'full' }, async () => {
    const holder = await hold(0)
    await cannot(
      ['--data', join(folder.path, 'b'), '--receiver-port', String(portOf(holder))],
      [String(portOf(holder))],
    )
    holder?.close()
  })

  test('when another process holds the data folder, and names it', async () => {
    const first = startHookscope(['serve', '--json', '--ui-port', '0', ...own('held')])
    await first.until('\n')
    await cannot(own('held'), [join(folder.path, 'held'), `process ${first.child.pid}`, '--data'])
    expect((await first.stop()).code).toBe(0)
  })

  test('when the data folder cannot be made', async () => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    await cannot(['--data', join(file, 'below'), '--receiver-port', '0'], [join(file, 'below')])
  })
})

test('serve ends as cleanly when its terminal is closed (SIGHUP)', { tags: 'full' }, async () => {
  const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('hung-up')])
  await running.until('\n')
  expect(await running.stop('SIGHUP')).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(folder.path, 'hung-up', 'hookscope.instance.json'))).toBe(false)
})

describe('wrong usage exits 2 and names what it is about', () => {
  test.each([
    { args: ['serve', '--ui-port', 'abc'], words: ['--ui-port', '0 (any free one) to 65535'] },
    { args: ['serve', '--receiver-port', '65536'], words: ['--receiver-port', '65535'] },
    { args: ['serve', '--ui-port'], words: ['--ui-port takes a value: --ui-port N'] },
    {
      args: ['serve', '--tunnel', 'pigeon', ...own('pigeon')],
      words: ['--tunnel pigeon', 'There are: none, localtunnel'],
    },
    { args: ['serve', '--tunnel-option', 'name=x'], words: ['--tunnel NAME beside it'] },
    {
      args: ['serve', '--tunnel', 'ngrok', '--tunnel-option', 'authtoken=x', ...own('ngrok')],
      words: ['HOOKSCOPE_TUNNEL_AUTHTOKEN'],
    },
    { args: ['serve', '--token', 'x'], words: ['--token'] },
    { args: ['serve', 'extra'], words: ['takes no argument'] },
    { args: ['swerve'], words: ['swerve'] },
    { args: ['trigger'], words: ['TYPE'] },
    { args: ['sandbox', '--seed', '-1'], words: ['--seed'] },
  ])('$args', async ({ args, words }) => {
    const { code, stdout, stderr } = await runHere(args)
    for (const word of words) expect(stderr).toContain(word)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('a level of the log that does not exist', async () => {
    const { code, stderr } = await runHere(['serve', ...own('c')], { variables: { HOOKSCOPE_LOG: 'loud' } })
    expect(stderr).toContain('HOOKSCOPE_LOG is "loud"')
    expect(code).toBe(2)
  })
})

test('--help and --version answer on stdout and exit 0', async () => {
  const [help, ofServe, version] = await Promise.all(
    [['--help'], ['serve', '--help'], ['--version']].map(async (args) => runHookscope(args)),
  )
  expect(help?.stdout).toMatch(/serve[\s\S]*verify[\s\S]*sandbox[\s\S]*trigger/)
  expect(ofServe?.stdout).toContain('--receiver-port <N>')
  expect(version?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect([help?.code, ofServe?.code, version?.code]).toEqual([0, 0, 0])
})
