import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ran, type Toolchain, versionOf } from './toolchain.ts'

/** @param quick options that leave out of its start what the programs do not need */
function interpreted(
  id: Toolchain['id'],
  command: string,
  version: readonly string[],
  ending: string,
  quick: readonly string[] = [],
): Toolchain {
  return {
    id,
    found: versionOf(command, version),
    prepare: async (folder, sources) => {
      await mkdir(folder, { recursive: true })
      await Promise.all(sources.map((source, index) => writeFile(join(folder, `${index}${ending}`), source)))
      return (index, { args, env }) =>
        ran(command, [...quick, join(folder, `${index}${ending}`), ...args], { env: { ...env } })
    },
  }
}

export const node = interpreted('node', process.execPath, ['--version'], '.mjs')
export const python = interpreted('python', pythonItself(), ['--version'], '.py', ['-E', '-S'])
export const php = interpreted('php', 'php', ['--version'], '.php')
export const ruby = interpreted('ruby', 'ruby', ['--version'], '.rb', ['-w', '--disable-gems'])
const shell = interpreted('openssl', 'sh', ['-c', 'openssl version'], '.sh')
export const openssl: Toolchain = {
  ...shell,
  found: 'missing' in shell.found ? { missing: 'openssl is not installed' } : shell.found,
}

/** Where a version manager stands in front of Python, it takes longer than Python. */
function pythonItself(): string {
  const { stdout, status } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'python3'
}
