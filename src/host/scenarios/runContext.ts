import type { Sends } from '../../engine/sending/openSends.ts'
import type { Fixtures } from '../fixtures/openFixtures.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { valueAt } from '../../shared/json/jsonPointer.ts'
import type { ScenarioPlan } from '../../shared/scenarios/planScenario.ts'
import { momentValue, type SeededRandom, type ValueName, withValues } from '../../shared/scenarios/scenarioValues.ts'
import type { ReadScenarioRunInput, ScenarioFailure, ScenarioRunStep } from '../../shared/wireTypes.ts'
import type { Stage, StageTools } from './openStage.ts'
import { jsonOf } from '../../shared/basics/jsonOf.ts'

export interface RunTools extends StageTools {
  sends: Sends
  fixtures: Pick<Fixtures, 'read' | 'list'>
  /** When the last run that used a counter of effects ended, on the clock of `performance.now()`. */
  counted: Map<string, number>
}

/** One request of a run, and what answered it: the target where there is one, else our receiver. */
export interface Exchange {
  deliveryId: string | null
  status: number | null
  /** ms; null where it was not measured. */
  took: number | null
  headers: readonly HeaderLine[]
  /** As text; null where none came. */
  body: string | null
  /** Why no answer came, as a sentence. */
  problem: string | null
}

/** A request as it was sent, to be sent once more. */
export interface SentRequest {
  method: string
  /** Behind the receiver's path. */
  path: string
  headers: HeaderLine[]
  body: Uint8Array
}

/** The result of a step, for later steps. */
export interface StepResult {
  exchanges: Exchange[]
  request: SentRequest | null
  /** The object of the sandbox that it created or changed. */
  object: { resourceType: string; resourceId: string } | null
  /** Output of a command. */
  output: string | null
  /** A remark for the user, as a sentence. */
  note?: string
}

/** How a step ended, as it is shown. */
export type StepOutcome = Pick<ScenarioRunStep, 'deliveryIds' | 'object' | 'answer' | 'note'> &
  Partial<Pick<ScenarioRunStep, 'title' | 'detail'>> & {
    state: 'held' | 'failed'
    failures: ScenarioFailure[]
  }

/** A command ended; null where it could not be run. */
export interface CommandOutcome {
  exit: number | null
  output: string
}

/** State that the steps of a run share. */
export interface RunContext {
  tools: RunTools
  plan: ScenarioPlan
  input: ReadScenarioRunInput
  stage: Stage
  signal: AbortSignal
  random: SeededRandom
  /** By the ids of steps. */
  results: Map<string, StepResult>
  /** That of the last step that sent something. */
  last: StepResult | null
  /** The counter of the app when the run began; null where it has none. */
  effectsBefore: number | null
  /** Counts one more request. */
  noteSent(): void
  progress(done: number, of: number): void
  /** Has the client run a command; without one, count the effects. */
  ask(command: string | null): Promise<CommandOutcome>
}

export const nothingHappened: StepOutcome = {
  state: 'held',
  deliveryIds: [],
  object: null,
  answer: null,
  note: null,
  failures: [],
}

export const noResult: StepResult = { exchanges: [], request: null, object: null, output: null }

/** Maximum deliveries of a step that are shown. */
const maxShownDeliveries = 200

/** The outcome of a step that sent. */
export function sentOutcome({ exchanges, object, note }: StepResult): StepOutcome {
  const [first] = exchanges
  const ids = exchanges.flatMap(({ deliveryId }) => deliveryId ?? [])
  return {
    ...nothingHappened,
    deliveryIds: ids.slice(0, maxShownDeliveries),
    object,
    answer: first === undefined ? null : { status: first.status, took: first.took },
    note: note ?? exchanges.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

/** Fills in captures, ids and times. Throws ExpectedFailure where a step has not run, or has nothing of this name. */
export function resolved<Value>(context: RunContext, value: Value): Value {
  const lookUp = (name: ValueName) => {
    const found = valueOf(context, name)
    if (name.kind !== 'step' || found !== undefined) return found
    throw new ExpectedFailure({ code: 'scenario-nothing-known', fields: { step: name.id, what: name.path.join('.') } })
  }
  return withValues(value, lookUp, true) as Value
}

/** The same in a text that is only shown: a value that is not there stays as it is written. */
export function resolvedText(context: RunContext, text: string): string {
  const value = withValues(text, (name) => valueOf(context, name), true)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function valueOf({ random, results }: RunContext, name: ValueName): unknown {
  if (name.kind === 'uuid') return random.uuid()
  if (name.kind === 'uuid8') return random.uuid8()
  if (name.kind === 'now') return momentValue(name, Date.now())
  const result = name.kind === 'step' ? results.get(name.id) : undefined
  return result === undefined || name.kind !== 'step' ? undefined : (factOf(result, name.path) ?? undefined)
}

function factOf({ exchanges, request, object, output }: StepResult, [fact = '', ...rest]: string[]): unknown {
  const [first] = exchanges
  const pointer = rest.map((part) => `/${part}`).join('')
  switch (fact) {
    case 'id':
      return object?.resourceId
    case 'delivery':
      return first?.deliveryId
    case 'status':
      return first?.status
    case 'took':
      return first?.took === null || first === undefined ? undefined : Math.round(first.took)
    case 'body':
      return request === null ? undefined : partOf(Buffer.from(request.body).toString('utf8'), pointer)
    case 'answer':
      return first?.body == null ? undefined : partOf(first.body, pointer)
    case 'output':
      return output
    default:
      return undefined
  }
}

function partOf(text: string, pointer: string): unknown {
  return pointer === '' ? text : valueAt(jsonOf(text), pointer)
}
