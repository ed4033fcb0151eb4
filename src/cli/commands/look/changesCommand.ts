import { exitCodes } from '../../../host/shells/exitCodes.ts'
import type { ShapeChange } from '../../../shared/wireTypes.ts'
import { driftPendingSentence } from '../../../shared/words/changes.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { withApi } from '../../connect/withApi.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'

export interface ChangesOptions extends JoinOptions {
  /** Numbers of changes, or all of the environment. */
  accept?: 'all' | number[]
  all?: boolean
  environment?: string
}

/** Prints how the shapes of deliveries changed, or accepts changes. Answers 1 when there is none. */
export async function changesCommand(options: ChangesOptions): Promise<number> {
  return withApi(options, 'reading', async ({ client }) => {
    const { environment: wanted, accept, all } = options
    const environment = wanted === undefined ? undefined : (await environmentNamed(client, wanted)).id
    if (accept !== undefined) {
      const { accepted } = await client.shapes.accept({ environment, changes: accept })
      if (options.json === true) answerJson({ accepted })
      else if (accepted > 0) remark(`Accepted ${accepted === 1 ? '1 change' : `${accepted} changes`}.`)
      else remark('No such change waits to be accepted. hookscope changes lists them.')
      return accepted === 0 ? exitCodes.no : exitCodes.done
    }
    const found = await client.shapes.changes({ environment, all: all === true ? 'true' : 'false' })
    if (options.json === true) answerJson(found)
    else for (const change of found.changes) printChange(change)
    if (found.pending > 0) remark(driftPendingSentence(found.pending))
    else if (found.changes.length === 0 && options.json !== true) remark('No change waits to be accepted.')
    return found.changes.length === 0 ? exitCodes.no : exitCodes.done
  })
}

function printChange(change: ShapeChange): void {
  const { number, source, type, sentence, before, now, deliveries, firstAt, deliveryId, acceptedAt } = change
  answerLine([
    { text: `${String(number).padStart(4)}  ` },
    { text: `${type}${source === 'object' ? ' (object)' : ''}`.padEnd(32), colour: 'grey' },
    { text: ` ${sentence}` },
  ])
  const examples = [...(before === '' ? [] : [`before: ${before}`]), ...(now === '' ? [] : [`now: ${now}`])]
  const since = `${deliveryCount(deliveries)} since ${firstAt}`
  const state = acceptedAt === null ? `first: delivery ${deliveryId ?? ''}` : `accepted ${acceptedAt}`
  answerLine([{ text: `      ${[...examples, since, state].join(' · ')}`, colour: 'grey' }])
}
