import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between a sender and the receiver that parses and rewrites each body. */
export interface Proxy {
  url: string
  /** Passes bodies unchanged from now on. */
  mend(): void
  stop(): Promise<void>
}

/** Starts one on a free port of this machine. */
export async function startProxy(target: string): Promise<Proxy> {
  let isMended = false
  const server = createServer((request, response) => {
    passOn(request, target, (body) => (isMended ? body : rewritten(body))).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(502).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mend: () => {
      isMended = true
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The same JSON values in other bytes. */
function rewritten(body: Buffer): Buffer {
  return Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))
}

const ofTheConnection = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'])

async function passOn(request: IncomingMessage, target: string, change: (body: Buffer) => Buffer): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (!ofTheConnection.has(name)) for (const value of values ?? []) headers.append(name, value)
  }
  const body = new Uint8Array(change(Buffer.concat(chunks)))
  const answer = await fetch(new URL(request.url ?? '/', target), { method: request.method ?? 'POST', headers, body })
  return answer.status
}
