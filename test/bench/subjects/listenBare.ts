import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Subject } from './subject.ts'

/** Starts a bare server as a subject of the bench. `afterStop` runs once it is closed. */
export async function listenBare(
  server: Server,
  afterStop: () => Promise<void> | void = () => undefined,
): Promise<Subject> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    settled: async () => undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await afterStop()
    },
  }
}
