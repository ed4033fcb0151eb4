import type { ScenarioProblem } from '../codes/scenarios.ts'
import { meantSentence } from '../nearestName.ts'
import type { ScenarioText } from './scenarioText.ts'
import { momentValue, seededRandom, unknownValue, type ValueName, valueNamesIn, withValues } from './scenarioValues.ts'

type Path = (string | number)[]

/** Values given by the caller. */
export interface GivenValues {
  /** In place of those of the file. */
  vars?: Readonly<Record<string, string>> | undefined
  /** Variables of the process that the caller names, with their values; null: they are not known yet, which is no problem. */
  env: Readonly<Record<string, string>> | null
  seed: number
  /** ms since the epoch: the moment of `${now}` in variables. */
  now: number
}

/** Values that a finished step has for later ones. */
export const stepFacts = ['id', 'delivery', 'status', 'took', 'body', 'answer', 'output'] as const

interface Resolved {
  value: unknown
  vars: Record<string, unknown>
  /** Values of variables of the environment that the file uses. */
  secrets: string[]
}

/**
 * Replaces variables with their values, and adds a problem for each unknown name. Leaves captures, ids and times in steps
 * to the run. Pure.
 */
export function resolveNames(
  text: ScenarioText,
  value: object,
  options: GivenValues,
  problems: ScenarioProblem[],
): Resolved {
  const { vars: ofFile, ...others } = value as { vars?: unknown; steps?: unknown }
  const given = isRecord(ofFile) ? ofFile : {}
  for (const name of Object.keys(options.vars ?? {}))
    if (!(name in given))
      problems.push(
        text.at(
          ['vars'],
          `The file has no variable ${name}, which --var sets. ${meantSentence(name, Object.keys(given))}`,
          'key',
        ),
      )
  const secrets = new Set<string>()
  const env = (name: string) => {
    const found = options.env?.[name]
    if (found !== undefined) secrets.add(found)
    return found
  }
  const vars = resolveVars(text, { ...given, ...typedLike(given, options.vars ?? {}) }, { ...options, env }, problems)
  const steps = idsOf(others.steps)
  walk(others, [], (found, path) => {
    const place = path[0] === 'steps' && typeof path[1] === 'number' ? path[1] : 0
    const before = steps.slice(0, place).filter((id) => id !== null)
    const why = unknownNameSentence(found, {
      vars: Object.keys(vars),
      before,
      later: steps.slice(place),
      env: options.env,
    })
    if (why !== null) problems.push(text.at(path, why))
  })
  const lookUp = (found: ValueName): unknown => {
    if (found.kind === 'var') return vars[found.name]
    return found.kind === 'env' ? env(found.name) : undefined
  }
  // Without variables to read, texts with their names stay as they are: an editor checks the rest.
  return {
    value: { ...(withValues(others, lookUp, false) as object), ...(ofFile === undefined ? {} : { vars: ofFile }) },
    vars,
    secrets: [...secrets],
  }
}

/** Values of the command line are text; one in the place of a number or a truth value becomes one. */
function typedLike(
  given: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const typed = ([name, text]: [string, string]): [string, unknown] => {
    const before = given[name]
    if (typeof before === 'number' && /^-?\d+(?:\.\d+)?$/.test(text)) return [name, Number(text)]
    return [name, typeof before === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text]
  }
  return Object.fromEntries(Object.entries(texts).map(typed))
}

/** Variables may use each other, ids and the time; each is resolved once. */
function resolveVars(
  text: ScenarioText,
  given: Readonly<Record<string, unknown>>,
  { seed, now, env }: { seed: number; now: number; env: (name: string) => string | undefined },
  problems: ScenarioProblem[],
): Record<string, unknown> {
  const random = seededRandom(seed)
  const done: Record<string, unknown> = {}
  const open = new Set<string>()
  const resolve = (name: string): unknown => {
    if (name in done) return done[name]
    open.add(name)
    const path = ['vars', name]
    const lookUp = (found: ValueName): unknown => {
      if (found.kind === 'uuid') return random.uuid()
      if (found.kind === 'uuid8') return random.uuid8()
      if (found.kind === 'now') return momentValue(found, now)
      if (found.kind === 'env') return env(found.name)
      if (found.kind !== 'var') {
        problems.push(text.at(path, 'A variable is known before the first step, so it takes nothing of a step.'))
        return null
      }
      if (open.has(found.name) && !(found.name in done)) {
        problems.push(text.at(path, `The variables ${[...open].join(', ')} need each other, which has no end.`))
        return null
      }
      if (found.name in given) return resolve(found.name)
      problems.push(text.at(path, unknownValue(found.name, Object.keys(given))))
      return null
    }
    const value = withValues(given[name], lookUp, false)
    open.delete(name)
    return (done[name] = value)
  }
  for (const name of Object.keys(given)) resolve(name)
  return done
}

interface Known {
  vars: string[]
  before: string[]
  later: (string | null)[]
  env: GivenValues['env']
}

function unknownNameSentence(name: ValueName, { vars, before, later, env }: Known): string | null {
  switch (name.kind) {
    case 'uuid':
    case 'uuid8':
    case 'now':
      return null
    case 'var':
      return vars.includes(name.name) ? null : unknownValue(name.name, vars)
    case 'env':
      if (env === null || name.name in env) return null
      return `The variable ${name.name} is read only where the command line names it. Add --env ${name.name}.`
    case 'step': {
      if (!before.includes(name.id)) {
        if (later.includes(name.id)) return `The step ${name.id} comes later, so it is not known here.`
        return `No step has the id ${name.id}. ${meantSentence(name.id, before)}`
      }
      const [fact = ''] = name.path
      if (stepFacts.some((each) => each === fact)) return null
      return `A step has no ${fact === '' ? 'value of its own' : fact}. ${meantSentence(fact, stepFacts)}`
    }
    case 'unknown':
      return unknownValue(name.text, vars)
  }
}

function idsOf(steps: unknown): (string | null)[] {
  if (!Array.isArray(steps)) return []
  return steps.map((step: unknown) => (isRecord(step) && typeof step['id'] === 'string' ? step['id'] : null))
}

function walk(value: unknown, path: Path, found: (name: ValueName, path: Path) => void): void {
  if (typeof value === 'string') for (const name of valueNamesIn(value)) found(name, path)
  else if (Array.isArray(value)) for (const [place, item] of value.entries()) walk(item, [...path, place], found)
  else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      for (const name of valueNamesIn(key)) found(name, [...path, key])
      walk(item, [...path, key], found)
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
