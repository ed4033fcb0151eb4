import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Came {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: Buffer
}

/** A receiver that keeps the one request that it is sent, as it came. */
export async function startEchoServer(): Promise<{ origin: string; came: Promise<Came>; stop(): void }> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const headers: [string, string][] = []
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        headers.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? ''])
      }
      response.end('taken')
      server.emit('came', { method: request.method ?? '', url: request.url ?? '', headers, body })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const came = once(server, 'came').then(([request]) => request as Came)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
