import type { JoinOptions } from '../../connect/api.ts'
import { escapeHiddenLines, escapeHidden } from '../../../shared/escapeHidden.ts'
import { answer, answerBytes, answerJson, answerLine, type Part } from '../../output/terminal.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { deliveryLine, type Times, timeText } from '../../output/listenLines.ts'
import { explanationLines } from '../verify/readableSignature.ts'

export interface ShowOptions extends JoinOptions {
  body?: boolean
}

/** Prints one delivery: all but its body, or its body alone. */
export async function showCommand(named: string, options: ShowOptions): Promise<void> {
  await withApi(options, 'reading', async ({ client }) => {
    const id = await deliveryAt(client, named)
    if (options.body === true) return showBody(await client.deliveries.body({ id }))
    const delivery = await client.deliveries.get({ id, explain: 'true' })
    if (options.json === true) answerJson(delivery)
    else for (const line of deliveryDetailLines(delivery, options)) answerLine(line)
  })
}

/** To a program or a file the exact bytes; on a terminal as text that cannot steer it. */
async function showBody(body: Blob): Promise<void> {
  const bytes = Buffer.from(await body.arrayBuffer())
  if (process.stdout.isTTY) answer(escapeHiddenLines(bytes.toString('utf8')))
  else await answerBytes(bytes)
}

/** A delivery as readable text: what it is, what its signature says, its headers and what was sent because of it. Pure. */
export function deliveryDetailLines(delivery: Delivery, times: Times): Part[][] {
  const { signature, headers, attempts } = delivery
  return [
    [{ text: `Delivery ${delivery.id}` }],
    deliveryLine(delivery, times),
    [],
    [{ text: `${delivery.method} ${delivery.target} HTTP/${delivery.httpVersion}` }],
    ...headers.map(([name, value]): Part[] => [{ text: `${name}: `, colour: 'grey' }, { text: escapeHidden(value) }]),
    [],
    [{ text: `${delivery.size} bytes, SHA-256 ${delivery.sha256}` }],
    ...explanationLines(signature.explanation, null).map((text): Part[] => [{ text }]),
    ...attempts.map(({ startedAt, kind, method, url, error, status }): Part[] => [
      {
        text: `${timeText(new Date(startedAt), times, new Date())}  ${kind}  ${method} ${url}  ${error?.message ?? String(status ?? '')}`,
      },
    ]),
  ]
}
