import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SeenRequest {
  message: IncomingMessage
  body: Buffer
}

/** Starts a handler of a few lines: it answers with a status, or does what it wants with the response. */
export async function oneHandler(
  answer: (request: SeenRequest, response: ServerResponse) => number | void,
): Promise<{ url: string; server: ReturnType<typeof createServer> }> {
  const server = createServer((message, response) => {
    const parts: Buffer[] = []
    message.on('error', () => undefined)
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => {
      const status = answer({ message, body: Buffer.concat(parts) }, response)
      if (typeof status === 'number') response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, server }
}
