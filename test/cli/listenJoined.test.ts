/** `listen` on a data folder where an instance runs, here another `listen`. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { startApp } from '../forwarding/startApp.ts'
import { runHere } from './runHere.ts'
import { runHookscope } from './runHookscope.ts'
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

  test('forwards nothing any more once it has ended, however soon something comes', async () => {
    const app = await startApp()
    for (const rounds of [1, 2, 3, 4, 5]) {
      const second = await joined('--json', '--forward-to', app.url, '--until', 'answer:2xx')
      await first.send()
      await second.running.ended
      await first.send()
      expect(app.seen).toHaveLength(rounds)
    }
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
    { args: ['--scheme', 'nobody'], code: 2, words: '--scheme is "nobody"' },
  ])('ends with $code for $args', async ({ args, code, words }) => {
    const given = args.map((word) => (word === 'RECEIVER' ? new URL(first.receiver).origin : word))
    const ended = await runHere(['listen', '--data', data, ...given])
    expect(ended.stderr).toContain(words)
    expect(ended.code).toBe(code)
  })

  test('ends with 3 when the instance is stopped; serve does not join', async () => {
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
