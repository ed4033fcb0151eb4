/** Schemas of what the data folder holds, its backups, and what can be done about its size. */
import { z } from 'zod'
import { storageWorkKinds } from '../codes/problems.ts'
import { time } from './deliverySchemas.ts'
import { retentionSchema } from './environmentSchemas.ts'

const bytes = z.number().int()

/** Present work on the files. */
const storageWorkSchema = z.object({
  kind: z.enum(storageWorkKinds),
  startedAt: time,
  /** Pages done and pages in all, in a part that can be counted; otherwise null. */
  done: z.number().int().nullable(),
  of: z.number().int().nullable(),
  /** Whether POST /storage/cancel ends it: a compaction goes on until it is done. */
  canBeCancelled: z.boolean(),
})

export const storageSchema = z.object({
  folder: z.string(),
  at: time,
  /** Size of all files below, bytes. */
  total: bytes,
  /** deliveries.db, its write-ahead log, the search index with its own log, backups, everything else. */
  files: z.object({ database: bytes, log: bytes, index: bytes, backups: bytes, other: bytes }),
  /** Bodies of all deliveries, part of `database`. */
  bodies: bytes,
  /** Free inside of the database and the index: used again before the files grow. */
  free: bytes,
  environments: z.array(
    z.object({
      environmentId: z.string(),
      /** Null: the environment was deleted, its deliveries stayed. */
      name: z.string().nullable(),
      deliveries: z.number().int(),
      bodies: bytes,
      /** As the limit `maxBytes` counts: bodies, and 1,024 for each delivery. */
      counted: bytes,
      oldestAt: time.nullable(),
      retention: retentionSchema,
    }),
  ),
  /** Over the last week, or since the oldest delivery; null while that is less than an hour. */
  growth: z.object({ deliveriesPerDay: z.number(), bytesPerDay: z.number(), days: z.number() }).nullable(),
  /** The disk that has the folder; null where the system does not say. */
  disk: z.object({ free: bytes, size: bytes }).nullable(),
  /** Days until the disk is full at this growth; null where that cannot be said, or is more than ten years. */
  fullInDays: z.number().nullable(),
  /** Gain and cost of a compaction: deliveries wait meanwhile. */
  compaction: z.object({ gained: bytes, seconds: z.number(), temporary: bytes }),
  work: storageWorkSchema.nullable(),
  /** The backup, or "recovery", that takes the place of the data at the next start; null where none does. */
  replacement: z.object({ from: z.string(), createdAt: time }).nullable(),
})

export const backupSchema = z.object({
  name: z.string(),
  createdAt: time,
  bytes,
  deliveries: z.number().int(),
  appVersion: z.string(),
})

export const backupName = z.object({
  name: z
    .string()
    .regex(/^hookscope-\d{8}-\d{6}(?:-\d{1,3})?$/, 'A backup is named as GET /storage/backups says, without a path.'),
})

export const backupCheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** What is wrong: `changed` has other bytes than when it was made, `damaged` cannot be read, `newer` is of a later version. */
  problem: z.enum(['not-there', 'incomplete', 'newer', 'changed', 'damaged', 'differs']).nullable(),
  /** As a readable sentence; null where all is well. */
  sentence: z.string().nullable(),
  deliveries: z.number().int(),
})

export const retentionPreviewSchema = z.object({
  /** Deliveries that the limits would remove now. */
  deliveries: z.number().int(),
  /** As limits count: bodies, and 1,024 for each delivery. */
  bytes,
  /** Pinned ones, which no limit removes. */
  pinnedKept: z.number().int(),
})

export const waitingDeletionSchema = z.object({
  deletion: z.string(),
  deliveries: z.number().int(),
  pinnedKept: z.number().int(),
  undoUntil: time,
})
