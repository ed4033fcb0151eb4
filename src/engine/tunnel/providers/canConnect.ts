import { connect } from 'node:net'

/** Whether something takes TCP connections there. */
export async function canConnect(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, signal })
    const finish = (isThere: boolean) => {
      resolve(isThere)
      socket.destroy()
    }
    socket.once('connect', () => finish(true))
    socket.on('error', () => finish(false))
  })
}
