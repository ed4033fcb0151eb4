import type { ScenarioProblem } from '../codes/scenarios.ts'
import { meantSentence, nearestName } from '../nearestName.ts'
import { isLoopback } from '../loopback.ts'
import { senderPreset, senderPresets } from '../signature/schemePresets.ts'
import {
  readDuration,
  repeatable,
  repeatedSteps,
  type Scenario,
  scenarioHead,
  scenarioLimits,
  type ScenarioStep,
  type StepKind,
  stepKinds,
  stepSchemas,
} from './scenarioFormat.ts'
import { issuesOf } from './scenarioIssues.ts'
import { readScenarioText, type ScenarioText } from './scenarioText.ts'
import { type GivenValues, resolveNames } from './resolveNames.ts'
import { withValues } from './scenarioValues.ts'
import { stepProblems } from './stepProblems.ts'
import { captionOf, stepTitle } from './stepTitle.ts'

/** A step as it will be run. Values that are known only then (`${steps...}`, `${uuid}`, `${now}`) are still in it. */
export interface PlannedStep {
  id: string | null
  kind: StepKind
  title: string
  detail: string | null
  line: number
  step: ScenarioStep
}

export interface ScenarioPlan {
  name: string
  description: string | null
  environment: NonNullable<Scenario['environment']>
  target: string | null
  effects: string | null
  seed: number
  vars: Readonly<Record<string, unknown>>
  steps: PlannedStep[]
  /** Texts that came from variables of the environment: secrets, to be left out of what is shown. */
  secrets: string[]
}

export interface PlanOptions extends GivenValues {
  target?: string | undefined
  allowHost?: string | undefined
  allowCommands: boolean
}

export type Planned = { ok: true; plan: ScenarioPlan } | { ok: false; problems: ScenarioProblem[] }

const senderIds = senderPresets.map(({ scheme }) => scheme.id)

/** Reads a file and checks everything that can be checked before it runs. Pure; never throws. */
export function planScenario(source: string, options: PlanOptions): Planned {
  const read = readScenarioText(source)
  if (!read.ok) return read
  const { text } = read
  const { value } = text
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, problems: [text.at([], 'A scenario has name and steps.')] }
  const problems: ScenarioProblem[] = []
  const resolved = resolveNames(text, value, options, problems)
  // An unresolved name would be reported a second time as a wrong value.
  if (problems.length > 0) return { ok: false, problems }
  const { steps: given, ...given_ } = resolved.value as Record<string, unknown>
  for (const { path, message, part, nearest } of headIssues(given_))
    problems.push(text.at(path, message, part, nearest))
  const steps = readSteps(text, given, problems)
  if (problems.length > 0) return { ok: false, problems }
  const head = scenarioHead.parse(given_)
  const plan: ScenarioPlan = {
    name: shown(head.name),
    description: shown(head.description ?? null),
    environment: head.environment ?? 'sandbox',
    target: options.target ?? head.target ?? null,
    effects: head.effects ?? null,
    seed: head.seed ?? options.seed,
    vars: resolved.vars,
    steps,
    secrets: resolved.secrets,
  }
  checkHead(text, plan, options, problems)
  checkSteps(text, plan, options, problems)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, plan }
}

/** `steps` is read apart, so that an unknown name is compared with it, too. */
function headIssues(head: object) {
  const known = [...Object.keys(scenarioHead.shape), 'steps']
  return issuesOf(scenarioHead, head).map((issue) => {
    const [name] = issue.path
    if (issue.path.length !== 1 || issue.part !== 'key' || typeof name !== 'string') return issue
    return {
      ...issue,
      message: `Unknown field ${name}. ${meantSentence(name, known)}`,
      nearest: nearestName(name, known),
    }
  })
}

function readSteps(text: ScenarioText, given: unknown, problems: ScenarioProblem[]): PlannedStep[] {
  if (!Array.isArray(given) || given.length === 0) {
    problems.push(text.at(given === undefined ? [] : ['steps'], 'steps is a list with at least one step.'))
    return []
  }
  if (given.length > scenarioLimits.steps)
    problems.push(text.at(['steps', scenarioLimits.steps], `A scenario has at most ${scenarioLimits.steps} steps.`))
  return given.flatMap((step: unknown, place) => readStep(text, step, ['steps', place], problems, stepKinds))
}

function notAKind(name: string, kinds: readonly StepKind[]): string {
  if (stepKinds.some((kind) => kind === name))
    return `${name} cannot be repeated: a step here is one of ${kinds.join(', ')}.`
  return `No step is named ${name === '' ? 'so' : name}. ${meantSentence(name, kinds)}`
}

function readStep(
  text: ScenarioText,
  given: unknown,
  path: (string | number)[],
  problems: ScenarioProblem[],
  kinds: readonly StepKind[],
): PlannedStep[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push(text.at(path, `A step is one of ${kinds.join(', ')}, with what it takes.`))
    return []
  }
  const keys = Object.keys(given)
  const [kind, other] = kinds.filter((each) => keys.includes(each))
  if (kind === undefined || other !== undefined) {
    const [first = ''] = keys
    const message =
      kind === undefined ? notAKind(first, kinds) : `A step does one thing: ${kind} or ${other}. Make it two steps.`
    const nearest = kind === undefined ? nearestName(first, kinds) : null
    problems.push(text.at(kind === undefined ? [...path, first] : [...path, other ?? ''], message, 'key', nearest))
    return []
  }
  if (kind === 'repeat') {
    const inner = (given as { repeat?: { step?: unknown } | null }).repeat?.step
    const before = problems.length
    const at = [...path, 'repeat', 'step']
    if (Array.isArray(inner))
      for (const [place, each] of inner.entries()) readStep(text, each, [...at, place], problems, repeatable)
    else if (inner !== undefined) readStep(text, inner, at, problems, repeatable)
    if (problems.length > before) return []
  }
  const issues = issuesOf(stepSchemas[kind], given)
  for (const issue of issues) problems.push(text.at([...path, ...issue.path], issue.message, issue.part, issue.nearest))
  if (issues.length > 0) return []
  const step = stepSchemas[kind].parse(given)
  const id = 'id' in step && typeof step.id === 'string' ? step.id : null
  const detail = 'say' in step ? captionOf(step.say).detail : null
  return [{ id, kind, title: shown(stepTitle(step)), detail: shown(detail), line: text.lineOf(path), step }]
}

/** A text as it is read: `$${` stands for `${`. */
function shown<Text extends string | null>(text: Text): Text {
  return withValues(text, () => undefined, true) as Text
}

/** Where a request of a run may go: this machine, or a host that the caller allows. Pure. */
export function refusedTargetSentence(target: string, allowHost: string | undefined): string | null {
  const url = URL.parse(target)
  if (url === null || !/^https?:$/.test(url.protocol))
    return `"${target.slice(0, 200)}" is no address of an app. It looks like http://127.0.0.1:3000/webhooks.`
  if (url.username !== '' || url.password !== '') return 'The address holds a user name or password; leave them out.'
  if (isLoopback(url.hostname)) return null
  if (allowHost !== undefined && [url.host, url.hostname].includes(allowHost.trim().toLowerCase())) return null
  return `${url.hostname} is not this machine, so nothing is sent there. Add --allow-host ${url.hostname} if it is yours.`
}

/** Whether nothing but its host is wrong about an address. */
function canAllow(address: string | null, host: string): boolean {
  return address !== null && host !== '' && refusedTargetSentence(address, host) === null
}

function checkHead(text: ScenarioText, plan: ScenarioPlan, options: PlanOptions, problems: ScenarioProblem[]): void {
  for (const name of ['target', 'effects'] as const) {
    const address = plan[name]
    const why = address === null ? null : refusedTargetSentence(address, options.allowHost)
    const host = URL.parse(address ?? '')?.hostname ?? ''
    if (why !== null) problems.push({ ...text.at([name], why), ...(canAllow(address, host) ? { host } : {}) })
  }
  const { environment } = plan
  if (typeof environment === 'string') return
  if ('sender' in environment && senderPreset(environment.sender) === undefined && environment.sender !== 'service') {
    const nearest = nearestName(environment.sender, senderIds)
    const next = nearest === null ? '`hookscope schemes` lists them.' : `Did you mean ${nearest}?`
    const message = `No sender is named ${environment.sender}. ${next}`
    problems.push(text.at(['environment', 'sender'], message, 'value', nearest))
  }
  if (environment.secret !== undefined && !plan.secrets.includes(environment.secret) && options.env !== null)
    problems.push(
      text.at(['environment', 'secret'], 'A secret does not belong in a file. Name a variable: ${env.NAME}.'),
    )
}

function checkSteps(text: ScenarioText, plan: ScenarioPlan, options: PlanOptions, problems: ScenarioProblem[]): void {
  const known = new Map<string, StepKind>()
  let requests = 0
  let lastsMs = 0
  for (const [place, { step, kind, id }] of plan.steps.entries()) {
    const at = (rest: (string | number)[], message: string, nearest: string | null = null) =>
      problems.push(text.at(['steps', place, ...rest], message, 'value', nearest))
    if (id !== null && known.has(id)) at(['id'], `The id ${id} is taken by an earlier step.`)
    const isFirst = !plan.steps.slice(0, place).some((before) => 'repeat' in before.step || isSending(before.step))
    if ('expect' in step && step.expect.of === undefined && isFirst)
      at(['expect'], 'No step before this one sends anything, so there is no answer to expect.')
    const times = 'repeat' in step ? step.repeat.times : 1
    for (const { inner, within } of partsOf(step)) {
      for (const { path, message, nearest } of stepProblems(inner, known, plan, options))
        if (message !== null) at([...within, ...path], message, nearest)
      if (isSending(inner)) requests += times
      if ('wait' in inner && typeof inner.wait === 'string') lastsMs += times * (readDuration(inner.wait) ?? 0)
      if (requests > scenarioLimits.requests) {
        at(
          within,
          `A run sends at most ${scenarioLimits.requests.toLocaleString('en')} requests, and up to here these are ${requests.toLocaleString('en')}.`,
        )
        return
      }
      if (lastsMs > scenarioLimits.durationMs) {
        at(['wait'], 'A run takes at most 24 hours, and up to here it waits longer.')
        return
      }
    }
    if (id !== null) known.set(id, kind)
  }
}

function isSending(step: ScenarioStep): boolean {
  return ['send', 'resend', 'create', 'advance'].some((each) => each in step)
}

/** A step, or the steps that a repetition does, each with its place in the step. */
function partsOf(step: ScenarioStep): { inner: ScenarioStep; within: (string | number)[] }[] {
  if (!('repeat' in step)) return [{ inner: step, within: [] }]
  const { repeat } = step
  const isList = Array.isArray(repeat.step)
  return repeatedSteps(repeat).map((inner, place) => ({
    inner,
    within: ['repeat', 'step', ...(isList ? [place] : [])],
  }))
}
