import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { personalDetectors } from '../../../shared/codes/redactions.ts'
import { unexplainedSentence } from '../../../shared/words/caseFiles.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import type { ExportInput } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import { CannotDo } from '../../basics/failures.ts'
import { interruptible } from '../../basics/interruptible.ts'
import { answerBytes, answerJson, remark } from '../../output/terminal.ts'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { withApi } from '../../connect/withApi.ts'

export interface ExportCommandOptions extends JoinOptions {
  filter: string
  case?: string
  as: NonNullable<ExportInput['as']>
  redact?: string[]
  exactBodies?: boolean
  out?: string
}

/** Writes deliveries to a file or to stdout, as fast as that takes them. A file that ends early is removed. */
export async function exportCommand(options: ExportCommandOptions): Promise<void> {
  const redaction = { ...readRedactions(options.redact ?? []), exactBodies: options.exactBodies === true }
  const selection = { filter: options.filter, ...(options.case === undefined ? {} : { case: options.case }) }
  const { out } = options
  const { or } = interruptible(
    `The export was stopped before its end.${out === undefined ? '' : ` ${out} was not written.`}`,
  )
  await withApi(options, 'reading', async ({ client }) => {
    const { run, total } = await or(client.caseFiles.startExport({ selection, as: options.as, redaction }))
    const file = out === undefined ? null : createWriteStream(out, { flags: 'wx', mode: 0o600 })
    let size = 0
    let unexplained = 0
    try {
      if (file !== null) await once(file, 'open')
      for (;;) {
        const { piece, ...soFar } = await or(client.caseFiles.exportPiece({ run }))
        ;({ unexplained } = soFar)
        if (piece.size === 0) break
        size += piece.size
        const bytes = new Uint8Array(await piece.arrayBuffer())
        if (file === null) await or(answerBytes(bytes))
        else if (!file.write(bytes)) await or(once(file, 'drain'))
      }
      if (file !== null) await finished(file.end())
    } catch (error) {
      await client.caseFiles.cancel({ run }).catch(() => undefined)
      throw await asProblem(error, out)
    }
    if (unexplained > 0) remark(unexplainedSentence(unexplained))
    if (out === undefined) return
    if (options.json === true) answerJson({ file: out, deliveries: total, size, unexplained })
    else remark(`Wrote ${deliveryCount(total)} to ${out}, ${formatBytes(size)}.`)
  })
}

/** A file that was there before stays as it is; one that was begun goes. */
async function asProblem(error: unknown, out: string | undefined): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (out === undefined) return error
  if (code === 'EEXIST') return new UsageProblem(`--out ${out} is there already. Name another file, or remove it.`)
  await rm(out, { force: true })
  return /^E[A-Z]+$/.test(code) ? new CannotDo(`${out} cannot be written: ${(error as Error).message}.`) : error
}

function readRedactions(wanted: readonly string[]): NonNullable<ExportInput['redaction']> {
  const personal = new Set<(typeof personalDetectors)[number]>()
  const pointers: string[] = []
  let fingerprints: 'kept' | 'left-out' = 'kept'
  for (const what of wanted) {
    const detector = personalDetectors.find((one) => one === what)
    if (detector !== undefined) personal.add(detector)
    else if (what === 'personal') for (const one of personalDetectors) personal.add(one)
    else if (what === 'fingerprints') fingerprints = 'left-out'
    else if (what.startsWith('/')) pointers.push(what)
    else if (what !== 'credentials') {
      throw new UsageProblem(
        `--redact takes credentials, personal, ${personalDetectors.join(', ')}, fingerprints or a JSON pointer such as /user/iban, not ${what}.`,
      )
    }
  }
  return { personal: [...personal], pointers, fingerprints }
}
