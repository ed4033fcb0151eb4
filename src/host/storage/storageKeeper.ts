import { existsSync } from 'node:fs'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { listBackups, makeBackup, removeBackup } from '../../engine/upkeep/backups.ts'
import { backupPath, stampOf } from '../../engine/upkeep/folderNames.ts'
import { dropReplacement, planReplacement } from '../../engine/upkeep/replaceDatabase.ts'
import { runUpkeepUntil } from '../../engine/upkeep/upkeep.ts'
import type { Backup, BackupCheck, Storage } from '../../shared/wireTypes.ts'
import { backupSentence } from '../../shared/words/backups.ts'
import { createCompactionSpeed } from './compactionSpeed.ts'
import { describeStorage } from './describeStorage.ts'
import { StoreUnavailable } from '../../engine/store/records/failures.ts'

/** Operations on the data folder while it is in use, one at a time. */
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
  /** Cancels the present work, removes its files, and answers when it has ended. A compaction cannot be cancelled. */
  cancel(): Promise<Storage>
}

export interface StorageKeeperOptions {
  engine: Pick<Engine, 'store' | 'environments'>
  dataFolder: string
  version: string
  now: () => number
}

/** Names of backups were checked by the contract; no path comes from outside. */
export function createStorageKeeper({ engine, dataFolder, version, now }: StorageKeeperOptions): StorageKeeper {
  const { alone, ...work } = createExclusiveWork(now)
  const speed = createCompactionSpeed(dataFolder, now)
  const view = async () => describeStorage(engine, dataFolder, now(), work.view(), speed.bytesPerSecond)

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
        // The index is rewritten afterwards, in the background.
        speed.note((truth.pages - truth.free) * truth.pageSize, performance.now() - begun)
      })
      return view()
    },
    backups: () => listBackups(dataFolder),
    backUp: () =>
      alone('back-up', async (signal) => {
        const name = await makeBackup({
          dataFolder,
          appVersion: version,
          now,
          signal,
          onProgress: work.progress,
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
        const found = await runUpkeepUntil({ signal }, 'check', existing(name))
        if (found.ok)
          return { name, ok: true, problem: null, sentence: null, deliveries: found.manifest.counts['deliveries'] ?? 0 }
        const { problem, detail } = found
        return { name, ok: false, problem, sentence: backupSentence(problem, detail), deliveries: 0 }
      }),
    async restore(name) {
      await alone('restore', async (signal) => {
        const folder = existing(name)
        const found = await runUpkeepUntil({ signal }, 'check', folder)
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
      await work.cancel()
      return view()
    },
    async cancelRestore() {
      dropReplacement(dataFolder)
      return view()
    },
  }
}

type Work = NonNullable<Storage['work']>

/** Runs work on whole files of the data folder, one at a time. */
interface ExclusiveWork {
  /** The present work, or null. */
  view(): Work | null
  /** Progress of the present work. */
  progress(done: number, of: number): void
  /** Rejects with ExpectedFailure (other work goes on, it failed, it was cancelled) or StoreUnavailable. */
  alone<Result>(kind: Work['kind'], run: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Cancels the present work and resolves when it has ended. Rejects with ExpectedFailure during a compaction. */
  cancel(): Promise<void>
}

/** Makes it. */
function createExclusiveWork(now: () => number): ExclusiveWork {
  let work: Work | null = null
  let running: { controller: AbortController; ended: Promise<void> } | null = null
  return {
    view: () => work,
    progress(done, of) {
      if (work !== null) work = { ...work, done, of }
    },
    async alone(kind, run) {
      if (work !== null) throw new ExpectedFailure({ code: 'storage-busy', fields: {} })
      const canBeCancelled = kind !== 'compact'
      work = { kind, startedAt: new Date(now()).toISOString(), done: null, of: null, canBeCancelled }
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
    },
    async cancel() {
      if (work?.kind === 'compact') throw new ExpectedFailure({ code: 'compaction-goes-on', fields: {} })
      running?.controller.abort()
      await running?.ended
    },
  }
}
