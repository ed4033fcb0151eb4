/**
 * node test/bench/memory.ts: what `hookscope serve` takes of the disk and of memory while many deliveries come whose
 * follow-ups wait, and when it is idle again. Needs `npm run build` before.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild } from './child.ts'
import { heapHolders } from './memory/heapHolders.ts'
import type { LoadJob, LoadResult, ThreadHeap } from './messages.ts'
import { type BenchServe, startBenchServe } from './serve/startBenchServe.ts'

const { values } = parseArgs({
  options: {
    /** Number of deliveries, over 50 connections as fast as they are taken, or at a rate. */
    deliveries: { type: 'string', default: '200000' },
    rate: { type: 'string' },
    /** silent, answers, or none: then nothing is followed up. */
    service: { type: 'string', default: 'silent' },
    /** No page reads the feed. */
    'no-page': { type: 'boolean', default: false },
    /** Time for which it is watched after the last delivery. */
    'idle-seconds': { type: 'string', default: '30' },
    /** Writes a heap snapshot of each thread into this folder at the end. */
    snapshot: { type: 'string' },
    out: { type: 'string', default: '.scratch/memory.json' },
  },
})

/** Sizes at one moment, bytes. */
type Sample = ReturnType<BenchServe['sizes']> & { seconds: number; came: number; resident: number; what: string }

const portion = 25_000
const total = Number(values.deliveries)
const service = values.service === 'answers' || values.service === 'silent' ? values.service : null
const folder = mkdtempSync(join(tmpdir(), 'hookscope-bench-memory-'))
const load = startChild(new URL('./load/loadProcess.ts', import.meta.url), [])
const options = { folder, service, page: !values['no-page'] } as const
let serve = await startBenchServe(options)
const samples: Sample[] = []
const longest = { log: 0, indexLog: 0, resident: 0 }
const watch = setInterval(() => {
  const { log, indexLog } = serve.sizes()
  longest.log = Math.max(longest.log, log)
  longest.indexLog = Math.max(longest.indexLog, indexLog)
  longest.resident = Math.max(longest.resident, serve.resident())
}, 100)
try {
  const startedAt = performance.now()
  console.log('   time   deliveries     data      log    index  its log  resident')
  let came = 0
  const look = (what: string): void => {
    const seconds = (performance.now() - startedAt) / 1000
    const sample = { seconds, came, what, resident: serve.resident(), ...serve.sizes() }
    samples.push(sample)
    console.log(lineOf(sample))
  }
  look('started')
  for (let sent = 0; sent < total; sent += portion) {
    const count = Math.min(portion, total - sent)
    const rate = values.rate === undefined ? null : Number(values.rate)
    const duration = rate === null ? 3_600_000 : (count * 1000) / rate
    const job: LoadJob = {
      port: serve.port,
      target: serve.target,
      connections: 50,
      reuse: true,
      rate,
      count,
      duration,
      bodyBytes: null,
    }
    const { answered, failed } = await load.call<LoadResult>(job)
    came += answered
    if (failed > 0) console.log(`${failed} were not answered 200.`)
    look('')
  }
  await serve.settled()
  look('all searchable')
  const heapsBefore = await serve.call<ThreadHeap[]>({ kind: 'heaps' })
  for (let waited = 0; waited < Number(values['idle-seconds']); waited += 10) {
    await pause(Math.min(10, Number(values['idle-seconds']) - waited) * 1000)
    look('idle')
  }
  const heaps = await serve.call<ThreadHeap[]>({ kind: 'heaps' })
  const health = await serve.health()
  console.log(
    `\nlongest log ${megabytes(longest.log)}, of the index ${megabytes(longest.indexLog)}; most resident ${megabytes(longest.resident)}`,
  )
  console.log(`follow-ups: ${health.followUps.waiting} wait, ${health.followUps.failed} failed\n`)
  for (const heap of heaps) console.log(heapLine(heap))
  if (values.snapshot !== undefined) {
    mkdirSync(values.snapshot, { recursive: true })
    for (const file of await serve.call<string[]>({ kind: 'snapshots', folder: values.snapshot })) {
      const { total, holders } = heapHolders(file)
      console.log(`\n${file}: ${megabytes(total)} alive, of which are kept by`)
      for (const { name, retained } of holders.slice(0, 12)) console.log(`${megabytes(retained).padStart(9)}  ${name}`)
    }
  }
  clearInterval(watch)
  const again = health.followUps.waiting > 0 ? await startAgain() : null
  mkdirSync('.scratch', { recursive: true })
  writeFileSync(
    values.out,
    `${JSON.stringify({ at: new Date().toISOString(), samples, longest, health, heapsBefore, heaps, again }, null, 2)}\n`,
  )
} finally {
  clearInterval(watch)
  await Promise.all([load.stop(), serve.stop()])
  rmSync(folder, { recursive: true, force: true })
}

/** Starts on what waits, and cancels all of it. */
async function startAgain() {
  await serve.stop()
  serve = await startBenchServe(options)
  const { startedMs } = serve
  const resident = serve.resident()
  const { waiting } = (await serve.health()).followUps
  const startedAt = performance.now()
  const answer = await fetch(`${serve.api}/environments/${serve.environmentId}/follow-ups/cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serve.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { cancelled } = (await answer.json()) as { cancelled: number }
  const cancelMs = performance.now() - startedAt
  console.log(
    `\nstarted again in ${startedMs.toFixed(0)} ms with ${waiting} waiting, ${megabytes(resident)} resident; ` +
      `${cancelled} cancelled in ${cancelMs.toFixed(0)} ms, ${megabytes(serve.resident())} resident`,
  )
  return { startedMs, waiting, resident, cancelled, cancelMs }
}

function lineOf({ seconds, came, data, log, index, indexLog, resident, what }: Sample): string {
  const cells = [data, log, index, indexLog, resident].map((bytes) => megabytes(bytes).padStart(9))
  return `${seconds.toFixed(0).padStart(5)} s ${String(came).padStart(12)} ${cells.join('')} ${what}`
}

function heapLine({ name, used, reserved, limit, external }: ThreadHeap): string {
  return `${name.padEnd(14)} heap ${megabytes(used)} used, ${megabytes(reserved)} reserved, limit ${megabytes(limit)}; buffers ${megabytes(external)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
