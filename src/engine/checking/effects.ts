import { setTimeout as pause } from 'node:timers/promises'
import type { WatchedObject } from '../../shared/wireTypes.ts'
import type { Counted } from './subject/probe.ts'

/** Counts the effects of the handler. */
export interface EffectCounter {
  /** The source: a program that prints a number, or the requests for the object of the deliveries. */
  by: 'program' | 'follow-ups'
  /**
   * Learns the effect of one valid delivery, and how long it takes. A counter without it learns from the first
   * `begin(true)`.
   * @param deliveries each sends one delivery and returns whether it was answered 2xx
   */
  learn?(deliveries: readonly (() => Promise<boolean>)[]): Promise<void>
  /** Reports a delivery that may have effects outside of a count. */
  sent?(): void
  /** Begins to count for one probe. @param isSingle of one delivery, which shows what this handler does for each */
  begin(isSingle: boolean): Promise<EffectCount>
}

/** The count of one probe. */
export interface EffectCount {
  /** The object that the probe's deliveries have to be about; null for any. */
  about: WatchedObject | null
  /** Effects since it began, once they have settled. @param expected how many there should be, so that it is worth waiting */
  read(expected: number): Promise<Counted>
}

/** Waits for effects, ms. */
export interface EffectTiming {
  /** Timeout for the first effect of a valid delivery. */
  firstMs: number
  /** Time without a change before a count is final; longer if the baseline took longer. */
  quietMs: number
  pollMs: number
}

const usualTiming: EffectTiming = { firstMs: 5000, quietMs: 250, pollMs: 50 }
/** A handler whose work takes longer needs --settle. */
const maxLearnedMs = 15_000

/**
 * Counts effects by a number that grows with each. The baseline shows by how much one delivery changes it, and after how
 * long; later counts wait that long, so that late work is counted for the right probe.
 * @param read null when the number cannot be read
 * @param settleMs replaces the learned delay
 */
export function countByNumber(
  read: () => Promise<number | null>,
  settleMs?: number,
  timing: EffectTiming = usualTiming,
): EffectCounter {
  let perDelivery: number | null = null
  let problem: Counted = 'no-effect'
  let settle = settleMs ?? timing.quietMs
  /** The last number that had settled; null after an uncounted delivery. */
  let known: number | null = null
  let lastSent = 0

  const settled = async (since: number, isEnough: (value: number) => boolean, firstMs: number) =>
    settledNumber(read, { since, isEnough, firstMs, settleMs: settle, pollMs: timing.pollMs })

  return {
    by: 'program',
    sent: () => {
      lastSent = performance.now()
      known = null
    },
    learn: async (deliveries) => {
      const start = await read()
      let before = start
      let longest = 0
      let waitMs = Math.max(timing.firstMs, settleMs ?? 0)
      for (const deliver of deliveries) {
        if (!(await deliver())) return
        const delay = before === null ? null : await delayOf(read, before, waitMs, timing.pollMs)
        longest = Math.max(longest, delay ?? 0)
        // After one delivery without an effect, the wait is shorter.
        waitMs = delay === null ? Math.min(waitMs, Math.max(250, 4 * longest)) : Math.max(250, 4 * longest)
        before = await read()
      }
      settle = settleMs ?? Math.min(maxLearnedMs, Math.max(timing.quietMs, 2 * longest + 2 * timing.pollMs))
      const end = await settled(performance.now(), () => true, 0)
      if (start === null || typeof end !== 'number') {
        problem = typeof end === 'number' ? 'unreadable' : end
        return
      }
      known = end
      lastSent = performance.now()
      const each = (end - start) / deliveries.length
      if (Number.isInteger(each) && each > 0) perDelivery = each
      else if (end !== start) problem = 'uneven'
    },
    begin: async () => {
      const before = perDelivery === null ? null : (known ?? (await settled(lastSent, () => true, 0)))
      return {
        about: null,
        read: async (expected) => {
          if (perDelivery === null) return problem
          if (typeof before !== 'number') return before ?? 'unreadable'
          const wanted = before + expected * perDelivery
          const now = performance.now()
          const after = await settled(now, (value) => value >= wanted, 2 * settle)
          if (typeof after !== 'number') return after
          known = after
          return Math.ceil((after - before) / perDelivery)
        },
      }
    },
  }
}

interface Settling {
  /** Time of the last delivery; the number must not change after it. */
  since: number
  isEnough(value: number): boolean
  /** Timeout for a first change. */
  firstMs: number
  settleMs: number
  pollMs: number
}

/** Returns the number once it no longer changes. */
async function settledNumber(
  read: () => Promise<number | null>,
  { since, isEnough, firstMs, settleMs, pollMs }: Settling,
): Promise<number | 'unsettled' | 'unreadable'> {
  let changed = since
  let waitMs = firstMs
  const last = performance.now() + firstMs + 3 * settleMs
  for (let value = await read(); value !== null;) {
    const now = performance.now()
    if (now - changed >= Math.max(settleMs, isEnough(value) ? 0 : waitMs)) return value
    if (now > last) return 'unsettled'
    await pause(pollMs)
    const next = await read()
    if (next !== value) {
      changed = performance.now()
      waitMs = 0
    }
    value = next
  }
  return 'unreadable'
}

/** Returns the time until the first change, ms; null if there was none. */
async function delayOf(
  read: () => Promise<number | null>,
  before: number,
  timeoutMs: number,
  pollMs: number,
): Promise<number | null> {
  const since = performance.now()
  while (performance.now() - since < timeoutMs) {
    const value = await read()
    if (value !== null && value !== before) return performance.now() - since
    await pause(pollMs)
  }
  return null
}
