import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface AppRequest {
  method: string
  /** As it stood in the request line. */
  target: string
  headers: [name: string, value: string][]
  body: Buffer
}

/** A local app that keeps what it is sent, byte for byte. */
export interface App {
  url: string
  port: number
  seen: AppRequest[]
  /** Answers are written by the test; default: 204. */
  answer: (request: AppRequest, response: ServerResponse) => void
  /** Resolves when `count` requests have ended. */
  count(count: number): Promise<void>
}

export async function startApp(answer?: App['answer']): Promise<App> {
  let wake = () => {}
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const headers: [string, string][] = []
      for (let at = 0; at < message.rawHeaders.length; at += 2) {
        headers.push([message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? ''])
      }
      const request = {
        method: message.method ?? '',
        target: message.url ?? '',
        headers,
        body: Buffer.concat(chunks),
      }
      app.seen.push(request)
      app.answer(request, response)
      wake()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const app: App = {
    url: `http://127.0.0.1:${port}`,
    port,
    seen: [],
    answer: answer ?? ((_request, response) => void response.writeHead(204).end()),
    count: async (count) => {
      while (app.seen.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
  return app
}
