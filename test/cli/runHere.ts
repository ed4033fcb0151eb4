import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { onTestFinished } from 'vitest'
import { runCommandLine } from '../../src/cli/main/runCommandLine.ts'
import { cleanVariables, type Ended } from './runHookscope.ts'

/** A command that runs in this process. */
export interface RunningHere {
  ended: Promise<Ended>
  /** False once it has ended. */
  isRunning(): boolean
  /** Resolves with what it has written there once that holds `text`; rejects when it ends before. */
  until(text: string, stream?: StreamName): Promise<string>
  /** Gives it a signal and waits for the end. */
  stop(): Promise<Ended>
}

type StreamName = 'stdout' | 'stderr'
type OnSignal = (name: NodeJS.Signals, number: number) => void

interface Run {
  written: Record<StreamName, Buffer[]>
  /** Says "written". */
  events: EventEmitter
  variables: NodeJS.ProcessEnv
  onSignal: OnSignal[]
  isStopped: boolean
}

interface RunHereOptions {
  variables?: Record<string, string>
}

/** Whose code is running. */
const owner = new AsyncLocalStorage<Run>()
const running = new Set<Run>()
/** Gives the process back what was changed; null while no command runs. */
const state: { restore: (() => void) | null } = { restore: null }

/**
 * Runs a command to its end in the process of the tests: all that a command line does with its words, for a fifth of the
 * processor time of a process of its own. Each run has its own output, variables and signals, so that several can run at
 * once. `runHookscope` tests the process itself (standard input, its end, a reader that goes away);
 * test/cli/help/commandOutput.test.ts starts one command of each kind as a process.
 */
export async function runHere(args: string[], options: RunHereOptions = {}): Promise<Ended> {
  return startHere(args, options).ended
}

/** The same for a command that runs until a signal. Only one that receives at a time: threads are shared. */
export function startHere(args: string[], { variables = {} }: RunHereOptions = {}): RunningHere {
  const run: Run = {
    written: { stdout: [], stderr: [] },
    events: new EventEmitter().setMaxListeners(0),
    variables: { ...cleanVariables(), ...variables },
    onSignal: [],
    isStopped: false,
  }
  running.add(run)
  state.restore ??= lend()
  const ended = owner
    .run(run, async () => runCommandLine(args))
    .then((code) => ({ code, stdout: textOf(run, 'stdout'), stderr: textOf(run, 'stderr') }))
    .finally(() => {
      running.delete(run)
      if (running.size > 0) return
      state.restore?.()
      state.restore = null
    })
  const here: RunningHere = {
    ended,
    isRunning: () => running.has(run),
    until: async (text, stream = 'stdout') =>
      new Promise((resolve, reject) => {
        const look = () => void (textOf(run, stream).includes(text) && resolve(textOf(run, stream)))
        run.events.on('written', look)
        look()
        void ended.then(({ code, stderr }) =>
          reject(new Error(`ended with ${code} before ${JSON.stringify(text)}: ${stderr}`)),
        )
      }),
    stop: async () => {
      run.isStopped = true
      // Once each: a second one would end the process of the tests.
      for (const each of run.onSignal.splice(0)) each('SIGTERM', 15)
      return ended
    },
  }
  try {
    // A test that failed leaves none to the next one.
    onTestFinished(async () => void (await here.stop()))
  } catch {
    // A hook stops after the tests of a file what it starts before them.
  }
  return here
}

/** Replaces the parts of the test process that a command uses, for as long as one runs. */
function lend(): () => void {
  const restore = [divert('stdout'), divert('stderr'), divertSignals()]
  const umask = process.umask(0o077)
  const variables = process.env
  Object.defineProperty(process, 'env', {
    get: () => owner.getStore()?.variables ?? variables,
    configurable: true,
    enumerable: true,
  })
  return () => {
    Object.defineProperty(process, 'env', { value: variables, configurable: true, enumerable: true, writable: true })
    process.umask(umask)
    for (const each of restore) each()
  }
}

/** The run that writes; for a thread left by an earlier run, the only current one. */
function writer(): Run | undefined {
  const own = owner.getStore()
  if (own !== undefined && running.has(own)) return own
  return running.size === 1 ? [...running][0] : undefined
}

/** Sends the output of a command to its own run, see `writer`; other output goes where it went before. */
function divert(name: StreamName): () => void {
  const stream: NodeJS.WriteStream = process[name]
  const write = stream.write.bind(stream)
  const { write: own, once, isTTY } = stream
  const diverted = (chunk: string | Uint8Array, ...others: never[]) => {
    const run = writer()
    if (run === undefined) return write(chunk, ...others)
    run.written[name].push(Buffer.from(chunk))
    run.events.emit('written')
    const done: unknown = others.at(-1)
    if (typeof done === 'function') done()
    return true
  }
  // Output here is always read.
  const divertedOnce = (event: string, listener: () => void) =>
    event === 'error' && owner.getStore() !== undefined
      ? stream
      : EventEmitter.prototype.once.call(stream, event, listener)
  Object.assign(stream, { write: diverted, once: divertedOnce, isTTY: false })
  return () => Object.assign(stream, { write: own, once, isTTY })
}

/** A signal for a command is none for the process of the tests. */
function divertSignals(): () => void {
  const { on } = process
  const diverted = (event: string, listener: OnSignal) => {
    const run = owner.getStore()
    if (run === undefined || !event.startsWith('SIG')) return on.call(process, event as 'SIGINT', listener)
    if (run.isStopped) queueMicrotask(() => listener('SIGTERM', 15))
    else run.onSignal.push(listener)
    return process
  }
  Object.assign(process, { on: diverted })
  return () => Object.assign(process, { on })
}

const textOf = ({ written }: Run, name: StreamName) => Buffer.concat(written[name]).toString()
