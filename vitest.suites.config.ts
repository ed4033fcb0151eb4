import { defineConfig } from 'vitest/config'
import everyday from './vitest.config.ts'
import { faults, filesOf, threats } from './test/suites/proofs.ts'
import { summary } from './test/suites/summary.ts'

/**
 * The suites next to `npm test`: attacks, faults, random input and endurance. Each is a command of its own, runs on Linux as
 * root, and one at a time on a machine, because it fills disks, holds ports and takes all the time it is given. Tests tagged
 * `full` are in, too.
 */
const { projects = [], ...shared } = everyday.test ?? {}
const [unit] = projects
if (typeof unit !== 'object' || !('test' in unit)) throw new Error('The everyday tests have a project to take over.')
const { maxWorkers: _maxWorkers, sequence: _sequence, ...common } = unit.test ?? {}

/** Hours where a suite is asked for them. */
const limits = { testTimeout: 24 * 3_600_000, hookTimeout: 600_000 }

const suite = (name: string, include: string[]) => ({ test: { ...common, ...limits, name, include } })

export default defineConfig({
  test: {
    ...shared,
    reporters: ['default', summary],
    maxWorkers: 1,
    projects: [
      // The threats' own tests, and what is made from the router.
      suite(
        'security',
        filesOf(Object.values(threats)).filter((file) => !file.startsWith('test/suites/fuzz')),
      ),
      suite('faults', filesOf(faults)),
      suite('fuzz', ['test/suites/fuzz/*.test.ts']),
      suite('soak', ['test/suites/soak/*.test.ts']),
    ],
  },
})
