import type { FeedSource } from './followFeed.ts'
import type { Wire } from './wire.ts'

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
