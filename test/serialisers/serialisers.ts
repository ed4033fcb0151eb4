import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import stableStringify from 'safe-stable-stringify'
import { python, php, ruby } from '../verifyCode/toolchains/interpreted.ts'
import { go } from '../verifyCode/toolchains/go.ts'
import { rust } from '../verifyCode/toolchains/rust.ts'
import { done, ran, type Toolchain, twoAtOnce, versionOf } from '../verifyCode/toolchains/toolchain.ts'

/**
 * A program that parses JSON files and prints what its serialisers make of them: lines of profile, number of the file
 * and hex, separated by tabs.
 */
export interface Serialiser {
  title: string
  found: Toolchain['found']
  /** Makes the program ready in a folder of its own; the answer runs it over files, in all its profiles or at least one. */
  prepare: (folder: string) => Promise<(files: readonly string[], profile: string | null) => Promise<string>>
}

const programs = join(import.meta.dirname, 'programs')

function ofToolchain(title: string, toolchain: Toolchain, file: string): Serialiser {
  return {
    title,
    found: toolchain.found,
    prepare: async (folder) => {
      const source = readFileSync(join(programs, file), 'utf8')
      const run = await toolchain.prepare(folder, [source])
      return async (files) => outputOf(title, await run(0, { args: files, env: { LC_ALL: 'C.UTF-8' } }))
    },
  }
}

function outputOf(
  title: string,
  { stdout, stderr, status }: { stdout: string; stderr: string; status: number },
): string {
  if (status !== 0 || stderr !== '') throw new Error(`${title} ended with status ${status}: ${stderr}`)
  return stdout
}

const jars = ['jackson-annotations', 'jackson-core', 'jackson-databind', 'gson'].map(
  (name) => `/usr/share/java/${name}.jar`,
)

/** Jackson and Gson, from Debian's packages libjackson2-databind-java and libgoogle-gson-java. */
const java: Serialiser = {
  title: 'Java',
  found: needs(versionOf('javac', ['-version']), jars),
  prepare: async (folder) => {
    await mkdir(folder, { recursive: true })
    const path = [...jars, folder].join(':')
    await done('javac', ['-cp', path, '-d', folder, join(programs, 'Serialise.java')])
    return async (files) => outputOf('Java', await ran('java', ['-Xshare:auto', '-cp', path, 'Serialise', ...files]))
  },
}

const newtonsoft = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll'

/** Newtonsoft's library on Mono, from Debian's package libnewtonsoft-json5.0-cil. System.Text.Json is in none. */
const csharp: Serialiser = {
  title: '.NET',
  found: needs(versionOf('mcs', ['--version']), [newtonsoft]),
  prepare: async (folder) => {
    await mkdir(folder, { recursive: true })
    const program = join(folder, 'serialise.exe')
    await done('mcs', ['-nologo', `-r:${newtonsoft}`, `-out:${program}`, join(programs, 'Serialise.cs')])
    const env = { MONO_PATH: dirname(newtonsoft), LC_ALL: 'C.UTF-8' }
    return async (files) => outputOf('.NET', await ran('mono', [program, ...files], { env }))
  },
}

/** jq writes to a pipe; it is a serialiser that stands in many a script between two services. */
const jq: Serialiser = {
  title: 'jq',
  found: versionOf('jq', ['--version']),
  prepare: () => Promise.resolve(jqOver),
}

/** A process a text and profile: only those that are wanted. */
async function jqOver(files: readonly string[], profile: string | null): Promise<string> {
  const all = [['.'], ['-c', '.'], ['-S', '.'], ['-c', '-S', '.'], ['-a', '-c', '.'], ['--tab', '.']]
  const profiles = all.filter((options) => profile === null || ['jq', ...options].join(' ') === profile)
  const lines: string[] = []
  await twoAtOnce(profiles, async (options) => {
    for (const [number, file] of files.entries()) {
      const { stdout, status } = await ran('jq', [...options, file])
      if (status === 0)
        lines.push(`${['jq', ...options].join(' ')}\t${number}\t${Buffer.from(stdout).toString('hex')}\n`)
    }
  })
  return lines.join('')
}

/** Node's own, in this very process. */
const node: Serialiser = {
  title: 'Node',
  found: { version: process.version },
  prepare: () => Promise.resolve(nodeOver),
}

function nodeOver(files: readonly string[]): Promise<string> {
  const profiles: [string, (value: unknown) => string][] = [
    ['JSON.stringify', (value) => JSON.stringify(value)],
    ['JSON.stringify 2', (value) => JSON.stringify(value, null, 2)],
    ['JSON.stringify 4', (value) => JSON.stringify(value, null, 4)],
    ['JSON.stringify tab', (value) => JSON.stringify(value, null, '\t')],
    ['JSON.stringify and a line feed', (value) => `${JSON.stringify(value)}\n`],
    ['safe-stable-stringify', (value) => stableStringify(value) ?? ''],
    ['safe-stable-stringify 2', (value) => stableStringify(value, null, 2) ?? ''],
    ['structuredClone', (value) => JSON.stringify(structuredClone(value))],
  ]
  const lines = files.map((file, number) => {
    const value = parsed(readFileSync(file, 'utf8'))
    if (value === undefined) return []
    return profiles.map(([title, write]) => `${title}\t${number}\t${Buffer.from(write(value)).toString('hex')}\n`)
  })
  return Promise.resolve(lines.flat().join(''))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function needs(found: Serialiser['found'], files: readonly string[]): Serialiser['found'] {
  const absent = files.find((file) => !existsSync(file))
  return 'version' in found && absent !== undefined ? { missing: `${absent} is not installed` } : found
}

/** Everything that writes JSON and can be had from Debian's packages or is here anyway. */
export const serialisers: readonly Serialiser[] = [
  node,
  ofToolchain('Python', python, 'serialise.py'),
  ofToolchain('PHP', php, 'serialise.php'),
  ofToolchain('Ruby', ruby, 'serialise.rb'),
  ofToolchain('Go', go, 'serialise.go'),
  ofToolchain('Rust', rust, 'serialise.rs'),
  java,
  csharp,
  jq,
]

/** One way of writing, of the serialiser with this title. */
export interface Writer {
  title: string
  profile: string
}

/** How senders write the bodies that they sign. */
export const senders: readonly Writer[] = [
  { title: 'Node', profile: 'JSON.stringify' },
  { title: 'Python', profile: 'json.dumps' },
  { title: 'Python', profile: 'json.dumps ensure_ascii=False compact' },
  { title: 'PHP', profile: 'json_encode' },
  { title: 'Go', profile: 'json.Marshal' },
  { title: 'Java', profile: 'Gson JsonElement' },
  { title: '.NET', profile: 'JsonConvert DateParseHandling.None' },
  { title: 'Ruby', profile: 'JSON.pretty_generate' },
]

/** How what stands between sender and receiver writes them again. */
export const proxies: readonly Writer[] = [
  { title: 'Node', profile: 'JSON.stringify' },
  { title: 'Python', profile: 'json.dumps' },
  { title: 'PHP', profile: 'json_encode' },
  { title: 'Go', profile: 'json.Encoder' },
  { title: '.NET', profile: 'JToken Indented' },
  { title: 'jq', profile: 'jq -c .' },
]
