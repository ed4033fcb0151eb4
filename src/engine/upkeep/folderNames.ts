import { join } from 'node:path'
import { truthFile } from '../store/schema/truthSchema.ts'

/** The folder of a data folder's backups. Calls name backups only; no path of a caller is ever used. */
export const backupsFolder = 'backups'
/** A deliveries.db that replaces the one in use at the next start, and the note about it. */
export const replacementFile = `${truthFile}.replacement`
export const replacementNote = 'replacement.json'

/** A backup's name as this app gives it: nothing in it can lead out of the folder. */
const backupName = /^hookscope-\d{8}-\d{6}(?:-\d{1,3})?$/

export function isBackupName(name: string): boolean {
  return backupName.test(name)
}

/** The folder of a backup. */
export function backupPath(dataFolder: string, name: string): string {
  if (!isBackupName(name)) throw new Error(`${name} is no name of a backup.`)
  return join(dataFolder, backupsFolder, name)
}

/** "20261123-021455": a moment in UTC as a part of a file name. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
}
