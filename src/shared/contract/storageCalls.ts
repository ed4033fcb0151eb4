import { z } from 'zod'
import { retentionSchema } from '../schemas/environmentSchemas.ts'
import { doctorReportSchema } from '../schemas/doctorSchemas.ts'
import {
  backupCheckSchema,
  backupName,
  backupSchema,
  retentionPreviewSchema,
  storageSchema,
  waitingDeletionSchema,
} from '../schemas/storageSchemas.ts'
import { base, id } from './base.ts'

/** Sizes, limits, compaction and backups. No call takes a path. */
export const storage = {
  get: base.route({ method: 'GET', path: '/storage' }).output(storageSchema),
  /** Deliveries that limits would remove now, before they are set. Nothing is removed. */
  previewRetention: base
    .route({ method: 'POST', path: '/environments/{id}/retention/preview' })
    .input(id.extend({ retention: retentionSchema }))
    .output(retentionPreviewSchema),
  /** Deletions that can be undone now, newest first. */
  deletions: base.route({ method: 'GET', path: '/deletions' }).output(z.array(waitingDeletionSchema)),
  /** Rewrites the files without free pages. Deliveries wait until it has ended; see `compaction` of GET /storage. */
  compact: base.route({ method: 'POST', path: '/storage/compact' }).output(storageSchema),
  backups: base.route({ method: 'GET', path: '/storage/backups' }).output(z.array(backupSchema)),
  /** Makes one in the data folder while deliveries arrive. Secrets in it stay sealed: they need the folder's key. */
  backUp: base.route({ method: 'POST', path: '/storage/backups', successStatus: 201 }).output(backupSchema),
  removeBackup: base
    .route({ method: 'DELETE', path: '/storage/backups/{name}' })
    .input(backupName)
    .output(z.object({ removed: z.string() })),
  /** Checks a backup: its hash, every page, counts, and a sample of bodies. */
  checkBackup: base
    .route({ method: 'POST', path: '/storage/backups/{name}/check' })
    .input(backupName)
    .output(backupCheckSchema),
  /** Checks a backup and prepares it: at the next start it replaces the data, which is kept aside. */
  restore: base
    .route({ method: 'POST', path: '/storage/backups/{name}/restore' })
    .input(backupName)
    .output(storageSchema),
  /** Checks the data folder, its database and what the installation needs of the machine. Reads every page. */
  doctor: base.route({ method: 'GET', path: '/doctor' }).output(doctorReportSchema),
  /** Cancels a running backup, check or preparation of a restore, and removes its files. A compaction cannot be cancelled. */
  cancel: base.route({ method: 'POST', path: '/storage/cancel' }).output(storageSchema),
  cancelRestore: base.route({ method: 'POST', path: '/storage/cancel-restore' }).output(storageSchema),
}
