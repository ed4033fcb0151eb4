import { AsyncLocalStorage } from 'node:async_hooks'
import { runCommandLine } from '../../src/cli/runCommandLine.ts'
import type { Ended } from './runHookscope.ts'

/** Where the output of a command goes that runs in this process. */
interface Output {
  stdout: Buffer[]
  stderr: Buffer[]
}

const outputs = new AsyncLocalStorage<Output>()
const queue = { last: Promise.resolve<unknown>(undefined) }

/**
 * Runs a command to its end in the process of the tests: all that a command line does with its words, for a fifth of the
 * processor time of a process of its own. Commands run one after the other, because variables belong to a process. What a
 * process is (signals, standard input, how it ends) `runHookscope` tries; test/cli/commandOutput.test.ts starts each command
 * as one.
 */
export async function runHere(
  args: string[],
  { variables = {} }: { variables?: Record<string, string> } = {},
): Promise<Ended> {
  const run = queue.last.then(async () => capture(args, variables))
  queue.last = run.catch(() => undefined)
  return run
}

async function capture(args: string[], variables: Record<string, string>): Promise<Ended> {
  const output: Output = { stdout: [], stderr: [] }
  const before = { ...process.env }
  const umask = process.umask(0o077)
  const restore = [divert('stdout'), divert('stderr')]
  for (const name of Object.keys(process.env)) if (name.startsWith('HOOKSCOPE_')) delete process.env[name]
  // The threads of a command come from the bundle, too.
  const bundle = before['HOOKSCOPE_TEST_PROCESSES']
  Object.assign(process.env, bundle === undefined ? {} : { HOOKSCOPE_TEST_PROCESSES: bundle })
  Object.assign(process.env, { HOOKSCOPE_KEYRING: 'off', ...variables })
  try {
    const code = await outputs.run(output, async () => runCommandLine(args))
    return { code, stdout: textOf(output.stdout), stderr: textOf(output.stderr) }
  } finally {
    for (const each of restore) each()
    process.umask(umask)
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

/** What the command writes goes to its own output; what others write meanwhile, where it went before. */
function divert(name: 'stdout' | 'stderr'): () => void {
  const stream = process[name]
  const write = stream.write.bind(stream)
  const { write: own, isTTY } = stream
  const diverted = (chunk: string | Uint8Array, ...others: never[]) => {
    const output = outputs.getStore()
    if (output === undefined) return write(chunk, ...others)
    output[name].push(Buffer.from(chunk))
    const done: unknown = others.at(-1)
    if (typeof done === 'function') done()
    return true
  }
  Object.assign(stream, { write: diverted, isTTY: false })
  return () => Object.assign(stream, { write: own, isTTY })
}

const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).toString()
