import { ORPCError } from '@orpc/client'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import { planScenario, type PlanOptions } from '../../../shared/scenarios/planScenario.ts'
import type { ScenarioRun, ScenarioRunInput } from '../../../shared/wireTypes.ts'
import { reasonOf } from '../../basics/refusalOf.ts'
import { runCommandText } from '../../basics/runCommandText.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import { textOf, variable } from '../verify/verifyInput.ts'
import { givenFile } from '../../basics/givenFile.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { withApi } from '../../connect/withApi.ts'
import { answer, answerJson, answerLine, remark } from '../../output/terminal.ts'
import { headLines, showProgress, stepLines, sumLines, writeReports } from './runReports.ts'
import { readScenarios, type ReadyScenario } from './scenarioFiles.ts'

export interface RunCommandOptions extends JoinOptions {
  target?: string
  allowHost?: string
  secretEnv?: string
  keyFile?: string
  env?: string[]
  var?: Record<string, string>
  only?: string
  seed?: number
  bail?: boolean
  fast?: boolean
  effects?: string
  allowCommands?: boolean
  junit?: string
  markdown?: string
  list?: boolean
}

type Client = Api['client']

/** Runs scenarios one after the other. Answers 0 where all held, 1 where one did not, 2 for a wrong file, 3 where one could not run. */
export async function runCommand(named: string[], options: RunCommandOptions): Promise<number> {
  if (options.list === true) return listScenarios(options)
  if (named.length === 0)
    throw new UsageProblem('Name a scenario: a file, a folder, or a bundled one. `hookscope run --list` lists them.')
  const env = Object.fromEntries((options.env ?? []).map((name) => [name, variable(name)]))
  const secret = options.secretEnv === undefined ? undefined : variable(options.secretEnv)
  const key = options.keyFile === undefined ? undefined : textOf(givenFile(options.keyFile), '--key-file')
  const given: PlanOptions = {
    vars: options.var,
    env,
    target: options.target,
    allowHost: options.allowHost,
    allowCommands: options.allowCommands === true,
    seed: options.seed ?? 0,
    now: Date.now(),
  }
  const ready = readScenarios(named, given, options.secretEnv)
  const { only = '' } = options
  const wanted = ready.filter(({ label, name }) =>
    [label, name].some((text) => text.toLowerCase().includes(only.toLowerCase())),
  )
  if (wanted.length === 0) throw new UsageProblem(`--only is "${only}", which no scenario has in its name.`)
  return withApi(options, 'receiving', async ({ client }) => {
    await checkNamed(client, wanted, given)
    const stop = new AbortController()
    void untilSignal().then(() => stop.abort())
    const runs: { label: string; run: ScenarioRun }[] = []
    for (const scenario of wanted) {
      if (stop.signal.aborted) break
      const run = await runOne(client, scenario, inputOf(scenario, options, env, { secret, key }), options, stop.signal)
      runs.push({ label: scenario.label, run })
      if (options.bail === true && run.state !== 'held') break
    }
    const all = runs.map(({ run }) => run)
    writeReports(options, runs)
    if (options.json !== true) for (const line of sumLines(all, wanted.length)) answerLine(line)
    if (stop.signal.aborted) remark('It was stopped. What the run had set is as it was before.')
    return exitCodeOf(all, stop.signal.aborted)
  })
}

function inputOf(
  { text, files, label }: ReadyScenario,
  options: RunCommandOptions,
  env: Record<string, string>,
  { secret, key }: { secret: string | undefined; key: string | undefined },
): ScenarioRunInput {
  const { target, allowHost, seed, bail = false, fast = false, effects, allowCommands = false } = options
  return {
    ...(text === null ? { name: label } : { text, files }),
    vars: options.var ?? {},
    env,
    bail,
    fast,
    commands: allowCommands,
    ...(target === undefined ? {} : { target }),
    ...(allowHost === undefined ? {} : { allowHost }),
    ...(secret === undefined ? {} : { secret }),
    ...(key === undefined ? {} : { key }),
    ...(seed === undefined ? {} : { seed }),
    ...(effects === undefined ? {} : { effects: isAddress(effects) ? effects : 'command' }),
  }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text)
}

/** Follows a run to its end, and shows what happens. */
async function runOne(
  client: Client,
  { label }: ReadyScenario,
  input: ScenarioRunInput,
  options: RunCommandOptions,
  stop: AbortSignal,
): Promise<ScenarioRun> {
  const isReadable = options.json !== true
  const views = await started(client, label, input)
  let last: ScenarioRun | undefined
  let shown = 0
  let noted = 0
  let asked = ''
  const cancel = () => void client.scenarios.runs.cancel({ run: last?.run ?? '' }).catch(() => undefined)
  stop.addEventListener('abort', cancel, { once: true })
  for await (const view of views) {
    if (isReadable && last === undefined) for (const line of headLines(view, label)) answerLine(line)
    last = view
    if (isReadable) for (const note of view.notes.slice(noted)) answerLine([{ text: `  ${note}`, colour: 'yellow' }])
    noted = view.notes.length
    if (stop.aborted) cancel()
    for (; isReadable && hasEnded(view, shown); shown += 1) for (const line of stepLines(view, shown)) answerLine(line)
    if (isReadable) showProgress(view)
    if (view.asks === null || view.asks.id === asked) continue
    asked = view.asks.id
    const { id, command } = view.asks
    const outcome = await runCommandText(command ?? options.effects ?? '', stop)
    await client.scenarios.runs.answer({ run: view.run, id, ...outcome })
  }
  stop.removeEventListener('abort', cancel)
  if (last === undefined) throw new Error('The run has said nothing.')
  if (isReadable && last.problem !== null) answerLine([{ text: `  ${last.problem}`, colour: 'red' }])
  if (!isReadable) answerJson(last)
  return last
}

/** Reads bundled and saved ones before the first run begins. Throws UsageProblem with all that are wrong: nothing is sent then. */
async function checkNamed(client: Client, wanted: readonly ReadyScenario[], given: PlanOptions): Promise<void> {
  const problems: string[] = []
  for (const { label, text } of wanted) {
    if (text !== null) continue
    const found = await client.scenarios.get({ name: label }).catch(noneNamed)
    const planned = found === null ? null : planScenario(found.text, given)
    if (planned === null)
      problems.push(`No file, bundled or saved scenario is named "${label}". \`hookscope run --list\` lists them.`)
    else if (!planned.ok) problems.push(...placesOf(label, planned.problems))
  }
  if (problems.length > 0) throw new UsageProblem(problems.join('\n'))
}

function noneNamed(error: unknown): null {
  if (error instanceof ORPCError && reasonOf(error)?.code === 'no-scenario') return null
  throw error
}

function placesOf(label: string, problems: readonly { line: number; column: number; message: string }[]): string[] {
  return problems.map(({ line, column, message }) => `${label}:${line}:${column}: ${message}`)
}

/** Throws UsageProblem with the places of all that is wrong in a bundled or saved file. */
async function started(client: Client, label: string, input: ScenarioRunInput) {
  try {
    return await client.scenarios.runs.live(input)
  } catch (error) {
    const why = error instanceof ORPCError ? reasonOf(error) : null
    if (why?.code !== 'scenario-wrong') throw error
    const { problems } = why.fields as { problems: { line: number; column: number; message: string }[] }
    throw new UsageProblem(placesOf(label, problems).join('\n'))
  }
}

function hasEnded({ steps, endedAt }: ScenarioRun, place: number): boolean {
  const step = steps[place]
  if (step === undefined) return false
  return step.state === 'open' ? false : step.state !== 'running' || endedAt !== null
}

function exitCodeOf(runs: readonly ScenarioRun[], isInterrupted: boolean): number {
  if (isInterrupted) return exitCodes.interrupted
  if (runs.some(({ state }) => state === 'broken' || state === 'stopped')) return exitCodes.cannot
  return runs.every(({ state }) => state === 'held') ? exitCodes.done : exitCodes.no
}

async function listScenarios(options: RunCommandOptions): Promise<number> {
  await withApi(options, 'at-rest', async ({ client }) => {
    const list = await client.scenarios.list()
    if (options.json === true) return answerJson(list)
    for (const { name, from, outline, problems } of list.items) {
      const [problem] = problems
      const says = outline?.name ?? `line ${problem?.line ?? 1}: ${problem?.message ?? 'it is wrong'}`
      answer(`${name.padEnd(24)}${from.padEnd(9)}${says}`)
    }
    remark(`Your own are in ${list.folder}. The format is in docs/scenarios.md.`)
  })
  return exitCodes.done
}
