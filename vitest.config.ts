import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Threads and commands start hundreds of times in a run: Node keeps what it compiled. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Needs no host, process or socket: pure code, and stores on a real file. */
const unit = [
  'test/{actions,basics,comparing,desktop,environments,handOver,jobs,latency,objects,ordering,renderer,sending,shapes,signature}/**/*.test.ts',
  'test/store/*.test.ts',
]
/** Drives a browser. */
const e2e = 'test/e2e/**/*.test.ts'
/** Commands of their own, see vitest.suites.config.ts. */
const suites = 'test/suites/**'

/** Real sockets, files, threads and processes: the limits are generous, because a busy machine is not a failure. */
const common = {
  // No test writes into the keyring of the user who runs it.
  env: { HOOKSCOPE_KEYRING: 'off' },
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Tests wait for their browsers and processes part of the time, so more of them run than there are cores. */
const cores = availableParallelism()
const withBrowsers = { maxWorkers: cores + 1, sequence: { groupOrder: 0 } }
const withProcesses = { maxWorkers: cores + 2, sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    slowTestThreshold: 2_000,
    tags: [
      {
        name: 'full',
        description:
          'Not in `npm test`, but in `npm run test:full`: further cases, sizes, looks, compilers and killed processes.',
        timeout: 1_200_000,
      },
    ],
    projects: [
      { test: { name: 'unit', ...common, ...withProcesses, include: unit } },
      {
        test: {
          name: 'integration',
          ...common,
          ...withProcesses,
          include: ['test/**/*.test.ts'],
          exclude: [...unit, e2e, suites],
        },
      },
      { test: { name: 'e2e', ...common, ...withBrowsers, testTimeout: 300_000, include: [e2e] } },
    ],
  },
})
