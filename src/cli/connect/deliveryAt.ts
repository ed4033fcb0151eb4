import { UsageProblem } from '../../host/shells/exitCodes.ts'
import { deliveryCount } from '../../shared/words/counts.ts'
import type { Client } from './joinInstance.ts'

const pageSize = 100
const maxPosition = 10_000

/**
 * The id that an argument names: `last` and `@1` are the newest delivery, `@2` the one before it; other texts are ids. Throws
 * UsageProblem where there are fewer deliveries.
 */
export async function deliveryAt(client: Client, text: string): Promise<string> {
  const position = text === 'last' ? 1 : /^@\d{1,5}$/.test(text) ? Number(text.slice(1)) : null
  if (position === null) return text
  if (position < 1 || position > maxPosition)
    throw new UsageProblem(`"${text}" is no position; it takes @1 (the newest) to @${maxPosition}.`)
  let before: string | undefined
  for (let left = position, found = 0; ;) {
    const page = await client.deliveries.list({ limit: Math.min(left, pageSize), before })
    const { length } = page.items
    if (length >= left) return page.items[left - 1]?.id ?? text
    left -= length
    found += length
    if (page.next === null) throw new UsageProblem(`No delivery ${text}, because there are ${deliveryCount(found)}.`)
    before = page.next
  }
}
