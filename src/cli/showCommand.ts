import type { JoinOptions } from './api.ts'
import { deliveryDetailLines } from './deliveryDetailLines.ts'
import { escapeHiddenLines } from '../shared/escapeHidden.ts'
import { answer, answerBytes, answerJson, answerLine } from './terminal.ts'
import { withApi } from './withApi.ts'

export interface ShowOptions extends JoinOptions {
  body?: boolean
}

/** Prints one delivery: all but its body, or its body alone. */
export async function showCommand(id: string, options: ShowOptions): Promise<void> {
  await withApi(options, 'reading', async ({ client }) => {
    if (options.body === true) return showBody(await client.deliveries.body({ id }))
    const delivery = await client.deliveries.get({ id, explain: 'true' })
    if (options.json === true) answerJson(delivery)
    else for (const line of deliveryDetailLines(delivery)) answerLine(line)
  })
}

/** To a program or a file the exact bytes; on a terminal as text that cannot steer it. */
async function showBody(body: Blob): Promise<void> {
  const bytes = Buffer.from(await body.arrayBuffer())
  if (process.stdout.isTTY) answer(escapeHiddenLines(bytes.toString('utf8')))
  else await answerBytes(bytes)
}
