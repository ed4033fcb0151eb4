import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CannotListen } from '../shared/cannotListen.ts'

/** Listens; answers the port. Throws CannotListen with a human-readable message. */
export async function listen(server: Server, port: number, address: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    // It stays: accepting a connection fails when no file descriptor is left, and the client tries again.
    server.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? 'UNKNOWN'
      reject(new CannotListen(code, port, `The page cannot listen on port ${port}: ${reason(code, error)}`))
    })
    server.listen(port, address, resolve)
  })
  return (server.address() as AddressInfo).port
}

function reason(code: string, error: Error): string {
  const instead = 'Choose another one with --ui-port, or 0 for any free one.'
  if (code === 'EADDRINUSE') return `something else listens there already. ${instead}`
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Check --ui-host.'
  if (code === 'EACCES') return `this user may not open it. ${instead}`
  return `${error.message}. ${instead}`
}
