import { existsSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { lockFolder } from '../../../engine/store/folder/folderLock.ts'
import { listBackups } from '../../../engine/upkeep/backups.ts'
import { backupPath, isBackupName, stampOf } from '../../../engine/upkeep/folderNames.ts'
import { planReplacement, replaceDatabase } from '../../../engine/upkeep/replaceDatabase.ts'
import { runUpkeep } from '../../../engine/upkeep/upkeep.ts'
import { dataFolder } from '../../../host/files/dataFolder.ts'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { backupSentence } from '../../../shared/words/backups.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import { CannotDo } from '../../basics/failures.ts'
import { Interrupted, interruptible } from '../../basics/interruptible.ts'
import { answer, answerJson, remark } from '../../output/terminal.ts'
import { withApi } from '../../connect/withApi.ts'

export interface BackupOptions extends JoinOptions {
  list?: boolean
}

/** Prints the backups of the data folder, newest first. It needs no instance: a backup is a folder. */
function printBackups(options: BackupOptions): void {
  const folder = dataFolder(options.data, process.env)
  const backups = listBackups(folder)
  if (options.json === true) return answerJson({ backups })
  for (const { name, deliveries, bytes } of backups)
    answer(`${name}  ${deliveryCount(deliveries)}, ${formatBytes(bytes)}`)
  if (backups.length === 0) remark(`There are no backups in ${folder}.`)
}

/** Makes a backup, also while deliveries arrive. Cancelled with a signal. */
export async function backupCommand(options: BackupOptions): Promise<void> {
  if (options.list === true) return printBackups(options)
  await withApi(options, 'reading', async ({ client, dataFolder: folder }) => {
    const { or } = interruptible('The backup was stopped before its end. Nothing of it is left.')
    const making = client.storage.backUp()
    const made = await or(making).catch(async (error: unknown) => {
      if (!(error instanceof Interrupted)) throw error
      // Ends the backup also where another process makes it; it may have been ready just before.
      await client.storage.cancel().catch(() => undefined)
      const ready = await making.catch(() => null)
      if (ready === null) throw error
      return ready
    })
    if (options.json === true) answerJson({ ...made, folder: backupPath(folder, made.name) })
    else {
      answer(
        `${backupPath(folder, made.name)}\n${deliveryCount(made.deliveries)}. Secrets stay sealed: to restore on another machine, keep the key of the secrets too.`,
      )
    }
  })
}

/** Puts a backup in place of the data, checked; what is there is kept aside. A running instance has to be stopped first. */
export async function restoreCommand(backup: string, options: JoinOptions): Promise<void> {
  const folder = dataFolder(options.data, process.env)
  const source = isBackupName(backup)
    ? backupPath(folder, backup)
    : isAbsolute(backup)
      ? backup
      : join(process.cwd(), backup)
  if (!existsSync(source)) throw new UsageProblem(backupSentence('not-there', source))
  const release = lockFolder(folder, Date.now())
  try {
    const found = await runUpkeep('check', source)
    if (!found.ok) throw new CannotDo(`${backupSentence(found.problem, found.detail)} Nothing was changed.`)
    const { sha256, createdAt, counts } = found.manifest
    const aside = `replaced-${stampOf(Date.now())}`
    await planReplacement(folder, { folder: source, sha256 }, { from: basename(source), aside, createdAt })
    replaceDatabase(folder)
    const deliveries = counts['deliveries'] ?? 0
    if (options.json === true) answerJson({ restored: basename(source), deliveries, aside: join(folder, aside) })
    else
      answer(
        `Restored the backup of ${createdAt}: ${deliveryCount(deliveries)}. What was there before is in ${join(folder, aside)}.`,
      )
  } finally {
    release()
  }
}
