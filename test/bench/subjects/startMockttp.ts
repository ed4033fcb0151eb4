import { getLocal } from 'mockttp'
import { target } from '../messages.ts'
import type { Subject } from './subject.ts'

/** mockttp as its documentation starts it. It keeps what it saw in memory only and verifies nothing. */
export async function startMockttp(): Promise<Subject> {
  const server = getLocal()
  await server.start()
  await server.forPost(target).thenReply(200)
  return { port: server.port, settled: async () => undefined, stop: async () => server.stop() }
}
