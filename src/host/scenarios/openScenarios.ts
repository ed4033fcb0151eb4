import { randomInt, randomUUID } from 'node:crypto'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { planScenario } from '../../shared/scenarios/planScenario.ts'
import type { ReadScenarioRunInput, ScenarioRun, ScenarioRunSummary } from '../../shared/wireTypes.ts'
import { putBackLeftovers } from './putBack.ts'
import type { CommandOutcome, RunTools } from './runContext.ts'
import { openRunHistory, summaryOf } from './runHistory.ts'
import { type RunningScenario, runScenario } from './runScenario.ts'
import { openScenarioFolder, scenarioEnding, type ScenarioFolder } from './scenarioFolder.ts'
import { type FSWatcher, watch } from 'node:fs'

/** Scenarios as files, and their runs. */
export interface Scenarios {
  folder: ScenarioFolder
  /** Throws ExpectedFailure with all that is wrong in the file; nothing is sent then. */
  start(input: ReadScenarioRunInput): string
  /** Waits at most 5 s for more changes than `after`, where that is given. */
  view(run: string, after?: number): Promise<ScenarioRun>
  /** A run as it changes, from its start to its end. */
  follow(run: string, signal: AbortSignal | undefined): AsyncGenerator<ScenarioRun, void, void>
  list(): ScenarioRunSummary[]
  /** Resolves when everything is put back. */
  cancel(run: string): Promise<ScenarioRun>
  pause(run: string): ScenarioRun
  next(run: string, toEnd: boolean): ScenarioRun
  answer(run: string, id: string, outcome: CommandOutcome): ScenarioRun
  /** Ends what is under way. The store must still be open. */
  stop(): Promise<void>
}

const maxRunning = 4
const longestWaitMs = 5000

/** @param folder of the user's own scenarios */
export async function openScenarios(
  tools: Omit<RunTools, 'busy' | 'counted'>,
  folder: string,
  atRest: boolean,
): Promise<Scenarios> {
  if (!atRest) await putBackLeftovers(tools)
  const history = await openRunHistory(tools.engine.store, (message) => tools.log('warn', message))
  const running = new Map<string, RunningScenario>()
  const [busy, counted] = [new Map<string, string>(), new Map<string, number>()]
  const changed = (what: 'files' | 'runs') => tools.engine.events.publish([{ type: 'scenarios', changed: what }])
  const { files, stopWatching } = watchedFiles(folder, atRest, () => changed('files'))

  const find = (run: string): ScenarioRun => {
    const found = running.get(run)?.board.view() ?? history.runs().find((each) => each.run === run)
    if (found === undefined) throw new ExpectedFailure({ code: 'no-scenario-run', fields: { id: run.slice(0, 80) } })
    return found
  }
  const start = (input: ReadScenarioRunInput): string => {
    const underWay = [...running.values()].filter(({ board }) => board.view().endedAt === null)
    if (underWay.length >= maxRunning) throw new ExpectedFailure({ code: 'too-many-runs', fields: { max: maxRunning } })
    const { name } = input
    const file = name === undefined ? null : files.read(name, input.from)
    const source: ScenarioRun['source'] = { from: file?.from ?? 'text', name: name ?? null }
    const { vars, env, target, allowHost, commands } = input
    const seed = input.seed ?? randomInt(1, 1_000_000)
    const options = { vars, env, target, allowHost, allowCommands: commands, seed, now: Date.now() }
    const planned = planScenario(file?.text ?? input.text ?? '', options)
    if (!planned.ok) throw new ExpectedFailure({ code: 'scenario-wrong', fields: { problems: planned.problems } })
    const run = randomUUID()
    const plan = input.seed === undefined ? planned.plan : { ...planned.plan, seed: input.seed }
    const begun = runScenario({ ...tools, busy, counted }, { run, source, plan, input })
    running.set(run, begun)
    changed('runs')
    void begun.done.then(async () => {
      await history.add(begun.board.view())
      running.delete(run)
      changed('runs')
    })
    return run
  }
  return {
    folder: files,
    start,
    view: async (run, after) => {
      if (after !== undefined) await running.get(run)?.board.beyond(after, longestWaitMs)
      return find(run)
    },
    follow: (run, signal) => follow(running.get(run), signal),
    list: () => [
      ...[...running.values()].map(({ board }) => summaryOf(board.view())).toReversed(),
      ...history
        .runs()
        .filter(({ run }) => !running.has(run))
        .map(summaryOf),
    ],
    cancel: async (run) => {
      const found = running.get(run)
      found?.cancel()
      await found?.done
      return found?.board.view() ?? find(run)
    },
    pause: (run) => {
      running.get(run)?.pause()
      return find(run)
    },
    next: (run, toEnd) => {
      running.get(run)?.next(toEnd)
      return find(run)
    },
    answer: (run, id, outcome) => {
      running.get(run)?.answer(id, outcome)
      return find(run)
    },
    stop: async () => {
      stopWatching()
      const all = [...running.values()]
      for (const each of all) each.cancel()
      await Promise.all(all.map(async ({ done }) => done))
    },
  }
}

/** The files of the folder, watched since they were listed first. */
function watchedFiles(folder: string, atRest: boolean, onChange: () => void) {
  const files = openScenarioFolder(folder)
  const watching = watchFolder(folder, scenarioEnding, onChange)
  const list = () => {
    if (!atRest) watching.begin()
    return files.list()
  }
  return { files: { ...files, list }, stopWatching: watching.stop }
}

/** Shows a run as it changes; it is cancelled when the reader has gone. */
async function* follow(
  running: RunningScenario | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<ScenarioRun, void, void> {
  if (running === undefined) return
  const { board, cancel } = running
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    if (signal?.aborted === true) cancel()
    for (let view = board.view(); ; view = board.view()) {
      yield view
      if (view.endedAt !== null) return
      await board.beyond(view.changes, longestWaitMs)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Several changes within this time are one, ms: editors write a file in a few steps. */
const quietMs = 100

/** Watches the files of a folder that may not exist yet. */
interface FolderWatch {
  /** Watches from now on, where the folder exists and is not watched yet. */
  begin(): void
  stop(): void
}

/** @param ending of the names that are of interest */
function watchFolder(folder: string, ending: string, onChange: () => void): FolderWatch {
  let watcher: FSWatcher | null = null
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    watcher?.close()
    watcher = null
  }
  const note = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, quietMs).unref()
  }
  return {
    begin: () => {
      if (watcher !== null) return
      try {
        // Some systems give no name.
        watcher = watch(folder, { persistent: false }, (_kind, name) => {
          if (name === null || name.endsWith(ending)) note()
        })
        // The folder was removed, or the system has no watches left: the next begin() tries again.
        watcher.on('error', end)
      } catch {
        end()
      }
    },
    stop: () => {
      clearTimeout(timer)
      end()
    },
  }
}
