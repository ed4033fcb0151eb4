import type { Retention } from '../../../shared/wireTypes.ts'

/** Size of an environment: deliveries, and the bytes of their bodies. */
export interface EnvironmentSize {
  deliveries: number
  bytes: number
}

/** Bytes that a delivery counts in addition to its body, for its headers and its index entry. */
export const perDelivery = 1024
const dayMs = 86_400_000

/** Size of an environment as limits see it. Unindexed deliveries are not counted: they are the newest. */
export interface Held extends EnvironmentSize {
  /** The pinned part, which no limit removes. */
  pinned: EnvironmentSize
  /** The deleted part that can be restored: it counts as gone. Pinned deliveries are not in it. */
  hidden: EnvironmentSize
  /** Too much is hidden to be added up: not the moment to remove more. */
  unsettled: boolean
}

/** Deliveries that limits would remove, or removed. `bytes` includes `perDelivery` for each. */
export interface Removed {
  deliveries: number
  bytes: number
}

/** Keeps environments within limits: the oldest go, but for pinned ones. */
export interface Retaining {
  /**
   * Removes what is beyond the limits now, a few at a time, oldest first. `onRemoved` gets the ids of each step; null:
   * deliveries are being removed, or many are hidden, so it has to be asked again later. Rejects with StoreUnavailable; the next
   * run goes on from what is there then.
   */
  retain(environmentId: string, limits: Retention, onRemoved: (ids: string[]) => void): Promise<Removed | null>
  /** Returns the size that a run would remove now and the number of pinned deliveries; removes nothing. */
  previewRetention(environmentId: string, limits: Retention): Promise<Removed & { pinnedKept: number }>
}

/** Deliveries that limits remove now: all that came before a moment, and then the oldest until `excess` is gone. */
export interface RetentionPlan {
  before: number | null
  /** Beyond the limits at this moment; what is removed for its age counts towards it. */
  excess: { deliveries: number; bytes: number }
}

/** Whether the user set any limit. */
export function hasLimits({ maxAgeDays, maxCount, maxBytes }: Retention): boolean {
  return maxAgeDays !== undefined || maxCount !== undefined || maxBytes !== undefined
}

/** Pinned deliveries are neither removed nor counted. Deleted ones count again once they are restored. */
export function planRetention({ maxAgeDays, maxCount, maxBytes }: Retention, held: Held, now: number): RetentionPlan {
  const deliveries = held.deliveries - held.pinned.deliveries - held.hidden.deliveries
  const bytes = held.bytes - held.pinned.bytes - held.hidden.bytes + deliveries * perDelivery
  return {
    before: maxAgeDays === undefined ? null : now - maxAgeDays * dayMs,
    excess: {
      deliveries: maxCount === undefined ? 0 : Math.max(0, deliveries - maxCount),
      bytes: maxBytes === undefined ? 0 : Math.max(0, bytes - maxBytes),
    },
  }
}
