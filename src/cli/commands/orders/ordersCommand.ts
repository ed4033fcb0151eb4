import { writeFileSync } from 'node:fs'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import type { OrderInput, OrderRun } from '../../../shared/wireTypes.ts'
import { orderRemarks, orderRunSentence, orderWarning } from '../../../shared/words/sending/orders.ts'
import { CannotDo } from '../../basics/failures.ts'
import { targetUrl } from '../../basics/optionValues.ts'
import { runCommandText } from '../../basics/runCommandText.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { withApi } from '../../connect/withApi.ts'
import { answerJson, answerLine, type Part, remark } from '../../output/terminal.ts'
import { variable } from '../verify/verifyInput.ts'

export interface OrdersOptions extends JoinOptions {
  to: string
  reset: string
  state?: string
  allowCommands?: boolean
  ignore?: string[]
  schedule?: string
  settle?: number
  maxRequests?: number
  maxTime?: number
  environment?: string
  secretEnv?: string
  apiPort?: number
  allowHost?: string
  scenario?: string
}

type Client = Api['client']

/**
 * Plays the deliveries of an object in other orders. Returns 0 if all end the same, 1 if one does not, 2 for wrong input, 3 if the result
 * is unknown.
 */
export async function ordersCommand(object: string, options: OrdersOptions): Promise<number> {
  const slash = object.indexOf('/')
  if (slash < 1 || slash === object.length - 1)
    throw new UsageProblem(`"${object}" names no object; it takes TYPE/ID, such as Payment/42.`)
  const sources = { reset: sourceOf('--reset', options.reset, options), state: stateOf(options) }
  const secret = options.secretEnv === undefined ? undefined : variable(options.secretEnv)
  return withApi(options, 'reading', async ({ client }) => {
    const environment =
      options.environment === undefined ? undefined : (await environmentNamed(client, options.environment)).id
    const { run } = await client.orders.start({
      ...inputOf(options),
      resourceType: object.slice(0, slash),
      resourceId: object.slice(slash + 1),
      reset: sources.reset.source,
      ...(sources.state === null ? {} : { state: sources.state.source }),
      commands: {
        ...(sources.reset.command === undefined ? {} : { reset: sources.reset.command }),
        ...(sources.state?.command === undefined ? {} : { state: sources.state.command }),
      },
      ...(environment === undefined ? {} : { environment }),
      ...(secret === undefined ? {} : { secret }),
    })
    const stop = new AbortController()
    void untilSignal().then(async () => {
      stop.abort()
      await client.orders.cancel({ run }).catch(() => undefined)
    })
    if (options.json !== true) remark(orderWarning)
    const view = await follow(client, run, options, stop.signal)
    if (options.json === true) answerJson(view)
    else for (const line of orderLines(view)) answerLine(line)
    if (options.scenario !== undefined) writeScenario(options.scenario, view)
    return stop.signal.aborted ? exitCodes.interrupted : exitCodeOf(view)
  })
}

/** Follows a run to its end, and runs the commands that it asks for. */
async function follow(client: Client, run: string, options: OrdersOptions, stop: AbortSignal): Promise<OrderRun> {
  let view = await client.orders.get({ run })
  let asked = ''
  while (view.state === 'running') {
    if (view.asks !== null && view.asks.id !== asked) {
      const { id, what } = view.asks
      asked = id
      const outcome = await runCommandText((what === 'reset' ? options.reset : options.state) ?? '', stop)
      await client.orders.answer({ run, id, ...outcome })
    }
    if (options.json !== true && process.stderr.isTTY) process.stderr.write(`\r\u001B[K${orderRunSentence(view)}`)
    view = await client.orders.get({ run, after: view.changes })
  }
  if (options.json !== true && process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  return view
}

interface Source {
  source: string
  /** Undefined for a URL. */
  command: string | undefined
}

/** A URL, a port with or without a path, or else a command, which has to be allowed. */
function sourceOf(option: string, text: string, { allowCommands }: OrdersOptions): Source {
  const url = targetUrl(text)
  if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) return { source: url, command: undefined }
  if (allowCommands !== true)
    throw new UsageProblem(`${option} "${text}" is a command, which is run only with --allow-commands.`)
  return { source: 'command', command: text }
}

function stateOf(options: OrdersOptions): Source | null {
  return options.state === undefined ? null : sourceOf('--state', options.state, options)
}

function inputOf({ to, allowHost, ignore = [], schedule, settle, maxRequests, maxTime, apiPort }: OrdersOptions) {
  return {
    to,
    ignore,
    ...(allowHost === undefined ? {} : { allowHost }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(settle === undefined ? {} : { settleMs: settle }),
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(maxTime === undefined ? {} : { maxMs: maxTime }),
    ...(apiPort === undefined ? {} : { apiPort }),
  } satisfies Partial<OrderInput>
}

function orderLines(view: OrderRun): Part[][] {
  return [
    ...view.deliveries.map(({ number, id, label }): Part[] => [
      { text: `#${number}  ${label}` },
      { text: `  delivery ${id}`, colour: 'grey' },
    ]),
    [],
    ...view.findings.flatMap(({ sentence, schedule, repeats }): Part[][] => [
      [{ text: sentence, colour: 'red' }],
      [{ text: `  --schedule "${schedule}", seen ${repeats} times`, colour: 'grey' }],
    ]),
    [{ text: orderRunSentence(view), colour: view.findings.length === 0 && view.state === 'done' ? 'green' : 'red' }],
    ...(view.problem === null ? [] : [[{ text: view.problem, colour: 'red' } as const]]),
    ...orderRemarks(view).map((text): Part[] => [{ text, colour: 'yellow' }]),
  ]
}

function exitCodeOf({ state, findings }: OrderRun): number {
  if (findings.length > 0) return exitCodes.no
  return state === 'done' ? exitCodes.done : exitCodes.cannot
}

/** The first finding that the format can play. Throws CannotDo. */
function writeScenario(file: string, { findings }: OrderRun): void {
  const scenario = findings.find((finding) => finding.scenario !== null)?.scenario ?? null
  if (scenario === null) {
    if (findings.length > 0)
      remark('No scenario was written: it has no step for a lost answer. --schedule plays it once more.')
    return
  }
  try {
    writeFileSync(file, scenario)
  } catch (error) {
    throw new CannotDo(
      `--scenario "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
