import { exitCodes } from '../../../host/shells/exitCodes.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import { limitWords } from '../../../shared/words/durations.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { deliveryLine } from '../../output/listenLines.ts'
import { readExpression } from '../../basics/readExpression.ts'
import { announceReceiver, untilStopped } from './tailCommand.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import { watchMatching } from '../../connect/watchMatching.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'

export interface WaitOptions extends JoinOptions {
  /** ms */
  timeout: number
  after?: string
}

/** Waits for a delivery that matches, and prints it. Answers 1 when none came in time, and 130 when it was stopped before. */
export async function waitCommand(expression: string, options: WaitOptions): Promise<number> {
  const filter = readExpression('EXPR', expression)
  const stopped = untilSignal()
  return withApi(options, 'receiving', async (api) => {
    await announceReceiver(api)
    let found: DeliverySummary | null = null
    let isOver = false
    await untilStopped(stopped, async (signal) => {
      const within = AbortSignal.any([signal, AbortSignal.timeout(options.timeout)])
      try {
        const after = options.after === undefined ? null : await deliveryAt(api.client, options.after)
        for await (const { delivery } of watchMatching({
          client: api.client,
          filter,
          after,
          signal: within,
        })) {
          found = delivery
          return
        }
      } catch (error) {
        if (!within.aborted) throw error
      }
      isOver = !signal.aborted
    })
    return report(found, expression, isOver, options)
  })
}

function report(
  found: DeliverySummary | null,
  expression: string,
  isOver: boolean,
  { json, timeout, utc }: WaitOptions,
): number {
  if (found === null) {
    const when = isOver ? `within ${limitWords(timeout)}` : 'before it was stopped'
    remark(`Nothing matched ${JSON.stringify(expression)} ${when}.`)
    return isOver ? exitCodes.no : exitCodes.interrupted
  }
  if (json === true) answerJson(found)
  else answerLine(deliveryLine(found, { utc }))
  return exitCodes.done
}
