/** Schemas of the story of an object. */
import { z } from 'zod'
import { time } from './deliverySchemas.ts'

/** One point in the story of an object, newest first in a timeline. */
export const objectItemSchema = z.object({
  at: time,
  kind: z.enum(['notification', 'snapshot']),
  deliveryId: z.string(),
  attemptId: z.string().nullable(),
  action: z.string().nullable(),
  changes: z.string().nullable(),
  /** A snapshot's object as JSON text. */
  snapshot: z.string().nullable(),
  /** How a snapshot differs from the one before: path, old and new value as JSON text. */
  difference: z
    .array(
      z.object({
        path: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    )
    .nullable(),
})

export const objectSchema = z.object({
  resourceType: z.string(),
  resourceId: z.string(),
  firstSeenAt: time,
  lastSeenAt: time,
  notifications: z.number().int(),
  snapshots: z.number().int(),
  items: z.array(objectItemSchema),
})
