import { CannotDo } from './failures.ts'
import type { Api, JoinOptions } from './api.ts'
import { readExpression } from './readExpression.ts'
import { deliveryLine, followUpLine } from './listenLines.ts'
import { answerJson, answerLine, remark } from './terminal.ts'
import { untilSignal, untilUnread } from './untilSignal.ts'
import { type DeliveryNews, watchMatching } from './watchMatching.ts'
import { withApi } from './withApi.ts'

export interface TailOptions extends JoinOptions {
  lines: number
}

/** Prints deliveries as they come, until a signal. */
export async function tailCommand(expression: string | undefined, options: TailOptions): Promise<void> {
  const filter = readExpression('EXPR', expression ?? '')
  // A signal ends it cleanly from here on, also before it has printed what was there.
  const stopped = untilSignal()
  await withApi(options, 'receiving', async (api) => {
    await sayWhoReceives(api)
    const { client } = api
    const { items } =
      options.lines === 0 ? { items: [] } : await client.deliveries.list({ filter, limit: options.lines })
    const print = ({ event, delivery }: DeliveryNews) => {
      if (options.json === true) answerJson({ event, ...delivery })
      else answerLine(event === 'delivery' ? deliveryLine(delivery) : followUpLine(delivery, new Date()))
    }
    for (const delivery of items.toReversed()) print({ event: 'delivery', delivery })
    await untilStopped(api, stopped, async (signal) => {
      for await (const news of watchMatching({ client, filter, after: items[0]?.id ?? null, signal })) print(news)
    })
  })
}

/** A command that receives says where, because nobody else does. */
export async function sayWhoReceives({ client, running, dataFolder }: Api): Promise<void> {
  if (running !== null) return
  const { receiver } = await client.status()
  remark(`No Hookscope runs on ${dataFolder}, so this command receives at ${receiver.url ?? receiver.origin ?? ''}.`)
}

/**
 * Runs `watch` until it ends, or it is stopped by a signal, or nobody reads the output. Answers whether it ended without either.
 * Rejects with CannotDo when the running instance goes away.
 */
export async function untilStopped(
  api: Api,
  stopped: Promise<unknown>,
  watch: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const ending = new AbortController()
  const gone = api.lost.then((): never => {
    throw new CannotDo(`Hookscope on ${api.dataFolder} was stopped.`)
  })
  const watched = watch(ending.signal).then(
    () => true,
    (error: unknown) => {
      if (ending.signal.aborted) return false
      throw error
    },
  )
  try {
    return await Promise.race([watched, gone, stopped.then(() => false), untilUnread().then(() => false)])
  } finally {
    ending.abort()
    await watched.catch(() => undefined)
    gone.catch(() => undefined)
  }
}
