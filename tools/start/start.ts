import type { StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { decide, type Facts } from './decide.ts'
import { describeObstacle } from './describeObstacle.ts'
import { type FetchLimits, fetchRuntime } from './fetchRuntime.ts'
import { electronVersion, findRuntime } from './findRuntime.ts'
import { desktopVariables, gatherFacts, type Machine } from './gatherFacts.ts'
import type { Interruptions } from './interruptions.ts'
import { readWords } from './readWords.ts'
import { type DesktopLimits, type DesktopRun, runDesktop } from './runDesktop.ts'
import { exitCodeOf, runShell, type ShellEnd } from './runShell.ts'
import { showProgress } from './showProgress.ts'

export interface StartOptions {
  words: readonly string[]
  variables: NodeJS.ProcessEnv
  machine: Machine
  /** The project's folder, with the build in `out`. */
  root: string
  /** Folder of the `electron` package. */
  electronFolder: string
  limits: FetchLimits & DesktopLimits
  interruptions: Interruptions
  /** Writes to the person; the shells write for themselves. */
  say(text: string): void
  isTerminal: boolean
  stdio: StdioOptions
}

/** `npm start`: the desktop app where it can be had, else the same UI in a browser. Answers the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const words = readWords(options.words)
  if (words === null) {
    options.say('npm start takes --browser or --desktop, not both.\n')
    return 2
  }
  let failure: Facts['failure'] = null
  for (;;) {
    const runtime = findRuntime(options.electronFolder, options.variables, options.machine.platform)
    const facts = gatherFacts(options.machine, options.variables, runtime)
    const plan = decide({ ...facts, forced: words.forced, failure })
    switch (plan.kind) {
      case 'fetch':
        failure = await fetchOnce(options)
        if (failure?.kind === 'cancelled') return exitCodeOfSignal(options)
        // The installer says that it is done, and yet there is nothing that could run.
        if (failure === null && !isThere(options)) {
          failure = { kind: 'not-installed', message: 'the archive has no program in it.' }
        }
        break
      case 'desktop': {
        const run = await startDesktop(runtime.program, words.rest, options)
        if (run.failure === null) return exitCodeOf(run.end)
        failure = run.failure
        break
      }
      case 'refuse':
        options.say(`${describeObstacle(plan.because)} Without --desktop the same UI opens in a browser.\n`)
        return 3
      case 'browser':
        if (plan.because !== null) {
          options.say(
            `${describeObstacle(plan.because)}\nHookscope runs in a browser instead, on the same data folder.\n`,
          )
        }
        return exitCodeOf(await runBrowser(words.rest, options))
    }
  }
}

async function fetchOnce(options: StartOptions): Promise<Facts['failure']> {
  const view = showProgress(options.say, electronVersion(options.electronFolder), options.isTerminal)
  const failure = await fetchRuntime({
    electronFolder: options.electronFolder,
    variables: options.variables,
    limits: options.limits,
    onProgress: view.update,
    signal: options.interruptions.signal,
  })
  view.end()
  return failure
}

function isThere({ electronFolder, variables, machine }: StartOptions): boolean {
  return findRuntime(electronFolder, variables, machine.platform).state === 'there'
}

async function startDesktop(program: string, words: string[], options: StartOptions): Promise<DesktopRun> {
  const variables = options.machine.platform === 'linux' ? desktopVariables(options.variables) : options.variables
  return runDesktop(program, ['.', ...words], { ...options, cwd: options.root, variables })
}

async function runBrowser(words: string[], options: StartOptions): Promise<ShellEnd> {
  const command = join(options.root, 'out/main/hookscope.js')
  return runShell(process.execPath, [command, 'serve', ...words], { ...options, cwd: options.root })
}

function exitCodeOfSignal({ interruptions }: StartOptions): number {
  return 128 + constants.signals[interruptions.first() ?? 'SIGINT']
}
