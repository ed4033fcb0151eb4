/**
 * npm run bench: how fast deliveries are verified, committed, synced and acknowledged, beside a bare node:http server.
 * On a shared machine only ratios inside one run count: cases alternate A B A B, medians and spread are told.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, cases } from './cases.ts'
import { startChild } from './child.ts'
import { explainCosts, explainTable } from './explainCost.ts'
import { measureSync } from './measureSync.ts'
import type { LoadJob, LoadResult } from './messages.ts'
import { measurePage } from './page/measurePage.ts'
import { pageTable } from './page/pageTable.ts'
import { type Serving, startServing } from './subjects/startServing.ts'
import { type Line, linesOf, type Measured, tableOf } from './report.ts'

const usage = `Usage: npm run bench -- [--quick] [--rounds N] [--cases ${cases.map(({ name }) => name).join(',')}]
  [--stored N] [--patience S] [--profile] [--out FILE]
  --quick    one short round of each case
  --rounds   rounds of each case (default 3)
  --cases    only these, with a comma between
  --stored   deliveries that Hookscope has stored before it is measured (default 0)
  Hookscope is what is built (npm run build), started as anybody starts it.
  --patience seconds that may go into repeating what other programs disturbed (default 0)
  --profile  write a CPU profile of each server into .scratch/profiles
  --out      where the figures go as JSON (default .scratch/bench.json)`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    cases: { type: 'string' },
    stored: { type: 'string', default: '0' },
    patience: { type: 'string', default: '0' },
    profile: { type: 'boolean', default: false },
    out: { type: 'string', default: '.scratch/bench.json' },
    help: { type: 'boolean', default: false },
  },
})

const wanted = values.cases?.split(',')
const usual = (entry: Case) => entry.only === undefined || (entry.only === 'full' && !values.quick)
const chosen = cases.filter((entry) => wanted?.includes(entry.name) ?? usual(entry))
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3))
if (values.help || chosen.length === 0 || !(rounds >= 1) || !(Number(values.stored) >= 0)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

let patience = Number(values.patience) * 1000
const warmUp: Case = {
  name: 'warm-up',
  what: 'until the code is compiled',
  subjects: [],
  job: { connections: 50, reuse: true, rate: null, duration: 800, bodyBytes: null },
}
/** Load while the page is measured. */
const pageJob = { stored: 100_000, rate: 500, seconds: 12, profiles: null }
const folder = join('.scratch', `bench-${process.pid}`)
mkdirSync(folder, { recursive: true })
const here = (path: string) => new URL(path, import.meta.url)
const load = startChild(here('./load/loadProcess.ts'), [])
const subjects = new Map<string, Serving>()

try {
  const sync = measureSync(folder)
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: availableParallelism(), sync }
  console.log(
    `${machine.cores} cores of ${machine.cpu}, Node ${machine.node}; 4 kB fdatasync p50 ${sync.p50.toFixed(2)} ms, ` +
      `p99 ${sync.p99.toFixed(2)} ms\nus/req: CPU of the serving thread; all us: of all its threads until all is indexed; load us: of the sender\n`,
  )
  for (const name of new Set(chosen.flatMap((entry) => entry.subjects))) {
    const execArgv = values.profile ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profiles'] : []
    subjects.set(name, await startServing(name, join(folder, name), Number(values.stored), execArgv))
    await measure(warmUp, name, -1, 800)
  }
  const lines: Line[] = []
  for (const entry of chosen) {
    const own = await measureCase(entry)
    lines.push(...own)
    console.log(tableOf(entry, own))
  }
  const explaining = wanted === undefined ? explainCosts(values.quick ? 1 : 5) : []
  if (explaining.length > 0) console.log(explainTable(explaining))
  const page =
    wanted === undefined && !values.quick ? await measurePage({ folder: join(folder, 'page'), ...pageJob }) : null
  if (page !== null) console.log(pageTable(page))
  writeFileSync(
    values.out,
    `${JSON.stringify({ at: new Date().toISOString(), machine, rounds, lines, explaining, page }, null, 2)}\n`,
  )
  console.log(`Figures: ${values.out}`)
} finally {
  await Promise.all([load.stop(), ...[...subjects.values()].map(async ({ stop }) => stop())])
  rmSync(folder, { recursive: true, force: true })
}

async function measureCase(entry: Case): Promise<Line[]> {
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of entry.subjects) {
      const duration = values.quick ? Math.min(1000, entry.job.duration) : entry.job.duration
      measured.push(await measureInPeace(entry, subject, round, duration))
    }
  }
  return linesOf(entry, measured)
}

/** Measures again, as long as there is patience, when other programs took more than a tenth of the machine. */
async function measureInPeace(entry: Case, subject: string, round: number, duration: number): Promise<Measured> {
  for (;;) {
    const startedAt = performance.now()
    const measured = await measure(entry, subject, round, duration)
    if (measured.others < 0.1 || patience <= 0) return measured
    await new Promise((resolve) => setTimeout(resolve, 2000))
    patience -= performance.now() - startedAt
  }
}

async function measure(entry: Case, subject: string, round: number, duration: number): Promise<Measured> {
  const serving = subjects.get(subject)
  if (serving === undefined) throw new Error(`The subject "${subject}" was not started.`)
  const job: LoadJob = { ...entry.job, port: serving.port, target: serving.target, duration }
  await serving.begin()
  const busyBefore = busyTime()
  const startedAt = performance.now()
  const sending = await load.call<LoadResult>(job)
  const served = await serving.end()
  // Its background work counts, and must not slow the next subject.
  await serving.settled()
  const { processCpu } = await serving.end()
  const available = (performance.now() - startedAt) * 1000 * availableParallelism()
  const others = Math.max(0, busyTime() - busyBefore - processCpu - sending.wholeCpu) / available
  return { subject, round, others, ...sending, ...served, processCpu }
}

/** CPU time of all processes of the machine, microseconds. */
function busyTime(): number {
  let milliseconds = 0
  for (const { times } of cpus()) milliseconds += times.user + times.nice + times.sys + times.irq
  return milliseconds * 1000
}
