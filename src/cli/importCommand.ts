import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { UsageProblem } from '../host/usageProblem.ts'
import type { CaseOpened } from '../shared/wireTypes.ts'
import { cutOffSentence, recheckedWords } from '../shared/words/caseFiles.ts'
import type { JoinOptions } from './api.ts'
import { deliveryCount } from '../shared/words/counts.ts'
import { interruptible } from './interruptible.ts'
import { answerJson, remark } from './terminal.ts'
import { withApi } from './withApi.ts'

/** Opens a file beside one's own data, and prints what was taken as one line of JSON; for a person it goes to stderr. */
export async function importCommand(file: string, options: JoinOptions): Promise<void> {
  answerJson(await importFile(file, options))
}

/** Opens a file beside one's own data; what was taken, and why pieces were not, goes to stderr. */
export async function importFile(file: string, options: JoinOptions): Promise<CaseOpened> {
  const source = file === '-' ? process.stdin : await openFile(file)
  const { or } = interruptible('The import was stopped before its end, and nothing was taken.')
  return withApi(options, 'at-rest', async ({ client }) => {
    const { run } = await or(client.caseFiles.startOpen({ name: file === '-' ? 'stdin' : basename(file) }))
    const handOver = async () => {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        await client.caseFiles.openPiece({ run, base64: chunk.toString('base64') })
      }
      return client.caseFiles.finishOpen({ run })
    }
    try {
      const opened = await or(handOver())
      sayOutcome(file === '-' ? 'stdin' : file, opened)
      return opened
    } catch (error) {
      await client.caseFiles.cancel({ run }).catch(() => undefined)
      throw error
    }
  })
}

function sayOutcome(name: string, { deliveries, rechecked, refused, refusedCount, cutOff }: CaseOpened): void {
  for (const { line, sentence } of refused) remark(`Not taken, line ${line}: ${sentence}`)
  if (refusedCount > refused.length) remark(`Not taken, ${refusedCount - refused.length} more.`)
  if (cutOff) remark(cutOffSentence)
  remark(
    `Opened ${deliveryCount(deliveries)} of ${name}, under Case files. Checked again: ${recheckedWords(rechecked)}.`,
  )
}

async function openFile(file: string) {
  if ((await stat(file).catch(() => null))?.isDirectory() === true) {
    throw new UsageProblem('FILE is a folder. Name the file itself.')
  }
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  await once(source, 'open').catch((error: unknown) => {
    throw new UsageProblem(`FILE cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  })
  return source
}
