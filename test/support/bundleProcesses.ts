import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/processes')

/** Test programs that run the engine in a process or thread of their own, in addition to the command line and the threads. */
const testPrograms = {
  appendingProcess: 'test/store/damage/appendingProcess.ts',
  appendOneByOne: 'test/store/appendOneByOne.ts',
  keptThread: 'test/support/keptThread.ts',
  runStandIn: 'test/standIn/runStandIn.ts',
  standInElectron: 'test/standIn/electron/index.ts',
  tunnelServerProcess: 'test/tunnel/tunnelServerProcess.ts',
}

/**
 * Bundles what tests start as threads and processes, once before a run and again before a rerun: hundreds of starts in a
 * run each cost a third of what they cost from 200 source files. The bundle is kept under a digest of all that goes into it,
 * so it is never older than the sources. Tests find its folder in HOOKSCOPE_TEST_PROCESSES, see test/build/processes.ts.
 */
export async function setup(project: TestProject): Promise<void> {
  process.env['HOOKSCOPE_TEST_PROCESSES'] = await bundled()
  project.onTestsRerun(async () => {
    process.env['HOOKSCOPE_TEST_PROCESSES'] = await bundled()
  })
}

/** The folder with one file for each entry of the build's `main` and for each test program. */
async function bundled(): Promise<string> {
  const folder = join(cache, digestOfSources())
  if (existsSync(folder)) return folder
  removeOlder()
  // Another run may bundle the same at the same moment: whichever is first keeps its folder.
  const own = `${folder}-${randomUUID()}`
  await bundleInto(own)
  // Else Node reads each file once more, in every process and thread, to find out which kind of module it is.
  writeFileSync(join(own, 'package.json'), JSON.stringify({ type: 'module' }))
  try {
    renameSync(own, folder)
  } catch {
    rmSync(own, { recursive: true, force: true })
  }
  return folder
}

function digestOfSources(): string {
  const folders = ['src/**/*.ts', 'test/standIn/**/*.ts']
  const sources = globSync(folders, { cwd: root, exclude: (name) => name === 'renderer' }).toSorted()
  const digest = createHash('sha256')
  for (const file of [
    ...sources,
    ...Object.values(testPrograms),
    'electron.vite.config.ts',
    'package-lock.json',
    'test/support/bundleProcesses.ts',
  ]) {
    digest.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return digest.digest('hex').slice(0, 16)
}

/** Bundles of a day ago and older: a run that uses one has ended. */
function removeOlder(): void {
  const yesterday = Date.now() - 24 * 3600 * 1000
  for (const name of globSync('*', { cwd: cache })) {
    const folder = join(cache, name)
    if (statSync(folder).mtimeMs < yesterday) rmSync(folder, { recursive: true, force: true })
  }
}

async function bundleInto(folder: string): Promise<void> {
  const [{ build }, { onNode }] = await Promise.all([import('vite'), import('../../electron.vite.config.ts')])
  const programs = Object.entries(testPrograms).map(([name, file]) => [name, join(root, file)])
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    plugins: [...onNode.plugins, sourceFolders],
    ssr: { noExternal: true, external: ['electron', ...onNode.external] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: { input: { ...onNode.entries, ...Object.fromEntries(programs) }, output: onNode.output },
    },
  })
}

/** `import.meta.dirname` is the folder of the source: the command line finds the project's files from there. */
const sourceFolders = {
  name: 'source-folders',
  transform: (code: string, id: string) =>
    id.startsWith(join(root, 'src')) ? code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))) : null,
}
