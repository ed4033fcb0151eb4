import { createServer } from 'node:http'
import { listenBare } from './listenBare.ts'
import type { Subject } from './subject.ts'

/** The reference of all ratios: the least that a Node server can do. It reads the whole body and answers 200. */
export async function startReference(): Promise<Subject> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => response.writeHead(200, { 'Content-Length': 0 }).end())
  })
  return listenBare(server)
}
