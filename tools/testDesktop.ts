/**
 * npm run test:desktop: the smoke test of the desktop app (test/e2e/desktop/smokeSteps.ts) and its end-to-end tests, on Electron's own
 * runtime. Without the runtime it prints one line; the same runs on a stand-in, in npm run test:e2e and npm run test:full.
 */
import { execSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { missingRuntime } from './findRuntime.ts'

const root = join(import.meta.dirname, '..')
const missing = missingRuntime()
if (missing === null) {
  execSync('npm run --silent build', { cwd: root, stdio: 'inherit' })
  const files = [
    'test/e2e/desktop/desktopSmoke.test.ts',
    'test/e2e/desktop/desktop.test.ts',
    'test/e2e/mainJob.test.ts',
  ]
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', ...files, '-t', 'own runtime']
  process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status ?? 1
} else {
  console.log(`Left out: ${missing}. npm run test:e2e and npm run test:full run the same on a stand-in.`)
}
