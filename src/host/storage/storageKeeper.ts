import { existsSync } from 'node:fs'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { StoreUnavailable } from '../../engine/store/types.ts'
import { listBackups, makeBackup, removeBackup } from '../../engine/upkeep/backups.ts'
import { backupPath, stampOf } from '../../engine/upkeep/folderNames.ts'
import { dropReplacement, planReplacement } from '../../engine/upkeep/replaceDatabase.ts'
import { runUpkeepUntil } from '../../engine/upkeep/upkeep.ts'
import type { Backup, BackupCheck, Storage } from '../../shared/wireTypes.ts'
import { backupSentence } from '../../shared/words/backups.ts'
import { createCompactionSpeed } from './compactionSpeed.ts'
import { describeStorage } from './describeStorage.ts'

/** What can be done with the data folder while it is in use; one thing at a time. */
export interface StorageKeeper {
  dataFolder: string
  view(): Promise<Storage>
  compact(): Promise<Storage>
  backups(): Backup[]
  backUp(): Promise<Backup>
  removeBackup(name: string): { removed: string }
  checkBackup(name: string): Promise<BackupCheck>
  restore(name: string): Promise<Storage>
  cancelRestore(): Promise<Storage>
  /** Ends what is under way, and answers once it has ended. Nothing of it is left. A compaction cannot be ended. */
  cancel(): Promise<Storage>
}

export interface StorageKeeperOptions {
  engine: Pick<Engine, 'store' | 'environments'>
  dataFolder: string
  version: string
  now: () => number
}

type Work = NonNullable<Storage['work']>

/** Makes it. Names of backups were checked by the contract; no path comes from outside. */
export function createStorageKeeper({ engine, dataFolder, version, now }: StorageKeeperOptions): StorageKeeper {
  let work: Work | null = null
  let running: { controller: AbortController; ended: Promise<void> } | null = null
  const speed = createCompactionSpeed(dataFolder, now)
  const view = async () => describeStorage(engine, dataFolder, now(), work, speed.bytesPerSecond)

  async function alone<Result>(kind: Work['kind'], run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (work !== null) throw new ExpectedFailure({ code: 'storage-busy', fields: {} })
    work = { kind, startedAt: new Date(now()).toISOString(), done: null, of: null, canBeCancelled: kind !== 'compact' }
    const controller = new AbortController()
    const ending = Promise.withResolvers<void>()
    running = { controller, ended: ending.promise }
    try {
      return await run(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) throw new ExpectedFailure({ code: 'storage-cancelled', fields: { kind } })
      if (error instanceof ExpectedFailure || error instanceof StoreUnavailable) throw error
      const detail = error instanceof Error ? error.message : String(error)
      throw new ExpectedFailure({ code: 'storage-failed', fields: { detail } })
    } finally {
      work = null
      running = null
      ending.resolve()
    }
  }

  function existing(name: string): string {
    const folder = backupPath(dataFolder, name)
    if (!existsSync(folder)) throw new ExpectedFailure({ code: 'no-backup', fields: { name } })
    return folder
  }

  return {
    dataFolder,
    view,
    async compact() {
      await alone('compact', async () => {
        const { truth } = await engine.store.space()
        const begun = performance.now()
        await engine.store.compact()
        // The index is written again after it, in the background: this was the first of the two files.
        speed.note((truth.pages - truth.free) * truth.pageSize, performance.now() - begun)
      })
      return view()
    },
    backups: () => listBackups(dataFolder),
    backUp: () =>
      alone('back-up', async (signal) => {
        const name = await makeBackup({
          store: engine.store,
          dataFolder,
          appVersion: version,
          now,
          signal,
          onProgress: (done, of) => {
            if (work !== null) work = { ...work, done, of }
          },
        })
        const made = listBackups(dataFolder).find((backup) => backup.name === name)
        if (made === undefined) throw new Error('the backup is not there')
        return made
      }),
    removeBackup(name) {
      existing(name)
      removeBackup(dataFolder, name)
      return { removed: name }
    },
    checkBackup: (name) =>
      alone('check', async (signal) => {
        const found = await runUpkeepUntil(signal, 'check', existing(name))
        if (found.ok)
          return { name, ok: true, problem: null, sentence: null, deliveries: found.manifest.counts['deliveries'] ?? 0 }
        const { problem, detail } = found
        return { name, ok: false, problem, sentence: backupSentence(problem, detail), deliveries: 0 }
      }),
    async restore(name) {
      await alone('restore', async (signal) => {
        const folder = existing(name)
        const found = await runUpkeepUntil(signal, 'check', folder)
        if (!found.ok) {
          const detail = backupSentence(found.problem, found.detail)
          throw new ExpectedFailure({ code: 'backup-unusable', fields: { detail } })
        }
        await planReplacement(
          dataFolder,
          { folder, sha256: found.manifest.sha256 },
          { from: name, aside: `replaced-${stampOf(now())}`, createdAt: found.manifest.createdAt },
          signal,
        )
      })
      return view()
    },
    async cancel() {
      if (work?.kind === 'compact') throw new ExpectedFailure({ code: 'compaction-goes-on', fields: {} })
      running?.controller.abort()
      await running?.ended
      return view()
    },
    async cancelRestore() {
      dropReplacement(dataFolder)
      return view()
    },
  }
}
