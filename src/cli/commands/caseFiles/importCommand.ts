import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { CaseOpened } from '../../../shared/wireTypes.ts'
import { cutOffSentence, recheckedWords } from '../../../shared/words/caseFiles.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import { unreadableFile } from '../../basics/givenFile.ts'
import { interruptible } from '../../basics/interruptible.ts'
import { answerJson, remark } from '../../output/terminal.ts'
import { withApi } from '../../connect/withApi.ts'

/** Opens a file, separate from the folder's own data, and prints a summary: JSON on stdout, sentences on stderr. */
export async function importCommand(file: string, options: JoinOptions): Promise<void> {
  answerJson(await importFile(file, options))
}

/** Opens a file next to the user's own data; what was taken, and why pieces were not, goes to stderr. */
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
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw unreadableFile(file, Object.assign(new Error(), { code: 'EISDIR' }))
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  await once(source, 'open').catch((error: unknown) => {
    throw unreadableFile(file, error)
  })
  return source
}
