import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Subject } from './subject.ts'

/** What all ratios refer to: the least that a Node server can do. It reads the whole body and answers 200. */
export async function startReference(): Promise<Subject> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => response.writeHead(200, { 'Content-Length': 0 }).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    settled: async () => undefined,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
