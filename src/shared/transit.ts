/**
 * No delivery travels longer, not even one that is sent again for days, ms. A time of sending that is further from its
 * arrival comes from a clock that is wrong or fixed, as that of a seeded sandbox: nothing is measured from it.
 */
export const maxTransitMs = 7 * 24 * 60 * 60 * 1000

/**
 * From the sender's time to the arrival by our clock, ms, negative where the sender's clock is ahead; null without a
 * plausible time of sending. Pure.
 */
export function transitMs(createdAt: number | null, receivedAt: number): number | null {
  return createdAt === null || isImplausible(receivedAt - createdAt) ? null : receivedAt - createdAt
}

/** How far an impossible time of sending is from the arrival, ms; null when there is none, or it can be true. Pure. */
export function implausibleMs(createdAt: number | null, receivedAt: number): number | null {
  return createdAt !== null && isImplausible(receivedAt - createdAt) ? receivedAt - createdAt : null
}

function isImplausible(ms: number): boolean {
  return Math.abs(ms) > maxTransitMs
}
