import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { done, ran, type Toolchain, versionOf } from './toolchain.ts'

/** Every program becomes a package of its own, so that one build and one link serve all. */
export const go: Toolchain = {
  id: 'go',
  found: versionOf('go', ['version']),
  prepare: async (folder, sources) => {
    await Promise.all(
      sources.map(async (source, index) => {
        const name = `p${index}`
        const packaged = source.replace('package main', `package ${name}`).replace('func main()', 'func Main()')
        await mkdir(join(folder, name), { recursive: true })
        await writeFile(join(folder, name, 'verify.go'), packaged)
      }),
    )
    await writeFile(join(folder, 'go.mod'), 'module programs\n\ngo 1.18\n')
    await writeFile(join(folder, 'main.go'), mainOf(sources.length))
    await done('go', ['build', '-o', 'programs', '.'], {
      cwd: folder,
      env: { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
    })
    return (index, { args, env }) => ran(join(folder, 'programs'), args, { env: { ...env, PROGRAM: `${index}` } })
  },
}

function mainOf(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return `package main

import (
	"os"
${indexes.map((index) => `	"programs/p${index}"`).join('\n')}
)

func main() {
	switch os.Getenv("PROGRAM") {
${indexes.map((index) => `	case "${index}":\n		p${index}.Main()`).join('\n')}
	}
}
`
}
