import { writeFileSync } from 'node:fs'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import { CannotDo } from '../../basics/failures.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { withApi } from '../../connect/withApi.ts'
import { answer, answerJson, remark } from '../../output/terminal.ts'

export interface RecordCommandOptions extends JoinOptions {
  filter: string
  environment?: string
  case?: string
  fast?: boolean
  out?: string
}

/** Writes deliveries as a scenario to a new file or to stdout, and what it leaves out to stderr. */
export async function recordCommand(options: RecordCommandOptions): Promise<void> {
  const { filter, environment: wanted, case: caseId, fast = false, out } = options
  await withApi(options, 'reading', async ({ client }) => {
    const environment = wanted === undefined ? undefined : (await environmentNamed(client, wanted)).id
    const selection = { filter, ...(environment === undefined ? {} : { environment }) }
    const { text, ...facts } = await client.scenarios.record({
      selection: caseId === undefined ? selection : { filter, case: caseId },
      fast,
    })
    if (out !== undefined) writeNew(out, text)
    if (options.json === true) return answerJson(out === undefined ? { ...facts, text } : { ...facts, file: out })
    if (out === undefined) answer(text.trimEnd())
    for (const { deliveryId, message } of facts.notes)
      remark(deliveryId === null ? message : `Delivery ${deliveryId}: ${message}`)
    if (out !== undefined) remark(`Wrote ${deliveryCount(facts.deliveries)} of ${facts.environment.name} to ${out}.`)
  })
}

/** A file that was there before stays as it is. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST') throw new UsageProblem(`--out ${file} is there already. Name another file, or remove it.`)
    throw new CannotDo(`${file} cannot be written: ${(error as Error).message}.`)
  }
}
