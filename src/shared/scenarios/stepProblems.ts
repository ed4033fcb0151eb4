import { slashedProblem } from '../basics/slashed.ts'
import { parseDeliveryFilter } from '../filter/deliveryFilter.ts'
import { unknownKeyReason } from '../filter/unknownFilterKey.ts'
import { webhookTypes } from '../model.ts'
import { meantSentence, nearestName } from '../nearestName.ts'
import { filterSentence } from '../words/filters.ts'
import type { GivenValues } from './resolveNames.ts'
import type { Scenario, ScenarioStep, StepKind } from './scenarioFormat.ts'

/** The parts of a file that its steps depend on. */
interface Surroundings {
  environment: NonNullable<Scenario['environment']>
  /** Texts that came from variables of the environment. */
  secrets: readonly string[]
}

/** Checks a step against the steps before it (`known`) and the options; `message` is null where it is right. Pure. */
export function* stepProblems(
  step: ScenarioStep,
  known: ReadonlyMap<string, StepKind>,
  plan: Surroundings,
  options: Pick<GivenValues, 'env'> & { allowCommands: boolean },
): Generator<{ path: string[]; message: string | null; nearest?: string | null }> {
  const ofStep = (name: string) => ({ message: stepProblem(name, known), nearest: nearestName(name, sendingIn(known)) })
  if ('resend' in step) yield { path: ['resend'], ...ofStep(step.resend) }
  if ('expect' in step && step.expect.of !== undefined) yield { path: ['expect', 'of'], ...ofStep(step.expect.of) }
  if ('create' in step) yield { path: ['create'], message: createdTypeProblem(step.create) }
  for (const kind of ['create', 'advance'])
    if (kind in step && plan.environment !== 'sandbox')
      yield {
        path: [kind],
        message: `Only the sandbox has objects to ${kind}. Leave environment out, or set it to sandbox.`,
      }
  for (const [path, pattern] of expressionsIn(step)) yield { path, message: expressionProblem(pattern) }
  if ('wait' in step && typeof step.wait === 'object')
    yield { path: ['wait', 'for'], message: filterProblem(step.wait.for) }
  if ('respond' in step && step.respond !== 'normal' && step.respond.for !== undefined)
    yield { path: ['respond', 'for'], message: filterProblem(step.respond.for) }
  if ('check' in step) {
    const { never, count = {} } = step.check
    if (never !== undefined) yield { path: ['check', 'never'], message: filterProblem(never) }
    for (const filter of Object.keys(count)) yield { path: ['check', 'count', filter], message: filterProblem(filter) }
  }
  if ('clock' in step && plan.environment !== 'sandbox')
    yield {
      path: ['clock'],
      message: "Only the sandbox's clock can be set. Leave environment out, or set it to sandbox.",
    }
  const secret = 'rotate' in step ? step.rotate?.secret : undefined
  if (secret !== undefined && !plan.secrets.includes(secret) && options.env !== null)
    yield {
      path: ['rotate', 'secret'],
      message: 'A secret does not belong in a file. Name a variable: ${env.NAME}.',
    }
  if ('run' in step && !options.allowCommands)
    yield {
      path: ['run'],
      message: 'This step runs a command, which is done only where the command line allows it. Add --allow-commands.',
    }
}

/** The texts that a step compares, each with its place. */
function expressionsIn(step: ScenarioStep): [path: string[], text: unknown][] {
  const inside = (path: string[], wanted: object = {}) =>
    Object.entries(wanted).map(([name, text]): [string[], unknown] => [[...path, name], text])
  if ('expect' in step)
    return [...inside(['expect', 'body'], step.expect.body), ...inside(['expect', 'headers'], step.expect.headers)]
  return 'run' in step ? inside(['run', 'json'], step.run.json) : []
}

function expressionProblem(text: unknown): string | null {
  // A value of the run is not known yet.
  if (typeof text !== 'string' || text.includes('${')) return null
  const problem = slashedProblem(text)
  return problem === null ? null : `This expression cannot be read: ${problem}.`
}

const sendingKinds: ReadonlySet<StepKind> = new Set(['send', 'resend', 'create', 'advance', 'repeat'])

function sendingIn(known: ReadonlyMap<string, StepKind>): string[] {
  return [...known].flatMap(([name, kind]) => (sendingKinds.has(kind) ? [name] : []))
}

function stepProblem(id: string, known: ReadonlyMap<string, StepKind>): string | null {
  const kind = known.get(id)
  const sending = sendingIn(known)
  if (kind !== undefined && sending.includes(id)) return null
  if (kind !== undefined) return `The step ${id} sends nothing.`
  if (sending.length === 0) return `No step before this one has the id ${id}.`
  return `No step before this one has the id ${id}. ${meantSentence(id, sending)}`
}

function createdTypeProblem(create: string | object): string | null {
  const type = typeof create === 'string' ? create : (Object.keys(create)[0] ?? '')
  if (webhookTypes.some((each) => each.toLowerCase() === type.toLowerCase())) return null
  return `The sandbox has no objects of the type ${type}. ${meantSentence(type, webhookTypes)}`
}

/** A value that is known only in the run stands for a word. */
function filterProblem(filter: string): string | null {
  const { problem, unknownKeys } = parseDeliveryFilter(filter.replaceAll(/\$\{[^{}]*\}/g, '1'), 0)
  if (problem !== null) return filterSentence(problem)
  const [unknown] = unknownKeys
  return unknown === undefined ? null : filterSentence(unknownKeyReason(unknown))
}
