const windowMs = 60_000
const maxFailures = 20
const maxNames = 1000

/** Counts failed logins of each username over a minute. Times are milliseconds since the epoch. */
export interface FailureCount {
  /** Seconds until the name may try again, or null when it may now. */
  blockedFor(name: string, now: number): number | null
  add(name: string, now: number): void
}

export function startFailureCount(): FailureCount {
  const failures = new Map<string, number[]>()
  const recent = (name: string, now: number): number[] =>
    // The clock may have been set back.
    (failures.get(name) ?? []).filter((time) => time <= now && now - time < windowMs)
  return {
    blockedFor: (name, now) => {
      const times = recent(name, now)
      const first = times.at(-maxFailures)
      return times.length < maxFailures || first === undefined ? null : Math.ceil((first + windowMs - now) / 1000)
    },
    add: (name, now) => {
      const times = [...recent(name, now), now].slice(-maxFailures)
      failures.delete(name)
      failures.set(name, times)
      for (const oldest of failures.keys()) {
        if (failures.size <= maxNames) {
          break
        }
        failures.delete(oldest)
      }
    },
  }
}
