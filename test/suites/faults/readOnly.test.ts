import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scratchFolder, startServe } from '../../build/startServe.ts'
import { runHookscope } from '../../cli/runHookscope.ts'
import { need, needRoot } from '../need.ts'

let folder: ReturnType<typeof scratchFolder>
let held: string[]
beforeEach(async () => {
  needRoot()
  need('chattr')
  folder = scratchFolder()
  held = []
  const serve = await startServe(folder.path, ['--receiver-port', '0'])
  await serve.call('POST', '/sandbox/demo')
  await serve.kill('SIGTERM')
})
afterEach(() => {
  for (const path of held) spawnSync('chattr', ['-i', path])
  folder.remove()
})

/** Modes do not stop root; this does. */
function freeze(name: string): void {
  const path = join(folder.path, name)
  expect(spawnSync('chattr', ['+i', path]).status).toBe(0)
  held.push(path)
}

const digest = () =>
  createHash('sha256')
    .update(readFileSync(join(folder.path, 'deliveries.db')))
    .digest('hex')

it.each(['deliveries.db', '.'])('a start with %s read-only ends with a sentence, and changes nothing', async (name) => {
  const before = digest()
  freeze(name)
  const { code, stdout, stderr } = await runHookscope([
    'serve',
    '--json',
    '--data',
    folder.path,
    '--ui-port',
    '0',
    '--receiver-port',
    '0',
  ])
  expect(code).toBe(3)
  expect(stdout).toBe('')
  expect(stderr).toContain(folder.path)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(digest()).toBe(before)
})
