/** @module-tag full */
/** `hookscope/testing` as a package: installed from the packed file into an empty project. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npm, packPackage, type PackedPackage, root } from './installPackage.ts'

const suite = existsSync(join(root, 'out/main/testing.js')) ? '' : ' (skipped: run `npm run build` first)'

let packed: PackedPackage
let project: string
beforeAll(() => {
  if (suite !== '') return
  packed = packPackage()
  project = packed.folder('project')
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  npm(project, 'install', '--offline', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', packed.tarball)
  mkdirSync(join(project, 'node_modules/@types'))
  for (const name of ['vitest', 'vite', '@types/node', 'undici-types']) {
    if (existsSync(join(root, 'node_modules', name))) {
      symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name), 'junction')
    }
  }
  cpSync(join(project, 'node_modules/hookscope/docs/testing'), project, { recursive: true })
})
afterAll(() => packed?.remove())

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const ours = (path: string) => join(root, 'node_modules', path)

describe.skipIf(suite !== '')(`hookscope/testing of the package${suite}`, () => {
  it('runs the examples for node --test and Vitest', () => {
    expect(run('--test', 'node.test.mjs')).toMatchObject({ status: 0, output: expect.stringContaining('pass 3') })
    const words = ['run', '--config', 'none', 'vitest.test.mjs']
    writeFileSync(join(project, 'none'), 'export default {}')
    expect(run(ours('vitest/vitest.mjs'), ...words)).toMatchObject({ status: 0 })
  })

  it('has types that compile under strict settings, and refuse what does not exist', () => {
    writeFileSync(join(project, 'right.ts'), program('await hookscope.waitFor("verdict:valid", { timeout: 100 })'))
    writeFileSync(join(project, 'wrong.ts'), program('await hookscope.waitFor(5)'))
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024', '--lib', 'esnext']
    const compile = (...words: string[]) =>
      run(ours('typescript-native/bin/tsc'), ...options, '--types', 'node', ...words)
    for (const module of ['nodenext', 'esnext']) {
      const resolution = module === 'esnext' ? ['--moduleResolution', 'bundler'] : []
      expect(compile('--module', module, ...resolution, 'right.ts')).toEqual({ status: 0, output: '' })
    }
    expect(compile('--module', 'nodenext', 'wrong.ts').output).toMatch(
      "'number' is not assignable to parameter of type 'string'",
    )
  })

  it('is clean for publint and for Are The Types Wrong', () => {
    const lint = run(ours('publint/src/cli.js'), '--strict', join(project, 'node_modules/hookscope'))
    expect(lint).toMatchObject({ status: 0, output: expect.stringContaining('All good!') })
    const types = run(ours('@arethetypeswrong/cli/dist/index.js'), '--profile', 'esm-only', packed.tarball)
    expect(types).toMatchObject({ status: 0, output: expect.stringContaining('"hookscope/testing"') })
  })
})

function program(call: string): string {
  return [
    "import { startHookscope, type TestDelivery } from 'hookscope/testing'",
    "await using hookscope = await startHookscope({ sender: 'github' })",
    `const delivery: TestDelivery = ${call}`,
    'console.log(delivery.headers.length, delivery.verdict)',
  ].join('\n')
}
