import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Backup } from '../../shared/wireTypes.ts'
import { truthFile } from '../store/schema/truthSchema.ts'
import { backupPath, backupsFolder, isBackupName, stampOf } from './folderNames.ts'
import { hashFile } from './hashFile.ts'
import { type Manifest, manifestFile, readManifest } from './checkBackup.ts'
import { runUpkeepUntil } from './upkeep.ts'

/** A backup has these small files of its folder next to deliveries.db, if they exist. */
export const smallFiles = ['sandbox.json'] as const

export interface BackupOptions {
  dataFolder: string
  appVersion: string
  now: () => number
  onProgress: (done: number, of: number) => void
  /** Ends it; rejects with its reason then. */
  signal: AbortSignal
}

/** Makes a backup while deliveries arrive. Rejects with SQLite's or the system's error; nothing is left then. */
export async function makeBackup({ dataFolder, appVersion, now, onProgress, signal }: BackupOptions): Promise<string> {
  const name = freeName(dataFolder, now())
  const folder = backupPath(dataFolder, name)
  const unfinished = `${folder}.partial`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  try {
    const file = join(unfinished, truthFile)
    await runUpkeepUntil({ signal, onProgress }, 'copy', join(dataFolder, truthFile), file)
    chmodSync(file, 0o600)
    // The copy is one file, without a WAL.
    const copy = new DatabaseSync(file)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    for (const small of smallFiles) {
      if (existsSync(join(dataFolder, small))) copyFileSync(join(dataFolder, small), join(unfinished, small))
    }
    const manifest: Manifest = {
      hookscope: 'backup',
      version: 1,
      createdAt: new Date(now()).toISOString(),
      appVersion,
      bytes: statSync(file).size,
      sha256: await hashFile(file, signal),
      ...(await runUpkeepUntil({ signal }, 'facts', file)),
    }
    writeFileSync(join(unfinished, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    await rename(unfinished, folder)
    return name
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

function freeName(dataFolder: string, now: number): string {
  const stamp = `hookscope-${stampOf(now)}`
  for (let number = 1; ; number++) {
    const name = number === 1 ? stamp : `${stamp}-${number}`
    if (!existsSync(backupPath(dataFolder, name))) return name
  }
}

/** All whole backups of a data folder, newest first. */
export function listBackups(dataFolder: string): Backup[] {
  const folder = join(dataFolder, backupsFolder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(isBackupName)
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const manifest = readManifest(join(folder, name))
      if (manifest === null) return []
      const { createdAt, bytes, counts, appVersion } = manifest
      return [{ name, createdAt, bytes, deliveries: counts['deliveries'] ?? 0, appVersion }]
    })
}

export function removeBackup(dataFolder: string, name: string): boolean {
  const folder = backupPath(dataFolder, name)
  if (!existsSync(folder)) return false
  rmSync(folder, { recursive: true, force: true })
  return true
}
