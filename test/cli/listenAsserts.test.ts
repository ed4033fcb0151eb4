import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { startApp } from '../forwarding/startApp.ts'
import { runHere } from './runHere.ts'
import { secret, startListenHere } from './startListen.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const listen = async (args: string[]) => startListenHere(join(folder.path, randomUUID()), args)

describe('listen asserts', () => {
  const forwarded = async (answer: Parameters<typeof startApp>[0], ...args: string[]) => {
    const app = await startApp(answer)
    return listen(['--forward-to', app.url, '--timeout', '60s', ...args])
  }

  test('the app answered 2xx in time, twice: ends with 0 and a JUnit report', async () => {
    const junit = join(folder.path, `${randomUUID()}.xml`)
    const until = 'type:Payment verdict:valid answer:2xx took:<30s'
    const { running, send: deliver } = await forwarded(undefined, '--until', until, '--times', '2', '--junit', junit)
    await deliver()
    await running.until('forwarded')
    expect(running.isRunning()).toBe(true)
    await deliver()
    expect((await running.ended).code).toBe(0)
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('tests="1" failures="0"')
    expect(xml).toContain('name="until type:Payment verdict:valid answer:2xx took:&lt;30s (2 times)"')
  })

  test('what must never come ends it with 1 and names the delivery', async () => {
    const args = ['--until', 'answer:2xx', '--never', 'answer:5xx|none']
    const { running, send: deliver } = await forwarded((_seen, response) => void response.writeHead(500).end(), ...args)
    await deliver()
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/Delivery \d+ matched --never "answer:5xx\|none"\./)
  })

  test('too few within a time of the first delivery end it with 1', async () => {
    const { running, send: deliver } = await listen(['--until', 'type:Payment', '--times', '2', '--within', '300ms'])
    await deliver()
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toContain('1 of 2 matched --until "type:Payment" within 0.3 s of the first delivery')
  })

  test('an app learns URL and secret from a file that only its owner can read', async () => {
    const file = join(folder.path, `${randomUUID()}.env`)
    const { receiver, running } = await listen(['--write-env', file])
    expect(readFileSync(file, 'utf8')).toBe(
      `HOOKSCOPE_WEBHOOK_URL='${receiver}'\nHOOKSCOPE_SHARED_SECRET='${secret}'\n`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await running.stop()
  })

  test.each([
    { args: ['--environment', 'nobody'], words: ['--environment is "nobody"', '"Sandbox"'] },
    { args: ['--scheme', 'nobody'], words: ['--scheme is "nobody"'] },
  ])('exits 2 for $args', async ({ args, words }) => {
    const data = join(folder.path, randomUUID())
    const { code, stderr } = await runHere(['listen', '--receiver-port', '0', '--data', data, ...args])
    for (const word of words) expect(stderr).toContain(word)
    expect(code).toBe(2)
  })
})
