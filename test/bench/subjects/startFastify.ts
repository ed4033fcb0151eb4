import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { secret, signatureHeader, target } from '../messages.ts'
import type { Subject } from './subject.ts'

/** The obvious first version: Fastify, verify, one synced insert for each request (WAL, synchronous=FULL). */
export async function startFastify(folder: string): Promise<Subject> {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'fastify.db'))
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE deliveries (id INTEGER PRIMARY KEY, headers TEXT, body BLOB, valid INTEGER)`)
  const insert = database.prepare('INSERT INTO deliveries (headers, body, valid) VALUES (?, ?, ?)')
  const server = fastify({ bodyLimit: 10 * 1024 * 1024 })
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post(target, (request, reply) => {
    const body = request.body as Buffer
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
    const received = Buffer.from(String(request.headers[signatureHeader]))
    const valid = expected.length === received.length && timingSafeEqual(expected, received)
    insert.run(JSON.stringify(request.raw.rawHeaders), body, valid ? 1 : 0)
    reply.send()
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const [address] = server.addresses()
  return {
    port: typeof address === 'object' ? address.port : 0,
    settled: async () => undefined,
    stop: async () => {
      await server.close()
      database.close()
    },
  }
}
