import type { Socket } from 'node:net'

/** Time after an answer in which a half-closed sender can still reset the connection, ms. */
const refusalMs = 250

/** Watches whether the sender of a request is still connected while its answer waits. */
export interface SenderWatch {
  /** Aborted once its connection is closed. */
  gone: AbortSignal
  /**
   * Whether the sender received what was just written. A sender that gave up half-closes like one that waits for the
   * answer; only the first write tells them apart.
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
