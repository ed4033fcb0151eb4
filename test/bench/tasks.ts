/**
 * node test/bench/tasks.ts: cost of the daily tasks, in clicks, keys and seconds, in a real Chromium. The seconds are the
 * app's, for a user who never waits. Needs `npm run build` before.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureTasks } from './page/measureTasks.ts'

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'hookscope-bench-tasks-'))
  folders.push(made)
  return made
}
try {
  const { stored, rounds, only } = values
  const figures = await measureTasks({ folder, stored: Number(stored), rounds: Number(rounds), only })
  console.table(
    figures.map(({ name, clicks, keys, median, slowest }) => ({
      task: name,
      clicks,
      keys,
      'median s': Number(median.toFixed(2)),
      'slowest s': Number(slowest.toFixed(2)),
    })),
  )
  console.log(`load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds, ${stored} deliveries to search`)
} finally {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
}
