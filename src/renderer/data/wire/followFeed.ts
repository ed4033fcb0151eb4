import type { FeedMessage } from '../../../shared/wireTypes.ts'
import type { Wire } from './wire.ts'

export interface FeedSource {
  /** Opens the feed after an event, or again with a snapshot when `lastEventId` is undefined. */
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<AsyncIterable<FeedMessage>>
  /** Resolves when trying again makes sense. */
  ready(attempt: number, signal: AbortSignal): Promise<void>
}

interface FeedSink {
  /** Takes a message. False when events are missing before it: the feed is then opened again. */
  take(message: FeedMessage): boolean
  /** Number of the last event taken, or null before the first snapshot. */
  last(): number | null
}

/**
 * Keeps the feed open for as long as the page lives: comes back after a lost connection with the last number it saw, and
 * starts again with a snapshot when something is missing. Returns how to stop.
 */
export function followFeed(source: FeedSource, sink: FeedSink): () => void {
  const whole = new AbortController()
  void follow(source, sink, whole.signal)
  return () => whole.abort()
}

async function follow(source: FeedSource, sink: FeedSink, signal: AbortSignal): Promise<void> {
  let attempt = 0
  let fromStart = false
  while (!signal.aborted) {
    const round = new AbortController()
    const onStop = () => round.abort()
    signal.addEventListener('abort', onStop)
    let progressed = false
    try {
      const last = fromStart ? null : sink.last()
      fromStart = false
      const messages = await source.open(last === null ? undefined : String(last), round.signal)
      for await (const message of messages) {
        if (sink.take(message)) {
          progressed = true
          attempt = 0
          continue
        }
        fromStart = true
        break
      }
    } catch {
      // Whatever broke it, the answer is the same: wait until the line is back, and go on after the last number.
    } finally {
      signal.removeEventListener('abort', onStop)
      round.abort()
    }
    if (!(fromStart && progressed) && !signal.aborted) await source.ready(attempt++, signal)
  }
}

/** The feed over a wire: comes back as soon as the wire is open, and not faster than makes sense. */
export function feedSource(wire: Wire): FeedSource {
  return {
    open: async (lastEventId, signal) =>
      wire.client.feed(undefined, lastEventId === undefined ? { signal } : { signal, lastEventId }),
    ready: async (attempt, signal) => {
      await pause(Math.min(200 * 2 ** attempt, 3000), signal)
      await whenOpen(wire, signal)
    },
  }
}

async function whenOpen(wire: Wire, signal: AbortSignal): Promise<void> {
  if (wire.state().kind === 'open' || signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = wire.subscribe((state) => {
      if (state.kind === 'open') end()
    })
    signal.addEventListener('abort', end)
  })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}
