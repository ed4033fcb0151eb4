import { noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { runDoctor } from '../doctor/runDoctor.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The calls about how much is stored, limits, and backups. */
export function storageRoutes({ storage }: Implementer, { engine, shell, storage: keeper }: RouterParts) {
  const { environments, store } = engine
  return {
    get: storage.get.handler(keeper.view),
    previewRetention: storage.previewRetention.handler(async ({ input: { id, retention } }) => {
      if (environments.get(id) === undefined) throw noEnvironment(id)
      return store.previewRetention(id, retention)
    }),
    deletions: storage.deletions.handler(() =>
      store.deletions().map(({ id, deliveries, pinnedKept, undoUntil }) => {
        return { deletion: id, deliveries, pinnedKept, undoUntil: new Date(undoUntil).toISOString() }
      }),
    ),
    compact: storage.compact.handler(keeper.compact),
    backups: storage.backups.handler(keeper.backups),
    backUp: storage.backUp.handler(keeper.backUp),
    removeBackup: storage.removeBackup.handler(({ input }) => keeper.removeBackup(input.name)),
    checkBackup: storage.checkBackup.handler(async ({ input }) => keeper.checkBackup(input.name)),
    restore: storage.restore.handler(async ({ input }) => keeper.restore(input.name)),
    doctor: storage.doctor.handler(async () =>
      runDoctor({
        folder: keeper.dataFolder,
        variables: process.env,
        now: Date.now,
        running: { pid: process.pid, shell: shell.view().can.menus ? 'desktop' : 'browser' },
      }),
    ),
    cancel: storage.cancel.handler(keeper.cancel),
    cancelRestore: storage.cancelRestore.handler(keeper.cancelRestore),
  }
}
