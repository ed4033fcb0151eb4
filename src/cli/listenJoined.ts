import { exitCodes } from '../host/exitCodes.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import type { Status } from '../shared/wireTypes.ts'
import type { DeliveryPrinter } from './deliveryPrinter.ts'
import { CannotDo } from './failures.ts'
import type { Client, RunningInstance } from './joinInstance.ts'
import type { Outcome } from './listenReport.ts'
import { type Listening, observe, readyLine } from './listening.ts'
import { prepareApp } from './prepareApp.ts'
import { refusalOf } from './refusalOf.ts'
import { remark } from './terminal.ts'
import { watchMatching } from './watchMatching.ts'
import { ORPCError } from '@orpc/client'

/**
 * Listens through the instance that runs on the data folder: what it receives from now on is printed and asserted, and it
 * forwards for as long as this command runs. Its receiver and its tunnel stay as they are.
 */
export async function listenJoined(listening: Listening, { facts, connect }: RunningInstance): Promise<Outcome> {
  const { options, folder, ends, time } = listening
  const { client, lost, close } = await connect()
  const leaving = new AbortController()
  const gone = lost.then((): never => {
    throw new CannotDo(`Hookscope on ${folder} was stopped.`)
  })
  const watches: Promise<unknown>[] = []
  try {
    const status = await client.status()
    refuseOwnWishes(options, status)
    await prepareApp(client, options)
    const { signal } = leaving
    // Before anything is forwarded: each delivery that is forwarded is printed, too.
    const { printer, ended, outcome } = await observe(listening, client)
    const from = printer.newest()
    if (options.forwardTo !== undefined)
      watches.push(
        (await forward(client, { url: options.forwardTo, allowHost: options.allowHost }, printer, signal)).ended,
      )
    watches.push(print(client, from, printer, signal))
    remark(`Hookscope runs on this data folder already (process ${facts.pid}), so this command listens through it.`)
    remark(readyLine(await client.status(), undefined, options.forwardTo))
    // A watch that fails ends the command; a watch that ends with the command does not.
    const broken = Promise.all(watches).then(async () => new Promise<never>(() => undefined))
    const end = await Promise.race([...ends, ended, time.start(), broken, gone])
    leaving.abort()
    await Promise.all(watches)
    return await outcome(end)
  } finally {
    leaving.abort()
    gone.catch(() => undefined)
    await Promise.allSettled(watches)
    if (options.forwardTo !== undefined) await hasTaken(client, lost)
    close()
  }
}

/**
 * Until the instance has answered what it was asked after this command stopped forwarding, so that nothing is forwarded once
 * the command has ended; not for long where it hangs.
 */
async function hasTaken(client: Client, lost: Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(mostWaitMs)
  const answer = client.deliveries.list({ limit: 1 }, { signal }).catch(() => undefined)
  await Promise.race([answer, lost])
}

const mostWaitMs = 1000

/** Refuses options that need an instance of their own. Throws UsageProblem or CannotDo. */
function refuseOwnWishes({ receiverPort, tunnel }: Listening['options'], { receiver }: Status): void {
  const port = receiver.origin === null ? null : Number(new URL(receiver.origin).port)
  if (port === null)
    throw new CannotDo('The Hookscope that runs on this data folder receives nothing. Stop it, and try again.')
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

/** Resolves once it forwards, with what ends with the signal. Throws UsageProblem where nothing can be forwarded there. */
async function forward(
  client: Client,
  target: { url: string; allowHost?: string | undefined },
  printer: DeliveryPrinter,
  signal: AbortSignal,
): Promise<{ ended: Promise<void> }> {
  const outcomes = await client.forwarding.live(target, { signal }).catch((error: unknown): never => {
    if (!(error instanceof ORPCError)) throw error
    const { code, sentence } = refusalOf(error)
    throw code === exitCodes.usage ? new UsageProblem(`--forward-to: ${sentence}`) : new CannotDo(sentence)
  })
  const ended = untilAborted(signal, async () => {
    for await (const attempt of outcomes) printer.onAttempt(attempt)
  })
  return { ended }
}

async function print(client: Client, after: string, printer: DeliveryPrinter, signal: AbortSignal): Promise<void> {
  return untilAborted(signal, async () => {
    for await (const { event, delivery } of watchMatching({ client, filter: '', after, signal })) {
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
