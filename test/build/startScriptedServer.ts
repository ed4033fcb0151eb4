import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A real HTTP server on loopback whose answers a test writes, and which remembers what it was asked. */
export interface ScriptedServer {
  url: string
  seen: SeenRequest[]
  answer: (request: SeenRequest, response: ServerResponse) => void
  stop(): Promise<void>
}

export async function startScriptedServer(answer: ScriptedServer['answer']): Promise<ScriptedServer> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const request = {
        method: message.method ?? '',
        path: message.url ?? '',
        headers: message.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      scripted.seen.push(request)
      scripted.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    answer,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return scripted
}

/** Answers JSON. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
