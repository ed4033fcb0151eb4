import { execFile, spawnSync } from 'node:child_process'
import type { VerifyLanguageId } from '../../../src/shared/verifyCode/verifyLanguages.ts'

/** Output and exit status of a program. */
export interface Ran {
  stdout: string
  stderr: string
  status: number
}

export interface RunInput {
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

/** A language that can be run here or not. */
export interface Toolchain {
  id: VerifyLanguageId
  /** The toolchain with its version; or why it is missing. */
  found: { version: string } | { missing: string }
  /** Makes programs ready, all at once because compilers are slow to start; the answer runs one by its number. */
  prepare: (folder: string, sources: readonly string[]) => Promise<(index: number, input: RunInput) => Promise<Ran>>
}

/** Runs a command to its end. A failure is an answer like any other. */
export function ran(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const environment = { ...process.env, ...options.env }
    execFile(command, args, { ...options, env: environment, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      resolve({ stdout, stderr, status: error === null ? 0 : typeof error.code === 'number' ? error.code : -1 })
    })
  })
}

/** Runs a command that has to succeed, such as a compiler. */
export async function done(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { stdout, stderr, status } = await ran(command, args, options)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed with status ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

/** The version that a command names, or why it cannot be run. */
export function versionOf(command: string, args: readonly string[]): Toolchain['found'] {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error !== undefined || status !== 0) return { missing: `${command} is not installed` }
  return { version: `${stdout}${stderr}`.trim().split('\n')[0] ?? '' }
}

/** Calls a function for every item, at most two at once: compilers and virtual machines are heavy. */
export async function twoAtOnce<Item>(items: readonly Item[], call: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await call(item)
  }
  await Promise.all([work(), work()])
}
