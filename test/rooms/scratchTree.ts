import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { scratchFolder } from '../build/startServe.ts'

const root = join(import.meta.dirname, '../..')

export interface Violation {
  from: string
  to: string
  rule: string
}

/** Sources that a test of the import rules makes up. All paths are below `src`. */
export interface ScratchTree {
  write(path: string, text: string): void
  /** A file that the others can import, `leaf.ts`, with a value and a type. */
  writeLeaf(folder: string): void
  /** A file that imports the leaf of each of these folders. */
  writeImports(path: string, folders: readonly string[], kind: 'value' | 'type'): void
  /** All that the project's import rules find. One run takes seconds, so plant all at once. */
  violations(): Violation[]
  remove(): void
}

/** An empty tree of sources in a folder of its own, with the project's packages and settings. */
export function scratchTree(): ScratchTree {
  const scratch = scratchFolder()
  for (const file of ['tsconfig.base.json', 'package.json']) cpSync(join(root, file), join(scratch.path, file))
  symlinkSync(join(root, 'node_modules'), join(scratch.path, 'node_modules'), 'junction')

  const write = (path: string, text: string) => {
    const file = join(scratch.path, 'src', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return {
    write,
    writeLeaf: (folder) => write(`${folder}/leaf.ts`, 'export const leaf = 1\nexport interface Leaf { leaf: 1 }\n'),
    writeImports: (path, folders, kind) => {
      const lines = folders.map((folder, n) => {
        const to = `${posix.relative(posix.dirname(path), folder) || '.'}/leaf.ts`.replace(/^(?!\.)/, './')
        return kind === 'type'
          ? `export type { Leaf as A${n} } from '${to}'\n`
          : `export { leaf as a${n} } from '${to}'\n`
      })
      write(path, lines.join(''))
    },
    violations: () => violationsIn(scratch.path),
    remove: scratch.remove,
  }
}

function violationsIn(folder: string): Violation[] {
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [cli, '--config', config, '--output-type', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  const report = JSON.parse(run.stdout) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  }
  return report.summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name }))
}

/** The project's own sources below a folder of it, each with its folder below that one. */
export function sourcesBelow(path: string): { folder: string; text: string }[] {
  const top = join(root, path)
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.replaceAll(sep, '/'))
    .map((name) => ({ folder: posix.dirname(name), text: readFileSync(join(top, name), 'utf8') }))
}
