import { exitCodes } from '../../../host/shells/exitCodes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { deliveryLine } from '../../output/listenLines.ts'
import { readExpression } from '../../basics/readExpression.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'

export interface SearchOptions extends JoinOptions {
  limit: number
  before?: string
  environment?: string
}

/** Prints stored deliveries that match, newest first. Answers 1 when there is none. */
export async function searchCommand(expression: string, options: SearchOptions): Promise<number> {
  const filter = readExpression('EXPR', expression)
  return withApi(options, 'reading', async ({ client }) => {
    const { environment: wanted, limit } = options
    const before = options.before === undefined ? undefined : await deliveryAt(client, options.before)
    const environment = wanted === undefined ? undefined : (await environmentNamed(client, wanted)).id
    // A page of the API can be short, or empty, and yet not the last.
    let page = await client.deliveries.list({ filter, limit, before, environment })
    const { items, remarks = [] } = page
    for (const { message } of remarks) remark(message)
    while (page.next !== null && items.length < limit) {
      page = await client.deliveries.list({ filter, limit: limit - items.length, before: page.next, environment })
      items.push(...page.items)
    }
    if (options.json === true) answerJson({ items, next: page.next })
    else for (const delivery of items) answerLine(deliveryLine(delivery, options))
    if (items.length === 0 && options.json !== true) remark(`Nothing matches ${JSON.stringify(expression)}.`)
    if (page.next !== null) remark(`There may be more: add --before ${page.next}.`)
    return items.length === 0 ? exitCodes.no : exitCodes.done
  })
}
