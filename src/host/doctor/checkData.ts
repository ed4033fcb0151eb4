import { existsSync, lstatSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { traceOfDeliveries } from '../../engine/store/schema/emptiedDatabase.ts'
import { makeFolderProblem } from '../../engine/store/folder/makeFolders.ts'
import { ForeignSchema, refuseForeignSchema } from '../../engine/store/schema/schemaVersion.ts'
import { notAFolder, unsafeReason } from '../../engine/store/folder/safeFolder.ts'
import { truthFile, truthVersion } from '../../engine/store/schema/truthSchema.ts'
import { plannedReplacement } from '../../engine/upkeep/replaceDatabase.ts'
import { runUpkeep } from '../../engine/upkeep/upkeep.ts'
import type { DoctorOptions, Found } from './found.ts'

/** Minimum of free space before the doctor warns, bytes. */
const advisable = 500_000_000

/** The folder, its disk and its database. */
export async function checkData({ folder, running }: DoctorOptions): Promise<Found[]> {
  const obstacle = notAFolder(folder)
  if (obstacle !== null) return [['data-folder', 'fail', { code: 'folder-unsafe', fields: { detail: obstacle } }]]
  if (!existsSync(folder)) {
    const detail = makeFolderProblem(folder)
    return [
      detail === null
        ? ['data-folder', 'ok', { code: 'folder-absent', fields: { folder } }]
        : ['data-folder', 'fail', { code: 'folder-unmakeable', fields: { folder, detail } }],
      ['database', 'skipped', { code: 'database-absent', fields: {} }],
    ]
  }
  const planned = plannedReplacement(folder)
  return [
    folderFound(folder),
    await spaceFound(folder),
    ...(await databaseFound(folder)),
    ...(planned === null
      ? []
      : [['database', 'warn', { code: 'restore-planned', fields: { from: planned.from } }] satisfies Found]),
    runningFound(folder, running),
  ]
}

function folderFound(folder: string): Found {
  const detail = unsafeReason(folder)
  if (detail !== null) return ['data-folder', 'fail', { code: 'folder-unsafe', fields: { detail } }]
  const mode = (statSync(folder).mode & 0o777).toString(8)
  const isOpen = process.platform !== 'win32' && (Number.parseInt(mode, 8) & 0o044) !== 0
  return isOpen
    ? ['data-folder', 'warn', { code: 'folder-readable', fields: { folder, mode } }]
    : ['data-folder', 'ok', { code: 'folder-sound', fields: { folder, mode } }]
}

async function spaceFound(folder: string): Promise<Found> {
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    return free < advisable
      ? ['space', 'warn', { code: 'space-low', fields: { free, needed: advisable } }]
      : ['space', 'ok', { code: 'space-enough', fields: { free } }]
  } catch {
    return ['space', 'skipped', { code: 'space-unknown', fields: {} }]
  }
}

/** Every page is read; a running instance continues. */
async function databaseFound(folder: string): Promise<Found[]> {
  const file = join(folder, truthFile)
  if (traceOfDeliveries(folder) !== null) return [['database', 'fail', { code: 'database-emptied', fields: {} }]]
  if (!existsSync(file) || lstatSync(file).size === 0)
    return [['database', 'ok', { code: 'database-absent', fields: {} }]]
  try {
    refuseForeignSchema(file, truthVersion)
    const detail = await runUpkeep('integrity', file)
    if (detail !== null) return [['database', 'fail', { code: 'deliveries-damaged', fields: { detail } }]]
    return [['database', 'ok', { code: 'database-sound', fields: { bytes: statSync(file).size } }]]
  } catch (error) {
    if (error instanceof ForeignSchema) {
      const { age, found: schema } = error
      const newer: Found = ['database', 'fail', { code: 'database-newer', fields: { schema } }]
      return [age === 'newer' ? newer : ['database', 'fail', { code: 'database-earlier', fields: {} }]]
    }
    const detail = error instanceof Error ? error.message : String(error)
    return [['database', 'fail', { code: 'database-unreadable', fields: { detail } }]]
  }
}

/** Where no instance answers and the lock is held, another process has the folder. */
function runningFound(folder: string, running: DoctorOptions['running']): Found {
  if (running !== null) return ['instance', 'ok', { code: 'instance-runs', fields: running }]
  const lock = join(folder, 'hookscope.lock')
  if (!existsSync(lock)) return ['instance', 'ok', { code: 'nothing-runs', fields: {} }]
  const database = new DatabaseSync(lock, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE; ROLLBACK')
    return ['instance', 'ok', { code: 'nothing-runs', fields: {} }]
  } catch {
    const detail = `Another process holds the data folder ${folder} and lets no command join. If it is the desktop app, switch on “Let tools on this computer join” in its settings.`
    return ['instance', 'warn', { code: 'folder-locked', fields: { detail } }]
  } finally {
    database.close()
  }
}
