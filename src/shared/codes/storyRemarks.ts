import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const count = z.object({ count: z.number().int() })
/** Places in the object, as paths; an empty one is the whole object. */
const places = z.object({ places: z.array(z.string()) })

const itemCodes = {
  /** Nothing proves the sender; the object was fetched because the environment follows unverified deliveries too. */
  'sender-unproven': noFields,
  /** It was delivered more than once. */
  repeated: z.object({ times: z.number().int() }),
  /** A notification that was created later had come before it. */
  'out-of-order': noFields,
  /** `changes` is null, so only snapshots show what changed. */
  'changes-null': noFields,
  /** The body is too large for its `changes` to be read here. */
  'body-too-large': noFields,
  /** `changes` has no shape that is known. */
  'changes-unknown-shape': noFields,
  /** Places changed that its `changes` do not name. */
  unclaimed: places,
  /** Places that it names and that are as they were in the snapshot before. */
  unchanged: places,
  /** Places that it gives a value that the fetched object does not have. */
  otherwise: places,
  /** Of a snapshot: the object is too large to be shown and compared. */
  'object-too-large': noFields,
  /** The object changed and no notification came in between. */
  'notification-missing': noFields,
  /** It changed and only its creation was notified in between. */
  'update-missing': noFields,
  /** It changed, and the notification of it came after this snapshot. */
  'notification-late': noFields,
  /** For a snapshot of a file: the object changed, and the file has no notification of it. */
  'notification-not-in-file': noFields,
  /** For a snapshot of a file: values were left out of it, and look the same in every snapshot. */
  'body-values-left-out': noFields,
}

const storyCodes = {
  /** Changes that came without a notification. */
  missed: count,
  'some-out-of-order': count,
  /** Notifications that said nothing about changes although the object changed. */
  silent: count,
  /** Deliveries that name the object without proof. */
  unproven: count,
  /** Notifications that are too old to be shown. */
  older: count,
  /** It is out of a file: what is not in that is not known. */
  'of-file': noFields,
}

/** A remark about one notification or snapshot. */
export type ItemRemark = Coded<typeof itemCodes>
/** A remark about the whole story of an object. */
export type StoryRemark = Coded<typeof storyCodes>

export interface ItemRemarkSchema extends z.ZodType<ItemRemark> {}
export const itemRemarkSchema: ItemRemarkSchema = coded(itemCodes)

export interface StoryRemarkSchema extends z.ZodType<StoryRemark> {}
export const storyRemarkSchema: StoryRemarkSchema = coded(storyCodes)
