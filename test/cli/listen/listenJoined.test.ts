/** `listen` on a data folder where an instance runs, here another `listen`. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ForwardRules } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { runHere, startHere } from '../runHere.ts'
import { runHookscope } from '../runHookscope.ts'
import { linesOf, startListen, startListenHere } from './startListen.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
let end: () => Promise<void>
let first: Awaited<ReturnType<typeof startListen>>

beforeAll(async () => {
  first = await startListen(data, ['--json'], {}, (kill) => {
    end = kill
  })
})
afterAll(async () => {
  await end()
  folder.remove()
})

const joined = async (...args: string[]) => startListenHere(data, args)

describe('listen beside a running instance', () => {
  test('says through which one it listens, and asserts on what comes from then on', async () => {
    await first.send({ id: randomUUID(), resourceId: 'before' })
    const second = await joined('--json', '--until', 'id:after verdict:valid')
    expect(second.ready).toContain(`process ${first.running.child.pid}`)
    expect(second.receiver).toBe(first.receiver)
    await first.send({ resourceId: 'after' })
    const { code, stdout } = await second.running.ended
    expect(code).toBe(0)
    expect(stdout).not.toContain('before')
    expect(linesOf(stdout)[0]).toMatchObject({ event: 'delivery', verdict: 'valid', resourceId: 'after' })
    expect(first.running.child.exitCode).toBe(null)
  })

  test('text is looked for in the body, and every --until and --never counts', { tags: 'full' }, async () => {
    const until = ['--until', '"paid in full"', '--until', 'id:other']
    const passes = await joined(...until, '--never', '"refused by the bank"', '--never', 'type:Wallet')
    await first.send({ note: 'paid in full' })
    await first.send({ resourceId: 'other' })
    expect((await passes.running.ended).code).toBe(0)
    const fails = await joined(...until, '--never', '"refused by the bank"', '--never', 'type:Wallet')
    await first.send({ note: 'refused by the bank' })
    const { code, stderr } = await fails.running.ended
    expect(stderr).toMatch(/Delivery \d+ matched --never/)
    expect(code).toBe(1)
  })

  test('prints a delivery before what came of forwarding it', async () => {
    const app = await startApp()
    const times = 5
    const { running } = await joined('--json', '--forward-to', app.url, '--until', 'answer:2xx', '--times', `${times}`)
    for (let sent = 0; sent < times; sent += 1) await first.send()
    const lines = linesOf((await running.ended).stdout)
    const forwarded = lines.filter(({ event }) => event === 'forward')
    expect(forwarded).toHaveLength(times)
    for (const forward of forwarded) {
      const before = lines.slice(0, lines.indexOf(forward))
      expect(before).toContainEqual(expect.objectContaining({ event: 'delivery', id: forward['deliveryId'] }))
    }
  })

  test('forwards while it runs, and no longer: its assertions are about the app’s answer', async () => {
    const app = await startApp()
    const second = await joined('--json', '--forward-to', app.url, '--until', 'answer:2xx took:<30s', '--times', '2')
    await first.send()
    await second.running.until('"event":"forward"')
    await first.send()
    expect((await second.running.ended).code).toBe(0)
    const third = await joined('--until', 'type:Payment')
    await first.send()
    expect((await third.running.ended).code).toBe(0)
    expect(app.seen).toHaveLength(2)
  })

  test('says where a forwarding rule sends to the same app already', { tags: 'full' }, async () => {
    const app = await startApp()
    const added = await runHere(['forward', 'add', '--to', app.url, '--data', data, '--json'])
    const second = await joined('--forward-to', app.url)
    expect(second.ready).toContain(`also sends to ${app.url}, so your app receives matching deliveries twice`)
    await second.running.stop()
    const [rule] = (JSON.parse(added.stdout) as ForwardRules).rules
    await runHere(['forward', 'remove', rule?.id ?? '', '--data', data])
  })

  test('forwards nothing any more once it has ended, however soon something comes', { tags: 'full' }, async () => {
    const app = await startApp()
    for (const rounds of [1, 2, 3, 4, 5]) {
      const second = await joined('--json', '--forward-to', app.url, '--until', 'answer:2xx')
      await first.send()
      await second.running.ended
      await first.send()
      expect(app.seen).toHaveLength(rounds)
    }
  })

  test('is a temporary rule in the list, gone once the command was killed', async () => {
    const app = await startApp()
    const rules = async () => {
      const { stdout } = await runHere(['forward', '--data', data, '--json'])
      return (JSON.parse(stdout) as ForwardRules).rules
    }
    const second = await startListen(data, ['--forward-to', app.url], {})
    const [rule] = await rules()
    expect(rule).toMatchObject({ target: app.url, temporary: true })
    const refused = await runHere(['forward', 'remove', rule?.id ?? '', '--data', data])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('belongs to a command that runs')])
    second.running.child.kill('SIGKILL')
    await second.running.ended
    await expect.poll(rules).toEqual([])
    await first.send()
    expect(app.seen).toHaveLength(0)
  })

  test('ends with 1 where the app answers what must not be', async () => {
    const app = await startApp((_seen, response) => void response.writeHead(500).end())
    const second = await joined('--forward-to', app.url, '--never', 'answer:5xx')
    await first.send()
    expect((await second.running.ended).code).toBe(1)
  })

  test.each([
    { args: ['--receiver-port', '9'], code: 3, words: '--receiver-port is 9' },
    { args: ['--tunnel', 'localtunnel'], code: 2, words: 'the tunnel belongs to' },
    { args: ['--forward-to', 'RECEIVER'], code: 2, words: 'is one of Hookscope’s own' },
    { args: ['--forward-to', 'http://192.0.2.7/'], code: 2, words: 'Add --allow-host 192.0.2.7 if it is yours.' },
    { args: ['--scheme', 'nobody'], code: 2, words: 'No sender "nobody".' },
  ])('ends with $code for $args', async ({ args, code, words }) => {
    const given = args.map((word) => (word === 'RECEIVER' ? new URL(first.receiver).origin : word))
    const ended = await runHere(['listen', '--data', data, ...given])
    expect(ended.stderr).toContain(words)
    expect(ended.code).toBe(code)
  })

  test('status recommends no page there, because a command has none', { tags: 'full' }, async () => {
    const { stdout } = await runHere(['status', '--json', '--data', data])
    const { next } = JSON.parse(stdout) as { next: { command: string }[] }
    expect(next.map(({ command }) => command).join('\n')).toMatch(/ tail /)
    expect(next.map(({ command }) => command).join('\n')).not.toMatch(/ open /)
  })

  test('wait that is interrupted says so, and not that its time is over', async () => {
    const waiting = startHere(['wait', 'type:Nothing', '--timeout', '1h', '--data', data])
    await waiting.until('')
    const { code, stderr } = await waiting.stop()
    expect(stderr).toContain('Nothing matched "type:Nothing" before it was stopped.')
    expect(code).toBe(130)
  })

  test('ends with 3 when the instance is stopped; serve does not join', { tags: 'full' }, async () => {
    const own = join(folder.path, 'stopped')
    const other = await startListen(own, [], {})
    const second = await startListen(own, [], {})
    const serve = await runHookscope(['serve', '--data', own, '--no-open'])
    expect(serve.code).toBe(3)
    await other.running.stop()
    const { code, stderr } = await second.running.ended
    expect(stderr).toContain('was stopped')
    expect(code).toBe(3)
  })
})
