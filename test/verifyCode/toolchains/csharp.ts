import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { done, ran, type Toolchain, versionOf } from './toolchain.ts'

/** Every program gets a namespace of its own, so that one compiler run serves all. */
export const csharp: Toolchain = {
  id: 'csharp',
  found: versionOf('mcs', ['--version']),
  prepare: async (folder, sources) => {
    await mkdir(folder, { recursive: true })
    const parts = sources.map(
      (source, index) => `namespace P${index}\n{\n${source.replace('static int Main', 'public static int Main')}}\n`,
    )
    const choice = sources.map((_, index) => `            case "${index}": return P${index}.Program.Main(args);`)
    const main = `
static class Programs
{
    static int Main(string[] args)
    {
        switch (System.Environment.GetEnvironmentVariable("PROGRAM"))
        {
${choice.join('\n')}
            default: return 99;
        }
    }
}
`
    await writeFile(join(folder, 'Programs.cs'), [...parts, main].join('\n'))
    await done('mcs', ['-nologo', '-warnaserror', '-main:Programs', '-out:programs.exe', 'Programs.cs'], {
      cwd: folder,
    })
    return (index, { args, env }) =>
      ran('mono', [join(folder, 'programs.exe'), ...args], { env: { ...env, PROGRAM: `${index}`, LC_ALL: 'C.UTF-8' } })
  },
}
