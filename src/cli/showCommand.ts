import type { JoinOptions } from './api.ts'
import { deliveryDetailLines } from './deliveryDetailLines.ts'
import { answerJson, answerLine } from './terminal.ts'
import { withApi } from './withApi.ts'

/** Prints one delivery: all but its body. */
export async function showCommand(id: string, options: JoinOptions): Promise<void> {
  await withApi(options, 'at-rest', async ({ client }) => {
    const delivery = await client.deliveries.get({ id, explain: 'true' })
    if (options.json === true) answerJson(delivery)
    else for (const line of deliveryDetailLines(delivery)) answerLine(line)
  })
}
