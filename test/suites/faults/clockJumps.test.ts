import { readdirSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeliverySummary } from '../../../src/shared/model.ts'
import type { ForwardRules } from '../../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { rule } from '../../forwarding/startTestRules.ts'
import { need, needRoot } from '../need.ts'

const path = '/environments/sandbox/forward-rules'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
let clock: string

/** The library that Debian's package brings, wherever its architecture puts it. */
function library(): string {
  need('faketime')
  for (const triplet of readdirSync('/usr/lib')) {
    const file = join('/usr/lib', triplet, 'faketime/libfaketime.so.1')
    if (existsSync(file)) return file
  }
  throw new Error('Its library is not there. Install it: apt-get install faketime')
}

beforeEach(async () => {
  needRoot()
  folder = scratchFolder()
  clock = join(folder.path, 'clock')
  writeFileSync(clock, '+0')
  serve = await startServe(join(folder.path, 'data'), ['--receiver-port', '0'], {
    LD_PRELOAD: library(),
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Timers must not be affected: only the calendar jumps.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
})
afterEach(async () => {
  await serve.kill('SIGTERM')
  folder.remove()
})

/** The demo creates an object, which notifies: its delivery, once the object was fetched. */
async function deliverOne(): Promise<DeliverySummary> {
  const { deliveryId } = await serve.call<{ deliveryId: string }>('POST', '/sandbox/demo')
  const look = async () => serve.call<DeliverySummary>('GET', `/deliveries/${deliveryId}`)
  await expect.poll(async () => (await look()).followUp.state).toBe('done')
  return look()
}

it('order is that of arrival, and follow-ups get their token, however the clock is set', async () => {
  const ids: string[] = []
  const days: number[] = []
  for (const offset of ['+0', '-10d', '+40d', '-1d']) {
    writeFileSync(clock, offset)
    const { id, receivedAt, verdict } = await deliverOne()
    expect(verdict).toBe('valid')
    ids.push(id)
    days.push(Math.round((Date.parse(receivedAt) - Date.now()) / 86_400_000) + 0)
  }
  // The fault was there.
  expect(days).toEqual([0, -10, 40, -1])
  expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids)
  const { items } = await serve.call<{ items: DeliverySummary[] }>('GET', '/deliveries?limit=100')
  expect(items.map(({ id }) => id)).toEqual(ids.toReversed())
})

it('a forward that fails while the clock is a century ahead is sent again once it is right', async () => {
  let isDown = true
  const app = await startApp((_request, response) => void response.writeHead(isDown ? 500 : 200).end())
  let errors = ''
  serve.child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await serve.call('PUT', path, { rules: [rule(app.url, { retries: 10 })] })
  writeFileSync(clock, '+100y')
  await serve.call('POST', '/sandbox/demo')
  // The fault was there.
  const held = async () => (await serve.call<ForwardRules>('GET', path)).rules[0]?.state.held[0]?.dueAt
  await expect.poll(held).toMatch(/^21/)
  writeFileSync(clock, '+0')
  const before = app.seen.length
  isDown = false
  await expect.poll(() => app.seen.length).toBeGreaterThan(before)
  expect(errors).not.toContain('TimeoutOverflowWarning')
})
