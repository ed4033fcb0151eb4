import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { StoreUnavailable } from '../../engine/store/records/failures.ts'
import { SandboxRefusal } from '../../sandbox/state/sandboxRefusal.ts'
import type { PlannedStep, ScenarioPlan } from '../../shared/scenarios/planScenario.ts'
import { seededRandom } from '../../shared/scenarios/scenarioValues.ts'
import { hideSecrets } from '../../shared/redaction/handedOut.ts'
import type { ReadScenarioRunInput, ScenarioRun, ScenarioRunStep } from '../../shared/wireTypes.ts'
import { effectsAtStart } from './effects.ts'
import { openStage, type Stage } from './openStage.ts'
import { performStep } from './performStep.ts'
import { createRunBoard, type RunBoard } from './runBoard.ts'
import type { CommandOutcome, RunContext, RunTools } from './runContext.ts'
import { awaitTarget } from './awaitTarget.ts'

/** A run that is under way or over. */
export interface RunningScenario {
  board: RunBoard
  /** Resolves when everything is put back. Never rejects. */
  done: Promise<void>
  cancel(): void
  pause(): void
  next(toEnd: boolean): void
  /** Passes on the output of a requested command. False for an unknown id. */
  answer(id: string, outcome: CommandOutcome): boolean
}

interface RunOptions {
  run: string
  source: ScenarioRun['source']
  plan: ScenarioPlan
  input: ReadScenarioRunInput
}

export function runScenario(tools: RunTools, { run, source, plan, input }: RunOptions): RunningScenario {
  const abort = new AbortController()
  const board = createRunBoard(viewAtStart(run, source, plan))
  const gate = createGate(input, board, abort.signal)
  const asking = createAsking(board, abort.signal)
  const secrets = [...plan.secrets, ...(input.secret === undefined ? [] : [input.secret])]
  /** An app can repeat in its answer what it was sent. */
  const hidden = <Value>(value: Value): Value =>
    secrets.length === 0 ? value : (JSON.parse(hideSecrets(JSON.stringify(value), secrets)) as Value)

  async function play(): Promise<void> {
    let stage: Stage | undefined
    let end: Pick<ScenarioRun, 'state' | 'problem'>
    try {
      const { target } = plan
      if (target !== null) await awaitTarget(target, abort.signal)
      stage = await openStage(tools, plan, {
        run,
        allowHost: input.allowHost,
        secret: input.secret,
        key: input.key,
      })
      board.set({ environment: stage.environment, notes: stage.notes })
      const context: RunContext = {
        tools,
        plan,
        input,
        stage,
        signal: abort.signal,
        ask: asking.ask,
        random: seededRandom(plan.seed + 1),
        results: new Map(),
        last: null,
        effectsBefore: null,
        noteSent: () => board.set({ sent: board.view().sent + 1 }),
        progress: () => undefined,
      }
      end = await playSteps(context, board, { pass: gate.pass, shown: hidden })
    } catch (error) {
      end = { state: 'broken', problem: hidden(sentenceOf(error)) }
    }
    try {
      await stage?.close()
    } catch (error) {
      end = { ...end, problem: `What the run had set could not be put back: ${sentenceOf(error)}` }
    }
    tools.counted.set(input.effects ?? plan.effects ?? '', performance.now())
    const isCancelled = abort.signal.aborted && end.state !== 'failed'
    board.set({ ...end, ...(isCancelled ? { state: 'stopped' } : {}), endedAt: new Date().toISOString(), asks: null })
  }

  return {
    board,
    done: play(),
    cancel: () => abort.abort(),
    pause: gate.pause,
    next: gate.next,
    answer: asking.answer,
  }
}

/** Plays the steps on a stage that is ready. */
async function playSteps(
  context: RunContext,
  board: RunBoard,
  { pass, shown }: { pass(place: number): Promise<void>; shown: <Value>(value: Value) => Value },
): Promise<Pick<ScenarioRun, 'state' | 'problem'>> {
  const { plan, input, signal } = context
  context.effectsBefore = await effectsAtStart(context)
  let hasFailed = false
  for (const [at, step] of plan.steps.entries()) {
    context.progress = (done, of) => board.setStep(at, { progress: { done, of } })
    if (input.steps !== undefined && !input.steps.includes(at)) {
      board.setStep(at, { state: 'skipped' })
      continue
    }
    await pass(at)
    if (signal.aborted) break
    board.setStep(at, { state: 'running', startedAt: new Date().toISOString() })
    const ended = shown(await playStep(context, step))
    board.setStep(at, ended)
    if (ended.state === 'broken') return { state: 'broken', problem: ended.note ?? null }
    hasFailed ||= ended.state === 'failed'
    if (hasFailed && input.bail) break
  }
  return { state: hasFailed ? 'failed' : 'held', problem: null }
}

async function playStep(context: RunContext, step: PlannedStep): Promise<Partial<ScenarioRunStep>> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const outcome = await performStep(context, step)
    if (!context.signal.aborted) return { ...outcome, took: took() }
    // A delivery or an answer that had not come until then is no failure.
    return { state: 'stopped', deliveryIds: outcome.deliveryIds, took: took() }
  } catch (error) {
    if (context.signal.aborted) return { state: 'stopped', took: took() }
    return { state: 'broken', note: sentenceOf(error), took: took() }
  }
}

function viewAtStart(run: string, source: ScenarioRun['source'], plan: ScenarioPlan): ScenarioRun {
  return {
    run,
    name: plan.name,
    source,
    state: 'running',
    startedAt: new Date().toISOString(),
    endedAt: null,
    took: 0,
    environment: null,
    target: plan.target,
    seed: plan.seed,
    sent: 0,
    changes: 0,
    problem: null,
    notes: [],
    asks: null,
    steps: plan.steps.map(({ id, kind, title, detail, line }, place) => ({
      place,
      id,
      kind,
      title,
      detail,
      line,
      state: 'open',
      startedAt: null,
      took: null,
      deliveryIds: [],
      object: null,
      progress: null,
      answer: null,
      failures: [],
      note: null,
    })),
  }
}

function sentenceOf(error: unknown): string {
  const isExpected =
    error instanceof ExpectedFailure || error instanceof SandboxRefusal || error instanceof StoreUnavailable
  if (isExpected) return error.message
  return `This failed by a mistake of Hookscope (${error instanceof Error ? error.message : String(error)}).`
}

/** Pauses a run before steps until `next`. */
function createGate({ stepwise, pauseBefore }: ReadScenarioRunInput, board: RunBoard, signal: AbortSignal) {
  let isStepwise = stepwise
  const before = new Set(pauseBefore)
  let resumed = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resumed.resolve(), { once: true })
  return {
    pass: async (place: number) => {
      if (!isStepwise && !before.has(place)) return
      if (signal.aborted) return
      board.set({ state: 'paused' })
      await resumed.promise
      resumed = Promise.withResolvers()
      if (signal.aborted) resumed.resolve()
      board.set({ state: 'running' })
    },
    pause: () => {
      isStepwise = true
    },
    next: (toEnd: boolean) => {
      isStepwise = !toEnd && isStepwise
      if (toEnd) before.clear()
      if (board.view().state === 'paused') resumed.resolve()
    },
  }
}

/** Asks the client to run commands, one at a time. */
function createAsking(board: RunBoard, signal: AbortSignal) {
  let asked: { id: string; resolve(outcome: CommandOutcome): void } | null = null
  let count = 0
  return {
    ask: async (command: string | null): Promise<CommandOutcome> => {
      const id = String((count += 1))
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>()
      const end = () => resolve({ exit: null, output: 'the run was cancelled' })
      asked = { id, resolve }
      signal.addEventListener('abort', end, { once: true })
      board.set({ asks: { id, what: command === null ? 'effects' : 'step', command } })
      const outcome = await promise
      signal.removeEventListener('abort', end)
      asked = null
      board.set({ asks: null })
      return outcome
    },
    answer: (id: string, outcome: CommandOutcome) => {
      if (asked?.id !== id) return false
      asked.resolve(outcome)
      return true
    },
  }
}
