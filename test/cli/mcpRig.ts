import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Paths of the values that hold a text. */
export function placesOf(value: unknown, text: string, path = ''): string[] {
  if (typeof value === 'string') return value.includes(text) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.includes(text) ? [`${path}.(key)`] : []),
    ...placesOf(entry, text, path === '' ? key : `${path}.${key}`),
  ])
}

/** A handler that answers 401 with what it computed where that is not what came. */
export async function listen(digestOf: (body: string) => string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const digest = digestOf(Buffer.concat(chunks).toString())
      const isRight = request.headers['x-service-webhook-hmac'] === digest
      response.writeHead(isRight ? 200 : 401).end(isRight ? 'ok' : `computed ${digest}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server }
}
