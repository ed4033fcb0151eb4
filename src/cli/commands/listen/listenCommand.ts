import { ORPCError } from '@orpc/client'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import type { ShellOptions } from '../../../host/shells/shellOptions.ts'
import { openTunnel, readTunnelWords } from '../../../host/startup/tunnelAtStart.ts'
import type { Status } from '../../../shared/wireTypes.ts'
import type { Api } from '../../connect/api.ts'
import {
  type AssertionEnd,
  type AssertionOptions,
  type Assertions,
  readAssertions,
  watchAssertions,
} from './assertions.ts'
import { createDeliveryPrinter, type DeliveryPrinter } from './deliveryPrinter.ts'
import { CannotDo } from '../../basics/failures.ts'
import type { SecretOptions } from '../../basics/givenSecret.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { casesOf, type Outcome, writeListenReport } from './listenReport.ts'
import { prepareApp } from './prepareApp.ts'
import { refusalOf } from '../../basics/refusalOf.ts'
import { remark, answerLine } from '../../output/terminal.ts'
import { readyLine, tunnelAnnouncer } from './listenRemarks.ts'
import { untilSignal, untilOutputClosed } from '../../basics/untilSignal.ts'
import { catchUp, hasWordsOf, watchMatching } from '../../connect/watchMatching.ts'
import { limitWords } from '../../../shared/words/durations.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import { explanationLines, signatureSentence, readableFinding } from '../verify/readableSignature.ts'
import { withApi } from '../../connect/withApi.ts'

export interface ListenOptions extends ShellOptions, AssertionOptions, SecretOptions {
  to?: string
  /** Another name of `to`. */
  forwardTo?: string
  /** A host beyond this machine that may be forwarded to. */
  allowHost?: string
  /** Name or id of an environment. */
  environment?: string
  /** Id of a preset. */
  scheme?: string
  /** A file; not "--env-file", which Node takes for its own. */
  writeEnv?: string
  junit?: string
  json?: boolean
  utc?: boolean
}

/** The reason why it ends; `unread`: the reader of its output is gone. */
type End = 'signal' | AssertionEnd | 'time' | 'unread'

interface Listening {
  options: ListenOptions
  /** When the command began. */
  since: Date
  assertions: Assertions
  /** Signals, and the closed output. */
  ends: readonly Promise<End>[]
  /** The timeout; it starts when the command listens. */
  time: { start(): Promise<End> }
}

/** Prints a line per delivery, until a signal or until the assertions are decided. */
export async function listenCommand(given: ListenOptions): Promise<number> {
  const { to = given.forwardTo } = given
  const options = to === undefined ? given : { ...given, to }
  readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  const since = new Date()
  const assertions = withTimeoutInCi(readAssertions(options, to !== undefined))
  const time = timeUp(assertions.timeoutMs)
  const ends: Promise<End>[] = [untilSignal().then(() => 'signal'), untilOutputClosed().then(() => 'unread')]
  const own = { ...options, resumeTunnel: options.tunnel === undefined }
  try {
    const outcome = await withApi(own, 'receiving', async (api) =>
      listen(api, { options, since, assertions, ends, time }),
    )
    const code = report(casesOf(assertions, outcome), outcome.proof, options.junit)
    // After a signal only a match of --never is certain.
    const isOpen = outcome.end === 'signal' && outcome.found.never.every((id) => id === null)
    return code === exitCodes.no && isOpen ? exitCodes.interrupted : code
  } finally {
    time.cancel()
  }
}

/** Prints and matches new deliveries. A running instance keeps its receiver and its tunnel. */
async function listen(api: Api, { options, since, assertions, ends, time }: Listening): Promise<Outcome> {
  const { client, running, own } = api
  if (running !== null) refuseOwnOptions(options, await client.status())
  const after = await api.newest()
  await prepareApp(client, options)
  const watch = watchAssertions(assertions, hasWordsOf(client))
  const { json = false, utc = false } = options
  // With assertions, the report at the end has the proof.
  const isWatched = !json && assertions.until.length + assertions.never.length === 0
  const explain = explainInvalid(client)
  const onInvalid = isWatched ? (delivery: DeliverySummary) => void explain(delivery) : undefined
  const printer = createDeliveryPrinter(watch, { json, utc, after, onInvalid })
  const announcer = tunnelAnnouncer()
  const leaving = new AbortController()
  const { signal } = leaving
  const watches: Promise<unknown>[] = []
  try {
    if (options.to !== undefined)
      watches.push((await forward(api, options.to, { options, since, printer, signal })).ended)
    watches.push(print({ client, after, signal, printer, announcer }))
    // A watch that fails ends the command; a watch that ends with the command does not.
    const broken = Promise.all(watches).then(async () => new Promise<never>(() => undefined))
    const anyEnd = [...ends, watch.ended, broken]
    // A signal ends the command while the tunnel opens.
    const words = readTunnelWords(options.tunnelOption ?? [], options.tunnel)
    const opening = own === null ? undefined : openTunnel(own, options.tunnel, words, options.json === true)
    const tunnel = await Promise.race([opening, ...anyEnd])
    if (typeof tunnel !== 'string') {
      const status = await client.status()
      if (running !== null)
        remark(
          `Hookscope runs on this data folder already (process ${running.pid}), so this command listens through it.`,
        )
      remark(readyLine(status, tunnel, options.to))
      announcer.start(status.tunnel)
    }
    const end = await Promise.race([...anyEnd, time.start()])
    leaving.abort()
    await Promise.all(watches)
    // Deliveries that are stored by now count.
    if (end === 'time' || end === 'signal') await catchUp(client, printer.newest(), printer.onDelivery)
    const found = await watch.close()
    const outcome = { end, found, deliveries: printer.count() }
    const wrong = printer.newestInvalid()
    const fails = casesOf(assertions, outcome).some(({ problem }) => problem !== null)
    return { ...outcome, proof: fails && wrong !== null ? await proofOf(client, wrong) : [] }
  } finally {
    leaving.abort()
    await Promise.allSettled(watches)
    // The answer to a later call proves that the instance has removed the temporary rule.
    if (options.to !== undefined) await client.deliveries.list({ limit: 1 }).catch(() => undefined)
  }
}

/** A pipeline cannot press Ctrl+C. */
const ciTimeoutMs = 5 * 60_000

function withTimeoutInCi(assertions: Assertions): Assertions {
  const { until, never, timeoutMs } = assertions
  const isAsserted = until.length + never.length > 0
  if (!isAsserted || timeoutMs !== null || (process.env['CI'] ?? '') === '') return assertions
  remark(`CI is set and --timeout is not, so this ends after ${limitWords(ciTimeoutMs)}.`)
  return { ...assertions, timeoutMs: ciTimeoutMs }
}

/** Explains the wrong signature of a delivery, as lines. */
async function proofOf(client: Client, id: string): Promise<string[]> {
  const { signature } = await client.deliveries.get({ id, explain: 'false' })
  const explanation = await client.deliveries.explain({ id })
  return [
    `Delivery ${id} is ${signature.verdict}: ${signatureSentence(signature)}`,
    ...explanationLines(explanation, null).filter((line) => line !== ''),
  ]
}

/** Refuses options that need an instance of their own. Throws UsageProblem or CannotDo. */
function refuseOwnOptions({ receiverPort, tunnel }: ListenOptions, { receiver }: Status): void {
  const port = receiver.origin === null ? null : Number(new URL(receiver.origin).port)
  if (port === null)
    throw new CannotDo('The Hookscope that runs on this data folder has no receiver. Stop it and try again.')
  if (receiverPort !== undefined && receiverPort !== 0 && receiverPort !== port) {
    throw new CannotDo(
      `--receiver-port is ${receiverPort}, but the Hookscope that runs on this data folder receives at port ${port}. Leave the option out, or give another --data DIR.`,
    )
  }
  if (tunnel !== undefined && tunnel !== 'none') {
    throw new UsageProblem(
      `--tunnel is "${tunnel}", but the tunnel belongs to the Hookscope that runs on this data folder. Open it there, and leave the option out.`,
    )
  }
}

interface Forwarding {
  options: ListenOptions
  /** When the command began. */
  since: Date
  printer: DeliveryPrinter
  signal: AbortSignal
}

/** Adds a temporary forwarding rule; `ended` resolves with the signal. Throws UsageProblem for a refused target. */
async function forward(
  { client, own }: Api,
  target: string,
  { options, since, printer, signal }: Forwarding,
): Promise<{ ended: Promise<void> }> {
  const { environment } = await client.status()
  // Forward also deliveries that this instance received while it started.
  const from = own === null ? {} : { since: since.toISOString() }
  const rule = { id: environment.id, target, allowHost: options.allowHost, ...from }
  const outcomes = await client.forwarding.live(rule, { signal }).catch((error: unknown): never => {
    if (!(error instanceof ORPCError)) throw error
    const { code, sentence } = refusalOf(error)
    throw code === exitCodes.usage ? new UsageProblem(`--to: ${sentence}`) : new CannotDo(sentence)
  })
  const ended = untilAborted(signal, async () => {
    for await (const attempt of outcomes) printer.onAttempt(attempt)
  })
  return { ended }
}

interface Printing {
  client: Client
  after: string
  signal: AbortSignal
  printer: DeliveryPrinter
  announcer: ReturnType<typeof tunnelAnnouncer>
}

async function print({ client, after, signal, printer, announcer }: Printing): Promise<void> {
  return untilAborted(signal, async () => {
    const watched = watchMatching({ client, filter: '', after, signal, onEvent: announcer.onEvent })
    for await (const { event, delivery } of watched) {
      if (event === 'delivery') printer.onDelivery(delivery)
      else printer.onFollowUp(delivery)
    }
  })
}

async function untilAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function timeUp(ms: number | null): { start(): Promise<End>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const start = async () =>
    new Promise<End>((resolve) => {
      if (ms !== null) timer = setTimeout(() => resolve('time'), ms)
    })
  return { start, cancel: () => clearTimeout(timer) }
}

function report(cases: ReturnType<typeof casesOf>, proof: readonly string[], junit: string | undefined): number {
  if (junit !== undefined) writeListenReport(junit, cases, proof)
  const problems = cases.flatMap(({ problem }) => problem ?? [])
  for (const problem of [...problems, ...proof]) remark(problem)
  return problems.length === 0 ? exitCodes.done : exitCodes.no
}

/**
 * Returns a function that prints the cause of a wrong signature below its line. In a burst it explains the first;
 * `hookscope explain ID` explains the others.
 */
function explainInvalid(client: Client): (delivery: DeliverySummary) => Promise<void> {
  let isBusy = false
  return async ({ id }) => {
    if (isBusy) return
    isBusy = true
    try {
      const { findings } = await client.deliveries.explain({ id, first: true })
      const lines = findings[0] === undefined ? ['  No cause found.'] : readableFinding(findings[0])
      for (const line of lines) answerLine([{ text: `#${id}`.padEnd(7) }, { text: line.trim(), colour: 'grey' }])
    } catch {
      // The delivery was deleted, or the command is ending.
    } finally {
      isBusy = false
    }
  }
}
