import { createListeners } from '../../shared/basics/listeners.ts'
import type { HookscopeEvent, NumberedEvent } from '../../shared/wireTypes.ts'

/** Numbers what happens, holds the last of it for those who reconnect, and calls listeners with batches. */
export interface EventLog {
  publish(events: readonly HookscopeEvent[]): void
  /** The number before the first event: a subscriber from there misses nothing, unless there is a gap. */
  first(): number
  /** Number of the last event. */
  last(): number
  /**
   * Events after `after` that are still held, then live ones. `gap`: some are no longer held (or the number is not ours);
   * then only new ones come and the listener must load again. The listener also gets what the events take in memory, bytes.
   */
  subscribe(
    after: number | null,
    listener: (events: NumberedEvent[], bytes: number) => void,
  ): { gap: boolean; stop(): void }
}

/** How much is held: up to the limit that is reached first. An event with all environments may take megabytes, a delivery's half a kilobyte. */
export interface EventLogLimits {
  events: number
  bytes: number
}

const usualLimits: EventLogLimits = { events: 20_000, bytes: 8 * 1024 * 1024 }

/** More than the limits is held by this factor, so that it is trimmed rarely and in bulk: each time costs a copy. */
const surplus = 1.5

/**
 * @param firstNumber larger than any number given out before, also by an earlier process: the start time in microseconds
 *   serves, as no process publishes a million events a second for its whole life
 */
export function startEventLog(firstNumber: number = Date.now() * 1000, limits: EventLogLimits = usualLimits): EventLog {
  let held: NumberedEvent[] = []
  /** The weight of each held event, in the same order. */
  let weights: number[] = []
  let heldBytes = 0
  let last = firstNumber
  const listeners = createListeners<[events: NumberedEvent[], bytes: number]>()

  function trim(): void {
    let from = Math.max(0, held.length - limits.events)
    let bytes = weights.slice(from).reduce((sum, weight) => sum + weight, 0)
    while (bytes > limits.bytes) bytes -= weights[from++] ?? 0
    held = held.slice(from)
    weights = weights.slice(from)
    heldBytes = bytes
  }

  return {
    publish: (events) => {
      if (events.length === 0) return
      const numbered = events.map((event) => ({ number: ++last, event }))
      let bytes = 0
      for (const entry of numbered) {
        const weight = weightOf(entry.event)
        held.push(entry)
        weights.push(weight)
        bytes += weight
      }
      heldBytes += bytes
      if (held.length > limits.events * surplus || heldBytes > limits.bytes * surplus) trim()
      listeners.call(numbered, bytes)
    },
    first: () => firstNumber,
    last: () => last,
    subscribe: (after, listener) => {
      const oldest = held[0]?.number ?? last + 1
      const gap = after !== null && (after > last || after < oldest - 1)
      const stop = listeners.add(listener)
      if (after !== null && !gap && after < last) {
        const from = after + 1 - oldest
        listener(
          held.slice(from),
          weights.slice(from).reduce((sum, weight) => sum + weight, 0),
        )
      }
      return { gap, stop }
    },
  }
}

/** Roughly what a value takes in memory, bytes: a string is a byte for each character, most here are ASCII. Pure. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length
  if (typeof value !== 'object' || value === null) return 8
  let weight = 32
  for (const part of Object.values(value)) weight += 8 + weightOf(part)
  return weight
}
