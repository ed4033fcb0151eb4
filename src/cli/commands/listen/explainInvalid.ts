import type { DeliverySummary } from '../../../shared/model.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { answerLine } from '../../output/terminal.ts'
import { readableFinding } from '../verify/readableSignature.ts'

/**
 * Makes a function that prints why the signature of a delivery is wrong, below its line. In a burst it explains the first:
 * `hookscope explain ID` explains the others.
 */
export function explainInvalid(client: Client): (delivery: DeliverySummary) => Promise<void> {
  let isBusy = false
  return async ({ id }) => {
    if (isBusy) return
    isBusy = true
    try {
      const { findings } = await client.deliveries.explain({ id, first: true })
      const lines = findings[0] === undefined ? ['  No cause found.'] : readableFinding(findings[0])
      for (const line of lines) answerLine([{ text: `#${id}`.padEnd(7) }, { text: line.trim(), colour: 'grey' }])
    } catch {
      // The delivery was deleted, or the command is ending.
    } finally {
      isBusy = false
    }
  }
}
