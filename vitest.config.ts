import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longestFirst.ts'
import { slowestTen } from './test/support/slowestTen.ts'

/**
 * Everything here runs on real clocks, sockets, processes and browsers. Where nobody watches, a test that fails is run
 * up to two more times and the report says so; what fails three times has failed.
 */
const retry = process.env.CI === undefined ? 0 : 2

/** Threads and commands start hundreds of times in a run: Node keeps what it compiled. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** What tests start as threads and processes is bundled once for a run, see there; the threads of the tests' own process, too. */
const globalSetup = ['test/support/bundleProcesses.ts']
const alias = [{ find: /^.*\/newThread\.ts$/, replacement: join(import.meta.dirname, 'test/support/keptThreads.ts') }]

/** No test writes into the keyring of the person who runs it. */
const env = { HOOKSCOPE_KEYRING: 'off' }

/** A worker goes on from file to file: to start one, and to load there what all files import, costs as much as a short file. */
const isolate = false

const common = { retry, env, globalSetup, alias, isolate }

/**
 * So many workers are the fastest, measured on two cores. A browser keeps a core busy beside its test, and more than one for a
 * core cost each other a tenth of the work; what starts processes waits for half of its time; `npm run test:full` has compilers, which do not.
 */
const cores = availableParallelism()
const withBrowsers = { maxWorkers: Math.max(2, cores), sequence: { groupOrder: 0 } }
const withProcesses = { maxWorkers: cores + 2, sequence: { groupOrder: 1 } }
const fullWithBrowsers = { maxWorkers: Math.max(2, cores), sequence: { groupOrder: 2 } }
const fullWithProcesses = { maxWorkers: cores + 1, sequence: { groupOrder: 3 } }

/** Real sockets, files, threads and processes: generous limits, because a busy machine is not a failure. */
const expectations = { expect: { poll: { timeout: 60_000 } } }
const limits = { testTimeout: 60_000, hookTimeout: 60_000, ...expectations }
const longLimits = { testTimeout: 300_000, hookTimeout: 120_000, ...expectations }
const fullLimits = { testTimeout: 1_200_000, hookTimeout: 120_000, ...expectations }

/** What starts whole hosts, processes or compilers; everything else is a unit. */
const system = [
  'test/{cli,desktop,digests,followUps,forwarding,host,openApi,package,packaging,requestText,serialisers,testing}/**/*.test.ts',
  'test/{shells,standIn,start,tunnel,verifyCode}/**/*.test.ts',
  'test/handshakes/{confirmation,echoes,killed,senders}.test.ts',
  'test/objects/overTheHost.test.ts',
  'test/responses/{killed,rules,senders}.test.ts',
  'test/rooms/rooms.test.ts',
  'test/store/damage/killedProcess.test.ts',
]

/** What drives a browser. */
const browsers = 'test/e2e/'

/** Run by commands of their own, see vitest.suites.config.ts. */
const suites = 'test/suites/**'

/**
 * What `npm test` leaves out, or tries a part of. A file says it for all that is in it (`@module-tag`), a test for itself.
 * - full: only in `npm run test:full`, which CI runs at the same commit. There go whole days of people, whose every step has a
 *   test of its own; looks, sizes and further ways into what `npm test` tries by one; most processes that are killed; what takes
 *   megabytes, compilers or frameworks that are not installed everywhere. What keeps secrets and hostile text where they belong
 *   stays in `npm test`, in part at least.
 * - scaled: a part in `npm test` and all there is in `npm run test:full`, see test/support/thorough.ts.
 * - hashes: in `npm run test:full` once more with the hashes that Electron's crypto has.
 */
const tags = [{ name: 'full' }, { name: 'scaled' }, { name: 'hashes' }]

/** The files whose text says so: beside a list, a test could have the tag `full` and be in neither run. */
function filesWith(tag: RegExp): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: import.meta.dirname })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => tag.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
}

/** Nothing of these is in `npm test`, not even what a file does when it is read. */
const onlyFull = filesWith(/@module-tag full\b/)
const inFull = filesWith(/@module-tag (full|scaled)\b|\btags: [^}]*'full'/)

/**
 * The tests of signatures that are run once more with other hashes. They differ in one thing: a hash that is asked for by name
 * is not there. So `npm test` has again what shows that each sender's hash is, that what is missing is said, and that nothing
 * is called ruled out that was not tried; `npm run test:full` has again all that hash anything (the tag `hashes`). A whole host
 * without hashes, its threads and its commands are in test/digests, each time.
 */
const hashed = [
  'test/signature/{schemes,senders}.test.ts',
  'test/signature/explain/{otherKinds,restraint,schemes}.test.ts',
]

/** For the tests' own process and its threads; for every process that they start, see NODE_OPTIONS below. */
const withBoringDigests = ['--import', new URL('test/support/boringDigests.mjs', import.meta.url).href]

export default defineConfig({
  test: {
    reporters: ['default', slowestTen],
    sequence: { sequencer: LongestFirst },
    tags,
    projects: [
      {
        test: {
          name: 'unit',
          ...common,
          ...withProcesses,
          ...limits,
          include: ['test/**/*.test.ts'],
          exclude: [...system, ...onlyFull, `${browsers}**`, suites],
        },
      },
      { test: { name: 'system', ...common, ...withProcesses, ...limits, include: system, exclude: onlyFull } },
      {
        // Signatures once more, with the hashes that Electron's crypto has (a whole host with them: test/digests).
        test: {
          name: 'boringssl',
          ...common,
          ...withProcesses,
          ...limits,
          env: { ...env, NODE_OPTIONS: withBoringDigests.join(' ') },
          execArgv: withBoringDigests,
          include: hashed,
        },
      },
      {
        test: {
          name: 'full-boringssl',
          ...common,
          ...fullWithProcesses,
          ...fullLimits,
          env: { ...env, NODE_OPTIONS: withBoringDigests.join(' ') },
          execArgv: withBoringDigests,
          include: filesWith(/@module-tag hashes\b/),
        },
      },
      {
        test: {
          name: 'e2e',
          ...common,
          ...withBrowsers,
          ...longLimits,
          setupFiles: 'test/support/ownCore.ts',
          include: [`${browsers}**/*.test.ts`],
          exclude: onlyFull,
        },
      },
      {
        test: {
          name: 'full-e2e',
          ...common,
          ...fullWithBrowsers,
          ...fullLimits,
          env: { ...env, HOOKSCOPE_THOROUGH: '1' },
          setupFiles: 'test/support/ownCore.ts',
          include: inFull.filter((file) => file.startsWith(browsers)),
        },
      },
      {
        test: {
          name: 'full',
          ...common,
          ...fullWithProcesses,
          ...fullLimits,
          env: { ...env, HOOKSCOPE_THOROUGH: '1' },
          include: inFull.filter((file) => !file.startsWith(browsers)),
        },
      },
    ],
  },
})
