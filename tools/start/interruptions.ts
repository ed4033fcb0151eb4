import type { EventEmitter } from 'node:events'

/** SIGINT and SIGTERM, from the first moment to the last. */
export interface Interruptions {
  /** Aborted by the first of them. */
  signal: AbortSignal
  /** The signal that came first. */
  first(): NodeJS.Signals | null
  /** Passes on to a shell what it would not get otherwise. Call the answer to stop that. */
  passTo(kill: (signal: NodeJS.Signals) => void): () => void
}

/** npm passes on what the terminal sent to everyone already, so one press arrives twice, ms. */
const sameMs = 500

/**
 * Listens for SIGINT and SIGTERM. A terminal sends Ctrl+C to every process of its foreground group, the shell included:
 * one more would cut short the clean stop that the first began (Electron takes a second one as "now"). So at a terminal
 * SIGINT is not passed on. Everything else reaches this process alone, and goes on once, not for each copy of it.
 */
export function watchInterruptions(
  source: Pick<EventEmitter, 'on'>,
  { atTerminal, now }: { atTerminal: boolean; now: () => number },
): Interruptions {
  const controller = new AbortController()
  let first: NodeJS.Signals | null = null
  let kill: ((signal: NodeJS.Signals) => void) | null = null
  const listen = (signal: NodeJS.Signals) => {
    let passedAt = -Infinity
    source.on(signal, () => {
      first ??= signal
      controller.abort()
      if (signal === 'SIGINT' && atTerminal) return
      if (now() - passedAt < sameMs) return
      passedAt = now()
      kill?.(signal)
    })
  }
  listen('SIGINT')
  listen('SIGTERM')
  return {
    signal: controller.signal,
    first: () => first,
    passTo: (given) => {
      kill = given
      return () => {
        kill = null
      }
    },
  }
}
