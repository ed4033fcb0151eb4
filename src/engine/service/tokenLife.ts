/** The two clocks that a token's life is counted with. */
export interface Clocks {
  /** Milliseconds since the epoch. Goes on while the machine sleeps, and jumps when the clock is set. */
  now: () => number
  /** Milliseconds that never jump. May pause while the machine sleeps. */
  ticks: () => number
}

/** For how long a token is given out. */
export interface TokenLife {
  bornAt: number
  bornTicks: number
  /** Milliseconds. */
  usable: number
}

/** A token is not used in its last half minute, or in the last tenth of a life shorter than five minutes. */
const longestMarginMs = 30_000
/** Minimum use of a token, even one with a lifetime of zero, ms: otherwise each call would request a token. */
const shortestUseMs = 5000

/** @param expiresAt what the provider said, counted from `bornAt`, ms since the epoch */
export function tokenLife(bornAt: number, bornTicks: number, expiresAt: number): TokenLife {
  const life = expiresAt - bornAt
  return { bornAt, bornTicks, usable: Math.max(life - Math.min(longestMarginMs, life / 10), shortestUseMs) }
}

/**
 * Whether a token may still be given out. Both clocks must agree: one misses the hours that a laptop slept, the other is
 * fooled by a clock that is set back. Set forward it only costs a new token.
 */
export function isUsable(life: TokenLife, { now, ticks }: Clocks): boolean {
  const age = now() - life.bornAt
  return age >= 0 && age < life.usable && ticks() - life.bornTicks < life.usable
}
