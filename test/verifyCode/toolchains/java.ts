import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { done, ran, type Toolchain, versionOf } from './toolchain.ts'

/** What makes a short-lived virtual machine start fast. */
const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']

/** Every program gets a package of its own, so that one compiler run serves all. */
export const java: Toolchain = {
  id: 'java',
  found: versionOf('javac', ['-version']),
  prepare: async (folder, sources) => {
    const files = sources.map((_, index) => join(folder, `p${index}`, 'Verify.java'))
    await Promise.all(
      sources.map(async (source, index) => {
        await mkdir(join(folder, `p${index}`), { recursive: true })
        await writeFile(files[index] ?? '', `package p${index};\n${source}`)
      }),
    )
    // The sources are ASCII whatever they say: with any other encoding the compiler would complain.
    await done('javac', ['-encoding', 'US-ASCII', '-Xlint:all', '-Werror', '-d', folder, ...files])
    return (index, { args, env }) =>
      ran('java', [...quick, '-Dsun.jnu.encoding=UTF-8', '-cp', folder, `p${index}.Verify`, ...args], {
        env: { LC_ALL: 'C.UTF-8', ...env },
      })
  },
}
