import type { Retention } from '../../../shared/wireTypes.ts'

/** What an environment has: deliveries, and the bytes of their bodies. */
export interface EnvironmentSize {
  deliveries: number
  bytes: number
}

/** What a delivery counts with beside its body: its headers, and its entries in the index. */
export const perDelivery = 1024
const dayMs = 86_400_000

/** What an environment has that limits are about. What is not indexed yet is not counted: it is the newest. */
export interface Held extends EnvironmentSize {
  /** How much of it is pinned, which no limit removes. */
  pinned: EnvironmentSize
  /** How much of it was deleted and can be brought back: it counts as gone. Of what is pinned nothing. */
  hidden: EnvironmentSize
  /** Too much is hidden to be added up: not the moment to remove more. */
  unsettled: boolean
}

/** What limits would remove, or did. `bytes`: as limits count them, with what each delivery has beside its body. */
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
  /** What a run would remove now, with how many pinned deliveries there are; removes nothing. */
  previewRetention(environmentId: string, limits: Retention): Promise<Removed & { pinnedKept: number }>
}

/** What limits remove now: all that came before a moment, and then so many or so much of the oldest that are left. */
export interface RetentionPlan {
  before: number | null
  /** Beyond the limits at this moment; what is removed for its age counts towards it. */
  excess: { deliveries: number; bytes: number }
}

/** Whether a person set any limit. */
export function hasLimits({ maxAgeDays, maxCount, maxBytes }: Retention): boolean {
  return maxAgeDays !== undefined || maxCount !== undefined || maxBytes !== undefined
}

/** Pinned deliveries are kept besides: they neither go nor count. What can be brought back does not count until it is. */
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
