import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxObject } from '../../src/shared/wireTypes.ts'
import { runHere } from './runHere.ts'
import { type Running, runHookscope, startHookscope } from './runHookscope.ts'

let sandbox: Running
let ready: Record<string, string>
let line = ''
beforeAll(async () => {
  sandbox = startHookscope(['sandbox', '--json', '--port', '0', '--seed', '7'])
  line = await sandbox.until('\n')
  ready = JSON.parse(line) as Record<string, string>
})
afterAll(async () => void (await sandbox.stop()))

const trigger = async (...args: string[]) => runHere(['trigger', ...args, '--sandbox', ready['url'] ?? ''])

describe('sandbox --json', () => {
  test('prints all that a client needs on one line', () => {
    expect(Object.keys(ready)).toEqual(
      expect.arrayContaining(['url', 'authUrl', 'baseUrl', 'clientId', 'audience', 'username', 'password']),
    )
    expect(ready['url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test('stops at SIGINT with exit code 0 and nothing more on stdout', async () => {
    const other = startHookscope(['sandbox', '--json', '--port', '0'])
    const printed = await other.until('\n')
    expect(await other.stop('SIGINT')).toMatchObject({ code: 0, stdout: printed })
  })

  test('exits 3 with a sentence when its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const { code, stderr } = await runHookscope(['sandbox', '--port', String(port)])
    expect(stderr).toContain(String(port))
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(3)
    holder.close()
  })
})

describe('trigger', () => {
  test('creates an object and moves it on', async () => {
    const created = await trigger('payment', '--json')
    expect(created.code).toBe(0)
    const object = JSON.parse(created.stdout) as SandboxObject
    expect(object.resourceType).toBe('Payment')
    const moved = await trigger('payment', '--update', object.id)
    expect(moved.code).toBe(0)
    expect(moved.stdout).toContain(`updated Payment ${object.id}`)
  })

  test('exits 2 and lists what there is when the type or the id is unknown', async () => {
    const type = await trigger('paymnet')
    expect([type.code, type.stdout]).toEqual([2, ''])
    expect(type.stderr).toContain('payment')
    const id = await trigger('payment', '--update', 'nobody')
    expect([id.code, id.stdout]).toEqual([2, ''])
    expect(id.stderr).toContain('nobody')
  })

  test('exits 3 when no sandbox answers, and says how to start one', async () => {
    const { code, stderr } = await runHere(['trigger', 'payment', '--sandbox', 'http://127.0.0.1:9'])
    expect(code).toBe(3)
    expect(stderr).toContain('hookscope sandbox')
  })

  test('exits 2 when the address is none', async () => {
    const { code, stderr } = await runHere(['trigger', 'payment', '--sandbox', 'nowhere'])
    expect(code).toBe(2)
    expect(stderr).toContain('--sandbox')
  })
})

describe('sandbox clock', () => {
  const clock = async (...args: string[]) => runHere(['sandbox', 'clock', '--sandbox', ready['url'] ?? '', ...args])

  test('jumps, freezes and returns, and prints the time with how far that is from the real one', async () => {
    const jumped = await clock('+30d', '--utc')
    expect([jumped.code, jumped.stderr]).toEqual([0, ''])
    expect(jumped.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S* {2}30 days ahead of the real time\n$/)
    expect(JSON.parse((await clock('--json', '--', '-29d')).stdout)).toMatchObject({
      aheadMs: 86_400_000,
      frozen: false,
    })
    expect(JSON.parse((await clock('freeze', '--json')).stdout)).toMatchObject({ frozen: true })
    expect((await clock()).stdout).toContain('frozen')
    expect((await clock('real')).stdout).toMatch(/ {2}the real time\n$/)
  })

  test('ends with 2 at a change that it does not take, and with 3 beyond its range', async () => {
    expect(await clock('soon')).toMatchObject({ code: 2, stderr: expect.stringContaining('"soon" is no change') })
    expect(await clock('+9999999d')).toMatchObject({ code: 3, stderr: expect.stringContaining('2000 to 2099') })
  })
})
