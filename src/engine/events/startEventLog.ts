import type { HookscopeEvent, NumberedEvent } from '../../shared/wireTypes.ts'

/** Numbers what happens, holds the last of it for those who reconnect, and tells listeners in batches. */
export interface EventLog {
  publish(events: readonly HookscopeEvent[]): void
  /** The number before the first event: whoever subscribes after it misses nothing, unless there is a gap. */
  first(): number
  /** Number of the last event. */
  last(): number
  /**
   * Events after `after` that are still held, then live ones. `gap`: some are no longer held (or the number is not ours);
   * then only new ones come and the listener must load anew.
   */
  subscribe(after: number | null, listener: (events: NumberedEvent[]) => void): { gap: boolean; stop(): void }
}

const heldEvents = 20_000

/**
 * @param firstNumber larger than any number given out before, also by an earlier process: the start time in microseconds
 *   serves, as no process publishes a million events a second for its whole life
 */
export function startEventLog(firstNumber: number = Date.now() * 1000): EventLog {
  let held: NumberedEvent[] = []
  let last = firstNumber
  const listeners = new Set<(events: NumberedEvent[]) => void>()

  return {
    publish: (events) => {
      if (events.length === 0) return
      const numbered = events.map((event) => ({ number: ++last, event }))
      held.push(...numbered)
      // Trimmed rarely and in bulk: cutting one off the front for each one added would cost a copy each time.
      if (held.length > heldEvents * 1.5) held = held.slice(-heldEvents)
      for (const listener of listeners) listener(numbered)
    },
    first: () => firstNumber,
    last: () => last,
    subscribe: (after, listener) => {
      const oldest = held[0]?.number ?? last + 1
      const gap = after !== null && (after > last || after < oldest - 1)
      listeners.add(listener)
      if (after !== null && !gap && after < last) listener(held.slice(after + 1 - oldest))
      return { gap, stop: () => void listeners.delete(listener) }
    },
  }
}
