import { defineConfig } from 'vitest/config'

/**
 * Everything here runs on real clocks, sockets, processes and browsers. Where nobody watches, a test that fails once is run
 * once more and the report says so; what fails twice has failed.
 */
const retry = process.env.CI === undefined ? 0 : 1

/** No test writes into the keyring of whoever runs it. */
const env = { HOOKSCOPE_KEYRING: 'off' }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          retry,
          env,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          // Real sockets, files and threads: generous limits, because a busy machine is not a failure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          retry,
          env,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
