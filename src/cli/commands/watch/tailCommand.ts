import { hasEnded } from '../../../shared/filter/deliveryFilter.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { readExpression } from '../../basics/readExpression.ts'
import { deliveryLine, followUpLine } from '../../output/listenLines.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'
import { untilSignal, untilOutputClosed } from '../../basics/untilSignal.ts'
import { type DeliveryUpdate, watchMatching } from '../../connect/watchMatching.ts'
import { withApi } from '../../connect/withApi.ts'

export interface TailOptions extends JoinOptions {
  lines: number
}

/** Prints deliveries as they come, until a signal. */
export async function tailCommand(expression: string | undefined, options: TailOptions): Promise<void> {
  const filter = readExpression('EXPR', expression ?? '')
  // A signal ends it cleanly from here on, also before it has printed what was there.
  const stopped = untilSignal()
  await withApi(options, 'receiving', async (api) => {
    await announceReceiver(api)
    const { client } = api
    const { items } =
      options.lines === 0 ? { items: [] } : await client.deliveries.list({ filter, limit: options.lines })
    const print = ({ event, delivery }: DeliveryUpdate) => {
      if (event === 'follow-up' && !hasEnded(delivery)) return
      if (options.json === true) answerJson({ event, ...delivery })
      else
        answerLine(event === 'delivery' ? deliveryLine(delivery, options) : followUpLine(delivery, new Date(), options))
    }
    for (const delivery of items.toReversed()) print({ event: 'delivery', delivery })
    await untilStopped(stopped, async (signal) => {
      for await (const update of watchMatching({ client, filter, after: items[0]?.id ?? null, signal })) print(update)
    })
  })
}

/** A command that receives prints its address; no other command does. */
export async function announceReceiver({ client, running, dataFolder }: Api): Promise<void> {
  if (running !== null) return
  const { receiver } = await client.status()
  remark(`No Hookscope runs on ${dataFolder}, so this command receives at ${receiver.url ?? receiver.origin ?? ''}.`)
}

/**
 * Runs `watch` until it ends, a signal stops it, or its output is closed. Answers whether it ended without either.
 */
export async function untilStopped(
  stopped: Promise<unknown>,
  watch: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const ending = new AbortController()
  const watched = watch(ending.signal).then(
    () => true,
    (error: unknown) => {
      if (ending.signal.aborted) return false
      throw error
    },
  )
  try {
    return await Promise.race([watched, stopped.then(() => false), untilOutputClosed().then(() => false)])
  } finally {
    ending.abort()
    await watched.catch(() => undefined)
  }
}
