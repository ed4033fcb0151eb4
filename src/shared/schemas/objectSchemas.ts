/** Schemas of objects and of the story of one. */
import { z } from 'zod'
import { itemRemarkSchema, storyRemarkSchema } from '../codes/storyRemarks.ts'
import { placeDifferenceSchema } from './parts/placeDifference.ts'
import { followUpSchema, headlineSchema, time } from './deliverySchemas.ts'

/** One point in the story of an object, newest first in a timeline. */
export const objectItemSchema = z.object({
  at: time,
  kind: z.enum(['notification', 'snapshot']),
  /** For a notification the first delivery that carried it; for a snapshot the delivery that it was fetched for. */
  deliveryId: z.string(),
  attemptId: z.string().nullable(),
  notificationId: z.string().nullable(),
  /** All deliveries of a notification in order of arrival: retries and copies are folded into one item. */
  deliveries: z.array(z.object({ id: z.string(), receivedAt: time, attempt: z.number().int() })),
  action: z.string().nullable(),
  /** Of a notification: the state of its follow-up, and at which of its deliveries. */
  followUp: followUpSchema.extend({ deliveryId: z.string() }).nullable().optional(),
  /** False for a notification that nothing proves; it is here because its object was fetched. */
  proven: z.boolean(),
  /** The notification's own text. */
  createdAtUtc: z.string().nullable(),
  /** It was created before a notification that had come already. */
  outOfOrder: z.boolean(),
  /** When that one was created, its own text; null where it is in order. */
  overtakenBy: z.string().nullable().optional(),
  /** `changes` as JSON text, as it came. */
  changes: z.string().nullable(),
  /** none: null; values: field -> new value; names: names of fields; other: anything else. */
  changesShape: z.enum(['none', 'values', 'names', 'other']),
  /** The fields that `changes` names; null when it names none that can be read. */
  claimed: z.array(z.string()).nullable(),
  /** The attempt whose snapshot is the first that shows what a notification announced. */
  shownBy: z.string().nullable(),
  /** Places that changed although nothing claimed it; times and versions that change with every update left out. */
  unclaimed: z.array(z.string()),
  /** Fields that were claimed to have changed and did not. */
  unchanged: z.array(z.string()),
  /** `changes` is null, yet the object changed. */
  silent: z.boolean(),
  /** A snapshot's object as JSON text. */
  snapshot: z.string().nullable(),
  /** How a snapshot differs from the one before: path, old and new value as JSON text. */
  difference: z.array(placeDifferenceSchema).nullable(),
  /** The object changed since the snapshot before without a notification that could be of it. */
  missed: z.boolean(),
  /** Remarks about it: for code, and as sentences in the same order. */
  remarks: z.array(itemRemarkSchema),
  notes: z.array(z.string()),
})

export const objectSchema = z.object({
  environmentId: z.string(),
  resourceType: z.string(),
  resourceId: z.string(),
  firstSeenAt: time,
  lastSeenAt: time,
  /** Genuine ones, each counted once however often it came. */
  notifications: z.number().int(),
  snapshots: z.number().int(),
  /** Deliveries that name it and that nothing proves. They are not part of the story. */
  unproven: z.number().int(),
  remarks: z.array(storyRemarkSchema),
  notes: z.array(z.string()),
  items: z.array(objectItemSchema),
})

/** An object in the list of all that were seen. */
export const objectSummarySchema = z.object({
  environmentId: z.string(),
  /** As the last delivery spelled it. */
  resourceType: z.string(),
  resourceId: z.string(),
  /** Times of its first and last valid delivery; without a valid one, of all deliveries. */
  firstSeenAt: time,
  lastSeenAt: time,
  lastAction: z.string().nullable(),
  /** The object as it was last fetched; without a snapshot, as its last delivery describes it. */
  headline: headlineSchema.nullable(),
  /** Genuine ones, each counted once. 0: nothing proves that the service named this object. */
  notifications: z.number().int(),
  /** Genuine deliveries, repetitions included. */
  deliveries: z.number().int(),
  /** Deliveries that nothing proves, or that were refused. */
  unproven: z.number().int(),
  snapshots: z.number().int(),
})

export const objectQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** Cursor: `next` of the page before. */
  before: z
    .string()
    .regex(/^\d{1,15}$/, 'before is the cursor of the page before: digits only.')
    .optional(),
  /** The beginning of an id, or a part of a type. */
  q: z.string().max(500).optional(),
  resourceType: z.string().optional(),
  environment: z.string().optional(),
})

export const objectPageSchema = z.object({
  items: z.array(objectSummarySchema),
  next: z.string().nullable(),
  /** Deliveries that are stored and not yet counted here. */
  behind: z.number().int(),
})
