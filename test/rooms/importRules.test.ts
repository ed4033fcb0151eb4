import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'

const root = join(import.meta.dirname, '../..')

/** Who enters where, and the rule that forbids it. */
const trespassers = [
  ['shared enters the engine', 'src/shared/a.ts', 'src/engine/leaf.ts', 'room-shared'],
  ['the engine enters the sandbox', 'src/engine/a.ts', 'src/sandbox/leaf.ts', 'room-engine'],
  ['the sandbox enters the engine', 'src/sandbox/a.ts', 'src/engine/leaf.ts', 'room-sandbox'],
  ['the signature room enters the store', 'src/engine/signature/a.ts', 'src/engine/store/leaf.ts', 'room-signature'],
  ['the page enters the engine', 'src/renderer/a.ts', 'src/engine/leaf.ts', 'room-renderer'],
  ['the desktop shell enters the browser shell', 'src/main/a.ts', 'src/serve/leaf.ts', 'room-main'],
  ['the host enters a shell', 'src/host/a.ts', 'src/cli/leaf.ts', 'room-host'],
] as const

/** Who imports what, and the rule that forbids it. */
const smugglers = [
  ['undici outside of outbound', 'src/engine/service/p.ts', "export { fetch } from 'undici'\n", 'undici-only-outbound'],
  ['ws outside of serve', 'src/host/p.ts', "export { WebSocket } from 'ws'\n", 'ws-only-in-serve'],
  ['electron outside of its shell', 'src/cli/p.ts', "export { app } from 'electron'\n", 'electron-only-in-its-shell'],
  [
    'a file system in a pure room',
    'src/engine/objects/p.ts',
    "export { open } from 'node:fs'\n",
    'pure-rooms-do-no-io',
  ],
  ['Node in the page', 'src/renderer/p.ts', "export { join } from 'node:path'\n", 'shared-and-page-without-node'],
  ['the schema library in the page', 'src/renderer/q.ts', "export { z } from 'zod'\n", 'schemas-stay-out-of-the-page'],
] as const

/** "file: rule" for everything that the project's own rules find in a house built to break them. */
let found: string[]
let folder: ReturnType<typeof scratchFolder>

beforeAll(() => {
  folder = scratchFolder()
  for (const file of ['tsconfig.base.json', 'package.json']) cpSync(join(root, file), join(folder.path, file))
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'junction')
  for (const [, from, to] of trespassers) {
    const path = `${'../'.repeat(from.split('/').length - 2)}${to.slice('src/'.length)}`
    write(to, 'export const leaf = 1\nexport interface Leaf { leaf: 1 }\n')
    write(from, `export { leaf } from '${path}'\n`)
    write(from.replace('/a.ts', '/typesOnly.ts'), `export type { Leaf } from '${path}'\n`)
  }
  for (const [, from, text] of smugglers) write(from, text)
  write('src/shared/good.ts', "export { leaf } from './goodLeaf.ts'\n")
  write('src/shared/goodLeaf.ts', 'export const leaf = 1\n')
  write('src/shared/ring1.ts', "export { two } from './ring2.ts'\nexport const one = 1\n")
  write('src/shared/ring2.ts', "export { one } from './ring1.ts'\nexport const two = 2\n")
  found = checkRules()
})
afterAll(() => folder.remove())

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true })
  writeFileSync(join(folder.path, path), text)
}

function checkRules(): string[] {
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [cli, '--config', config, '--output-type', 'json', 'src'], {
    cwd: folder.path,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = JSON.parse(run.stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  return report.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
}

describe('the import rules', () => {
  it.each(trespassers)('fail when %s, for values and for types alike', (_what, from, _to, rule) => {
    expect(found).toContain(`${from}: ${rule}`)
    expect(found).toContain(`${from.replace('/a.ts', '/typesOnly.ts')}: ${rule}`)
  })

  it.each(smugglers)('fail for %s', (_what, from, _text, rule) => {
    expect(found).toContain(`${from}: ${rule}`)
  })

  it('fail for a cycle', () => {
    expect(found).toContain('src/shared/ring1.ts: no-cycles')
  })

  it('are content with a room that keeps to itself', () => {
    expect(found.filter((line) => line.startsWith('src/shared/good'))).toEqual([])
  })
})
