import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Keeps a worker on one core, with the browser and the hosts that it starts, in a run of all tests of the browser: there are as
 * many workers as cores, and a worker and its browser mostly wait for each other. To wake one on another core costs a virtual
 * machine as much as many steps of the page. Where there is no `taskset`, and in a run of single files, the system chooses.
 */
function stayOnOneCore(): void {
  const cores = allowedCores()
  const core = cores[Number(process.env['VITEST_POOL_ID']) % cores.length]
  if (core === undefined) return
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)])
}

/** The cores in a list such as "0-1,4"; none on other systems than Linux. */
function allowedCores(): number[] {
  if (process.platform !== 'linux') return []
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

const isWholeRun = ['test', 'test:e2e', 'test:full'].includes(process.env['npm_lifecycle_event'] ?? '')
/** A worker reads this file again for each of its test files. */
const done = Symbol.for('hookscope stays on one core')
if (isWholeRun && !(done in globalThis)) {
  Object.assign(globalThis, { [done]: true })
  stayOnOneCore()
}
