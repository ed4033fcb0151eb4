import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes } from '../../../host/shells/exitCodes.ts'
import type { Comparison, ComparisonInput } from '../../../shared/wireTypes.ts'
import { comparisonWarning } from '../../../shared/words/sending/comparisons.ts'
import { CannotDo } from '../../basics/failures.ts'
import { readExpression } from '../../basics/readExpression.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { withApi } from '../../connect/withApi.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'
import { variable } from '../verify/verifyInput.ts'
import { comparisonJunit, comparisonLines, showComparison } from './compareReports.ts'

export interface CompareOptions extends JoinOptions {
  old: string
  new: string
  filter?: string
  environment?: string
  ignore?: string[]
  max?: number
  secretEnv?: string
  apiPort?: number
  allowHost?: string
  junit?: string
  export?: string
}

type Client = Api['client']

/** Compares two builds. Answers 0 without a difference, 1 with one, 2 for wrong input, 3 where a build did not answer. */
export async function compareCommand(options: CompareOptions): Promise<number> {
  if (options.filter !== undefined) readExpression('--filter', options.filter)
  const secret = options.secretEnv === undefined ? undefined : variable(options.secretEnv)
  return withApi(options, 'reading', async ({ client }) => {
    const environment =
      options.environment === undefined ? undefined : (await environmentNamed(client, options.environment)).id
    const { run } = await client.comparisons.start(inputOf(options, environment, secret))
    let isInterrupted = false
    void untilSignal().then(async () => {
      isInterrupted = true
      await client.comparisons.cancel({ run }).catch(() => undefined)
    })
    let view = await client.comparisons.get({ run })
    if (options.json !== true) {
      remark(comparisonWarning)
      remark(
        `Both builds can fetch objects as they were then at ${view.api.baseUrl}, with a token of ${view.api.tokenUrl}`,
      )
      remark(`for the user ${view.api.user} and the password of the sandbox.`)
    }
    while (view.state === 'running') {
      if (options.json !== true) showComparison(view)
      view = await client.comparisons.get({ run, after: view.done })
    }
    if (options.json !== true) showComparison(view)
    if (options.junit !== undefined) writeReport(options.junit, comparisonJunit(view))
    if (options.json === true) answerJson(view)
    else for (const line of comparisonLines(view)) answerLine(line)
    if (options.export !== undefined) await exportExamples(client, options.export, view)
    return isInterrupted ? exitCodes.interrupted : exitCodeOf(view)
  })
}

function inputOf(
  { filter, ignore = [], max, apiPort, allowHost, ...options }: CompareOptions,
  environment: string | undefined,
  secret: string | undefined,
): ComparisonInput {
  return {
    old: options.old,
    new: options.new,
    ignore,
    ...(filter === undefined ? {} : { filter }),
    ...(environment === undefined ? {} : { environment }),
    ...(max === undefined ? {} : { max }),
    ...(apiPort === undefined ? {} : { apiPort }),
    ...(allowHost === undefined ? {} : { allowHost }),
    ...(secret === undefined ? {} : { secret }),
  }
}

function exitCodeOf({ state, differ, same }: Comparison): number {
  if (state !== 'done') return exitCodes.cannot
  if (differ > 0) return exitCodes.no
  return same > 0 ? exitCodes.done : exitCodes.cannot
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CannotDo(
      `--junit "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

/** The example of each cluster as a fixture, a test and both answers. Throws CannotDo. */
async function exportExamples(client: Client, folder: string, { clusters, new: url }: Comparison): Promise<void> {
  for (const [place, { parts, example }] of clusters.entries()) {
    const name = `difference-${place + 1}`
    const { files } = await client.testCase({ id: example.deliveryId, name, url })
    const answers = { name: `${name}.answers.json`, text: `${JSON.stringify({ parts, ...example }, null, 2)}\n` }
    try {
      mkdirSync(folder, { recursive: true })
      for (const file of [...files, answers]) writeFileSync(join(folder, file.name), file.text)
    } catch (error) {
      throw new CannotDo(
        `--export "${folder}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
  }
  if (clusters.length > 0) remark(`The examples are in ${folder}.`)
}
