import type { Socket } from 'node:net'

/** Time after an answer in which a sender that had closed its side can still reset the connection, ms. */
const refusalMs = 250

/** Whether the sender of a request is still there while its answer waits. */
export interface SenderWatch {
  /** Aborted once its connection is closed. */
  gone: AbortSignal
  /**
   * Whether it took what was just handed to the socket. A sender that gave up closes its side like one that only waits for
   * the answer; the first write shows which of the two it was.
   */
  stillTakesIt(): Promise<boolean>
  stop(): void
}

export function watchSender(socket: Socket): SenderWatch {
  const gone = new AbortController()
  let closedItsSide = socket.readableEnded
  const onEnd = () => {
    closedItsSide = true
  }
  const onClose = () => gone.abort()
  if (socket.destroyed) gone.abort()
  socket.on('end', onEnd)
  socket.on('close', onClose)
  return {
    gone: gone.signal,
    async stillTakesIt() {
      if (!closedItsSide) return true
      return new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => finish(true), refusalMs).unref()
        const onError = () => finish(false)
        const finish = (takes: boolean) => {
          clearTimeout(timer)
          socket.off('error', onError)
          resolve(takes && socket.errored === null)
        }
        socket.on('error', onError)
      })
    },
    stop() {
      socket.off('end', onEnd)
      socket.off('close', onClose)
    },
  }
}
