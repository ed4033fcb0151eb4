import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { type PlanOptions, planScenario, type ScenarioPlan } from '../../../shared/scenarios/planScenario.ts'
import { readFixture } from '../../../shared/schemas/sending/fixtureSchemas.ts'
import type { Fixture } from '../../../shared/wireTypes.ts'
import { givenFile, unreadableFile } from '../../basics/givenFile.ts'

/** A scenario that was read and planned, ready to run. */
export interface ReadyScenario {
  /** The file, as it was named; or the name of a bundled or saved one. */
  label: string
  /** Null for one that is bundled or saved: the instance reads it. */
  text: string | null
  /** Fixtures by the name that the file uses. */
  files: Record<string, string>
  /** Its name. */
  name: string
}

const isScenario = (file: string) => /\.scenario\.ya?ml$/.test(file)

/**
 * Reads what the command line names. Throws UsageProblem with every mistake of every file, a line each with its place:
 * nothing is sent then.
 */
export function readScenarios(named: readonly string[], options: PlanOptions, secretEnv?: string): ReadyScenario[] {
  const problems: string[] = []
  const ready = named.flatMap((name): ReadyScenario[] =>
    isFile(name)
      ? filesOf(name).flatMap((file) => readOne(file, options, secretEnv, problems) ?? [])
      : [{ label: name, text: null, files: {}, name }],
  )
  if (problems.length > 0) throw new UsageProblem(problems.join('\n'))
  return ready
}

/** Whether it names something on the disk: a path, or a name that is a file or folder here. */
function isFile(name: string): boolean {
  return /[/\\]|\.(?:ya?ml|json)$/.test(name) || statSync(name, { throwIfNoEntry: false }) !== undefined
}

/** A folder stands for the scenarios in it and below, and for its fixtures that expect something. */
function filesOf(name: string): string[] {
  let isFolder: boolean
  try {
    isFolder = statSync(name).isDirectory()
  } catch (error) {
    throw unreadableFile(name, error)
  }
  if (!isFolder) return [name]
  const entries = readdirSync(name, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && !/(?:^|[/\\])(?:node_modules|\.)/.test(entry.parentPath.slice(name.length)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isScenario(file) || (file.endsWith('.json') && expectsSomething(file)))
    .toSorted()
  if (files.length === 0)
    throw new UsageProblem(`${name} has no scenario (.scenario.yaml) and no fixture (.json) with "expect".`)
  return files
}

function expectsSomething(file: string): boolean {
  const read = readFixture(givenFile(file).toString('utf8'))
  return read.ok && read.fixture.expect !== undefined
}

function readOne(
  file: string,
  options: PlanOptions,
  secretEnv: string | undefined,
  problems: string[],
): ReadyScenario | null {
  const source = givenFile(file).toString('utf8')
  if (file.endsWith('.json')) return ofFixture(file, source, options, secretEnv, problems)
  const planned = planScenario(source, options)
  if (!planned.ok) {
    problems.push(...planned.problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`))
    return null
  }
  const files: Record<string, string> = {}
  for (const { name, line } of fixturesOf(planned.plan)) {
    const text = givenFile(resolve(dirname(file), name)).toString('utf8')
    const read = readFixture(text)
    if (read.ok) files[name] = text
    else problems.push(`${file}:${line}:1: ${name} is not a fixture: ${read.problem}.`)
  }
  return { label: file, text: source, files, name: planned.plan.name }
}

/** Files that steps send. */
function fixturesOf({ steps }: ScenarioPlan): { name: string; line: number }[] {
  return steps.flatMap(({ step, line }) => {
    const inner = 'repeat' in step ? step.repeat.step : step
    return 'send' in inner && typeof inner.send === 'string' && inner.send.endsWith('.json')
      ? [{ name: inner.send, line }]
      : []
  })
}

/** A fixture with what it expects is a scenario of two steps. */
function ofFixture(
  file: string,
  source: string,
  options: PlanOptions,
  secretEnv: string | undefined,
  problems: string[],
): ReadyScenario | null {
  const read = readFixture(source)
  if (!read.ok) {
    problems.push(`${file}: it is not a fixture: ${read.problem}.`)
    return null
  }
  const { fixture } = read
  const sent = './fixture.json'
  const name = fixture.description ?? basename(file, '.json')
  const scenario = {
    name: name.slice(0, 200),
    ...environmentOf(fixture, secretEnv),
    steps: [{ send: sent }, { expect: { status: '2xx', ...fixture.expect } }],
  }
  const text = JSON.stringify(scenario)
  const planned = planScenario(text, options)
  if (!planned.ok) {
    problems.push(...planned.problems.map(({ message }) => `${file}: ${message}`))
    return null
  }
  return { label: file, text, files: { [sent]: source }, name }
}

function environmentOf({ sign }: Fixture, secretEnv: string | undefined): object {
  if (sign === undefined) return {}
  if ('environment' in sign.secret) return { environment: { name: sign.secret.environment } }
  const sender = typeof sign.scheme === 'string' ? sign.scheme : 'service'
  return { environment: { sender, ...(secretEnv === undefined ? { secret: `\${env.${sign.secret.env}}` } : {}) } }
}
