import { closeSync, fdatasync, mkdirSync, openSync, writev } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listenBare } from './listenBare.ts'
import type { Subject } from './subject.ts'

const write = promisify(writev)
const sync = promisify(fdatasync)

/**
 * The least that a server can do which answers only once a request is on disk: it appends the bytes of all that came to a
 * file, syncs it once for all of them, and answers. Requests that arrive during a sync are the next group. It verifies and finds nothing.
 */
export async function startFloor(folder: string): Promise<Subject> {
  mkdirSync(folder, { recursive: true })
  const file = openSync(join(folder, 'floor.bin'), 'a')
  let waiting: { bytes: Uint8Array[]; response: ServerResponse }[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await write(
        file,
        group.flatMap(({ bytes }) => bytes),
      )
      await sync(file)
      for (const { response } of group) response.writeHead(200, { 'Content-Length': 0 }).end()
    }
    writing = null
  }

  const server = createServer((message, response) => {
    const head = `${message.method} ${message.url}\r\n${message.rawHeaders.join('\r\n')}\r\n\r\n`
    const bytes: Uint8Array[] = [Buffer.from(head)]
    message.on('data', (chunk: Buffer) => bytes.push(chunk))
    message.on('end', () => {
      waiting.push({ bytes, response })
      writing ??= writeAll()
    })
  })
  return listenBare(server, async () => {
    await writing
    closeSync(file)
  })
}
