import type { ShellRequest } from '../shared/wireTypes.ts'

/** Requests of the shell to the page. */
export interface PageRequests {
  /** Asks the pages that listen; without one, the last request waits for the first that does. */
  send(request: ShellRequest): void
  /** Forgets what waits: the window it was meant for is gone. */
  clear(): void
  /** For one page, until the signal. */
  listen(signal: AbortSignal | undefined): AsyncGenerator<ShellRequest, void, void>
}

/** A page that has stopped reading is asked for no more than this. */
const maxPending = 20

export function openPageRequests(): PageRequests {
  const pages = new Set<(request: ShellRequest) => void>()
  let waiting: ShellRequest | null = null
  return {
    send: (request) => {
      if (pages.size === 0) waiting = request
      for (const take of pages) take(request)
    },
    clear: () => {
      waiting = null
    },
    async *listen(signal) {
      let queue: ShellRequest[] = waiting === null ? [] : [waiting]
      waiting = null
      let wake = () => {}
      const take = (request: ShellRequest) => {
        queue = [...queue, request].slice(-maxPending)
        wake()
      }
      const end = () => wake()
      pages.add(take)
      signal?.addEventListener('abort', end)
      try {
        while (signal?.aborted !== true) {
          const [next, ...rest] = queue
          queue = rest
          if (next !== undefined) yield next
          else {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        }
      } finally {
        pages.delete(take)
        signal?.removeEventListener('abort', end)
      }
    },
  }
}
