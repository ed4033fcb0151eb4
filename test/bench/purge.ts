/**
 * Cost of a purge for senders: `node test/bench/purge.ts [deliveries] [kept]` fills a store, lets 500 deliveries a
 * second arrive, sets a limit, and compares the time to acknowledgement before and during the purge. At the end the files
 * are smaller. With `--folder DIR` it works on a data folder that is filled already, and is emptied by it: a copy. Says on
 * stderr how far it is, with the times of every 30 s; prints a line of JSON, also when it is stopped by SIGTERM. Killed, it
 * goes on with the same folder.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../../src/engine/store/openStore.ts'
import type { NewDelivery } from '../../src/engine/store/records/deliveries.ts'
import type { Store } from '../../src/engine/store/store.ts'

const { values, positionals } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true })
const [count = 1_000_000, kept = 100_000] = positionals.map(Number)
const perSecond = 500
const settleMs = 10_000
const partMs = 30_000
const everything = Number.MAX_SAFE_INTEGER

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'hookscope-purge-'))
let environmentId = 'sandbox'
try {
  const store = await openStore({ folder })
  if (values.folder === undefined) await fill(store)
  else environmentId = await largest(store)
  const held = (await store.counts()).deliveries
  const before = sizes()
  const quietTimes = createTimes()
  await sending(store, quietTimes, () => pause(settleMs))
  const quiet = quietTimes.all()
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 100) / 10
  const after: Record<string, number> = {}
  const times = createTimes()
  let removed = 0
  const result = (ended: boolean) =>
    `${JSON.stringify({ held, kept, ended, removed, load: loadavg()[0], seconds: { ...after, now: seconds() }, quiet, purge: times.all(), before, after: sizes() })}\n`
  note('before', { ...quiet, load: loadavg()[0], ...before })
  const noting = setInterval(
    () =>
      note(`${seconds()} s`, {
        removed,
        behind: store.unindexed(),
        seconds: after,
        ...times.sinceLast(),
        ...sizes(),
      }),
    partMs,
  )
  process.once('SIGTERM', () => process.stdout.write(result(false), () => process.exit(1)))
  await sending(store, times, async () => {
    const count = (ids: readonly string[]) => void (removed += ids.length)
    while ((await store.retain(environmentId, { maxCount: kept }, count)) === null) await pause(500)
    after['removed'] = seconds()
    while ((await store.retain(environmentId, { maxCount: everything }, count)) === null) await pause(200)
    after['indexed'] = seconds()
    await untilGivenBack(store)
    after['givenBack'] = seconds()
  })
  clearInterval(noting)
  process.stdout.write(result(true))
  await store.close()
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
}

/** The environment that has most. */
async function largest(store: Store): Promise<string> {
  const { environments } = await store.space()
  const ids = Object.keys(environments)
  return ids.sort((a, b) => (environments[b]?.deliveries ?? 0) - (environments[a]?.deliveries ?? 0))[0] ?? 'sandbox'
}

async function fill(store: Store): Promise<void> {
  for (let done = 0; done < count;) {
    const batch = Math.min(2000, count - done)
    await Promise.all(Array.from({ length: batch }, () => store.append(newDelivery('x'.repeat(300)))))
    done += batch
  }
  while (store.unindexed() > 0) await pause(200)
}

/** Until neither file has much that is free in it, or gives back no more. */
async function untilGivenBack(store: Store): Promise<void> {
  for (let last = Infinity, same = 0; same < 5;) {
    const { truth, index } = await store.space()
    const free = truth.free + index.free
    if (free < 2000) return
    same = free === last ? same + 1 : 0
    last = free
    await pause(1000)
  }
}

interface Spread {
  p50: number
  p99: number
  max: number
  n: number
}

/** Gathers times, ms. */
function createTimes(): { add(time: number): void; all(): Spread; sinceLast(): Spread } {
  const times: number[] = []
  let reported = 0
  const spread = (from: number): Spread => {
    const sorted = times.slice(from).sort((a, b) => a - b)
    const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10
    return { p50: at(0.5), p99: at(0.99), max: at(0.9999), n: sorted.length }
  }
  return {
    add: (time) => void times.push(time),
    all: () => spread(0),
    sinceLast() {
      const part = spread(reported)
      reported = times.length
      return part
    },
  }
}

/** Deliveries arrive while `work` goes on: an open loop, whose times run from when each was to be handed over. */
async function sending(store: Store, times: { add(time: number): void }, work: () => Promise<unknown>): Promise<void> {
  const waiting = new Set<Promise<void>>()
  let ended = false
  const send = async (at: number): Promise<void> => {
    await store.append(newDelivery(''))
    times.add(performance.now() - at)
  }
  const begin = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; !ended && sent < ((performance.now() - begin) / 1000) * perSecond; sent++) {
      const one: Promise<void> = send(begin + (sent / perSecond) * 1000).finally(() => waiting.delete(one))
      waiting.add(one)
    }
  }, 1)
  await work()
  ended = true
  clearInterval(timer)
  await Promise.all(waiting)
}

function note(what: string, facts: Record<string, unknown>): void {
  process.stderr.write(`${what}: ${JSON.stringify(facts)}\n`)
}

function sizes(): Record<string, number> {
  const size = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  return Object.fromEntries(
    ['deliveries.db', 'deliveries.db-wal', 'index.db', 'index.db-wal', 'index.next.db'].map((name) => [
      name,
      size(name),
    ]),
  )
}

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function newDelivery(pad: string): NewDelivery {
  const fields = {
    id: randomUUID(),
    resourceId: randomUUID(),
    resourceType: 'Payment',
    action: 'create',
    changes: null,
  }
  const body = new TextEncoder().encode(JSON.stringify({ ...fields, createdAtUtc: new Date().toISOString(), pad }))
  return {
    environmentId,
    verdict: 'valid',
    secretId: 'secret-1',
    answeredStatus: 200,
    request: {
      method: 'POST',
      target: '/in/some-key',
      httpVersion: '1.1',
      headers: ['Host', '127.0.0.1', 'Content-Type', 'application/json', 'X-Signature', 'f'.repeat(128)],
      trailers: [],
      body,
      truncated: false,
      size: body.length,
      contentLength: body.length,
      receivedAt: Date.now(),
      peer: { address: '127.0.0.1', port: 40_000 },
    },
  }
}
