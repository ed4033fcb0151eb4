import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import type { Attempt } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { forwardLine } from '../../output/listenLines.ts'
import { answerJson, answerLine } from '../../output/terminal.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'

export interface ReplayOptions extends JoinOptions {
  to: string
  allowHost?: string
  sign?: boolean
  toReceiver?: boolean
}

/** Sends a delivery again. Answers 0 where the app took it (2xx), 1 where it did not, and 3 where none answered. */
export async function replayCommand(named: string, options: ReplayOptions): Promise<number> {
  if (!/^https?:$/.test(URL.canParse(options.to) ? new URL(options.to).protocol : '')) {
    throw new UsageProblem(`--to is "${options.to}"; it takes a whole address that starts with http:// or https://.`)
  }
  return withApi(options, 'reading', async ({ client }) => {
    const id = await deliveryAt(client, named)
    const attempt = await client.deliveries.replay({
      id,
      url: options.to,
      signature: options.sign === true ? 'new' : 'received',
      toReceiver: options.toReceiver === true,
      allowHost: options.allowHost,
    })
    if (options.json === true) answerJson(attempt)
    else answerLine(forwardLine({ ...attempt, deliveryId: id }, new Date(), options, 'replayed'))
    return codeOf(attempt)
  })
}

function codeOf({ error, status }: Attempt): number {
  if (error !== null || status === null) return exitCodes.cannot
  return status >= 200 && status < 300 ? exitCodes.done : exitCodes.no
}
