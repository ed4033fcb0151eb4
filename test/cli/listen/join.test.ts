import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CannotDo } from '../../../src/cli/basics/failures.ts'
import { findInstance } from '../../../src/cli/connect/joinInstance.ts'
import { withApi } from '../../../src/cli/connect/withApi.ts'
import { instanceFileIn } from '../../../src/host/files/instanceFile.ts'
import type { Delivery, Status } from '../../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../../build/startServe.ts'
import { runHere, startHere } from '../runHere.ts'
import { runHookscope } from '../runHookscope.ts'
import { serveHere } from '../serve/serveHere.ts'

let running: ServeProcess
const folder = scratchFolder()
const data = join(folder.path, 'data')
const instanceIn = (name: string) => JSON.parse(readFileSync(instanceFileIn(name), 'utf8')) as Record<string, unknown>

beforeAll(async () => {
  running = await startServe(data, ['--receiver-port', '0'])
  await running.call('POST', '/sandbox/demo')
})
afterAll(async () => {
  await running.kill('SIGTERM')
  folder.remove()
})

describe('a command on a folder where an instance runs', () => {
  test('works through that instance', async () => {
    const { code, stdout, stderr } = await runHookscope(['show', '1', '--json', '--data', data])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual(await running.call<Delivery>('GET', '/deliveries/1'))
  })

  test('says what the API refuses in one sentence, and ends with 2', async () => {
    const { code, stdout, stderr } = await runHere(['show', '99', '--data', data])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^hookscope: .*99.*\n$/)
  })
})

describe('the file that leads to a running instance', () => {
  test('is for its owner only, and names port, key and process', () => {
    expect(statSync(instanceFileIn(data)).mode & 0o777).toBe(0o600)
    expect(instanceIn(data)).toMatchObject({ v: 1, pid: running.pid, api: running.api, token: running.token })
  })

  test('has the new key after a renewal', async () => {
    const own = join(folder.path, 'renewed')
    const other = await serveHere(own)
    await other.call('POST', '/session/renew')
    expect(instanceIn(own)['token']).not.toBe(other.token)
    expect(await withApi({ data: own }, 'at-rest', async (api) => api.running?.pid)).toBe(other.pid)
    await other.stop()
    expect(existsSync(instanceFileIn(own))).toBe(false)
  })

  test.each([
    ['can be read by others', (file: string) => chmodSync(file, 0o644), 'had mode 0644'],
    [
      'is a link',
      (file: string) => {
        rmSync(file)
        symlinkSync(instanceFileIn(data), file)
      },
      'was a link',
    ],
  ])('is not trusted where it %s', async (_how, expose, reason) => {
    const own = scratchFolder()
    const file = instanceFileIn(own.path)
    writeFileSync(file, readFileSync(instanceFileIn(data)), { mode: 0o600 })
    expose(file)
    await expect(findInstance(own.path)).rejects.toThrow(reason)
    await expect(findInstance(own.path)).rejects.toBeInstanceOf(CannotDo)
    own.remove()
  })

  test('left by a killed instance sends the key to no other program on that port', async () => {
    const own = scratchFolder()
    const seen: string[] = []
    const foreign = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push(JSON.stringify([request.url, request.headers, Buffer.concat(chunks).toString()]))
        response.end(JSON.stringify({ folder: 'x', proof: 'y' }))
      })
    }).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    const api = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/api/v1`
    writeFileSync(instanceFileIn(own.path), JSON.stringify({ ...instanceIn(data), api }), { mode: 0o600 })
    expect(await findInstance(own.path)).toBeNull()
    foreign.close()
    expect(seen).toHaveLength(1)
    expect(seen.join()).not.toContain(running.token)
    own.remove()
  })
})

describe('an instance that does not answer', () => {
  test(
    'is given up after 3 s by every command, in one sentence, and serves them once it answers again',
    { tags: 'full' },
    async () => {
      const own = join(folder.path, 'frozen')
      const frozen = await startServe(own, ['--receiver-port', '0'])
      frozen.child.kill('SIGSTOP')
      const commands = [['status'], ['search', 'verdict:valid'], ['show', '1'], ['open'], ['tail']]
      const all = await Promise.all(commands.map(async (words) => runHere([...words, '--data', own])))
      for (const { code, stdout, stderr } of all) {
        expect([code, stdout]).toEqual([3, ''])
        expect(stderr).toMatch(`(process ${frozen.pid}) did not answer within 3 s`)
      }
      frozen.child.kill('SIGCONT')
      expect((await runHere(['status', '--data', own])).stdout).toContain(`process ${frozen.pid}`)
      await frozen.stop()
    },
  )

  test(
    'that was joined ends every command that waits for it with 3, whether it freezes, is killed or is stopped',
    { tags: 'full' },
    async () => {
      const ways = [
        { signal: 'SIGSTOP', says: 'has not answered for 10 s' },
        { signal: 'SIGKILL', says: 'ended without closing its connections' },
        { signal: 'SIGTERM', says: 'was stopped' },
      ] as const
      await Promise.all(
        ways.map(async ({ signal, says }) => {
          const own = join(folder.path, signal)
          const joined = await startServe(own, ['--receiver-port', '0'])
          const { receiver } = await joined.call<Status>('GET', '/status')
          const tail = startHere(['tail', '--data', own])
          const listen = startHere(['listen', '--until', 'type:Nothing', '--data', own])
          await listen.until('Ctrl+C stops', 'stderr')
          await fetch(String(receiver.url), { method: 'POST', body: '{}' })
          await tail.until('unsigned')
          joined.child.kill(signal)
          for (const { ended } of [tail, listen]) {
            const { code, stderr } = await ended
            expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([3, expect.stringContaining(says)])
            expect(stderr).toContain(`process ${joined.pid}`)
          }
          await joined.kill('SIGKILL')
        }),
      )
    },
  )

  test('is none where another program listens silently at the port of a killed one', { tags: 'full' }, async () => {
    const own = join(folder.path, 'stale')
    const first = await startServe(own, ['--receiver-port', '0'])
    await first.kill('SIGKILL')
    const foreign = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    const api = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/api/v1`
    writeFileSync(instanceFileIn(own), JSON.stringify({ ...instanceIn(own), api }), { mode: 0o600 })
    const { code, stdout } = await runHere(['status', '--data', own])
    foreign.closeAllConnections()
    foreign.close()
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing runs on this folder.')])
  })
})

describe('a command on a folder where none runs', () => {
  test('answers by itself, opens no port, and leaves the folder to the next one', async () => {
    const own = join(folder.path, 'alone')
    const first = await startServe(own, ['--receiver-port', '0'])
    await first.call('POST', '/sandbox/demo')
    await first.kill('SIGKILL')
    expect(existsSync(instanceFileIn(own))).toBe(true)
    const seen = await withApi({ data: own }, 'at-rest', async ({ client, running: facts }) => {
      const { receiver, counts } = await client.status()
      await expect(fetch(String(receiver.origin))).rejects.toThrow('fetch failed')
      return { facts, counts: counts.deliveries }
    })
    expect(seen).toEqual({ facts: null, counts: 1 })
    const { code, stdout } = await runHookscope(['show', '1', '--json', '--data', own])
    expect([code, (JSON.parse(stdout) as Delivery).verdict]).toEqual([0, 'valid'])
  })

  test('lets others join while it receives', { tags: 'full' }, async () => {
    const own = join(folder.path, 'receiving')
    await withApi({ data: own }, 'receiving', async ({ client }) => {
      await client.sandbox.demo()
      const { code, stdout } = await runHookscope(['show', '1', '--json', '--data', own])
      expect([code, (JSON.parse(stdout) as Delivery).id]).toEqual([0, '1'])
    })
    expect(existsSync(instanceFileIn(own))).toBe(false)
  })

  test('waits for another one that has the folder for a moment', { tags: 'full' }, async () => {
    const own = join(folder.path, 'shared')
    await runHere(['wait', 'type:none', '--timeout', '1s', '--data', own])
    const ended = await Promise.all([
      runHookscope(['config', '--json', '--data', own]),
      runHookscope(['search', 'type:payment', '--json', '--data', own]),
    ])
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [1, ''],
    ])
  })

  test('says who has it where that process lets nobody join', { tags: 'full' }, async () => {
    rmSync(instanceFileIn(data))
    const { code, stderr } = await runHere(['show', '1', '--data', data])
    expect(code).toBe(3)
    expect(stderr).toContain(`process ${running.pid}`)
    expect(stderr).toContain('join')
  })
})
