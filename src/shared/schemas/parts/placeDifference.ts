import { z } from 'zod'

/** One place where two JSON values differ. */
export const placeDifferenceSchema = z.object({
  /** Such as `amount.value` or `items[2].state`; empty for the whole value. For a removed value: where it was. */
  path: z.string(),
  /** JSON texts; null where the place is not there. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The place of a list's element before it moved; what changed inside of it is listed on its own. */
  movedFrom: z.string().optional(),
})
