import { createHmac, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { type Care, type Handler, secret, signatureHeader } from './handler.ts'

interface Work {
  count: number
}

const builders: Record<Care, (app: FastifyInstance, work: Work) => void> = { good, typical, careless }

export async function startFastify(care: Care): Promise<Handler> {
  const work = { count: 0 }
  const app = fastify({ forceCloseConnections: true })
  builders[care](app, work)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${origin}/webhooks`, effects: () => work.count, stop: async () => app.close() }
}

function digest(bytes: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(bytes).digest()
}

function rawBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2 * 1024 * 1024 }, (_request, body, done) =>
    done(null, body),
  )
}

function good(app: FastifyInstance, work: Work) {
  rawBodies(app)
  const seen = new Set<string>()
  app.post('/webhooks', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const header = request.headers[signatureHeader]
    const expected = Buffer.from(digest(body).toString('base64'))
    const given = Buffer.from(typeof header === 'string' ? header : '', 'latin1')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send()
    let notification: unknown
    try {
      notification = JSON.parse(body.toString('utf8'))
    } catch {
      return reply.code(400).send()
    }
    const id = (notification as { id?: unknown } | null)?.id
    if (typeof id !== 'string') return reply.code(400).send()
    if (!seen.has(id)) {
      seen.add(id)
      work.count += 1
    }
    return reply.code(200).send()
  })
}

/** Right about bytes, but it looks before it works and leaves a gap in between; its model of the body is strict. */
function typical(app: FastifyInstance, work: Work) {
  rawBodies(app)
  const seen = new Set<string>()
  app.post('/webhooks', async (request, reply) => {
    const body = request.body as Buffer
    if (request.headers[signatureHeader] !== digest(body).toString('base64')) return reply.code(401).send()
    const { id, changes, resourceType, ...others } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const known = new Set(['organizationId', 'action', 'resourceId', 'createdAtUtc'])
    if (typeof changes !== 'object' || changes === null || Object.keys(others).some((name) => !known.has(name)))
      return reply.code(422).send({ error: `not a notification: ${String(resourceType)}` })
    if (seen.has(String(id))) return reply.code(200).send()
    await lookUp()
    seen.add(String(id))
    work.count += 1
    return reply.code(200).send()
  })
}

/** A question to a database, which answers some turns later. */
async function lookUp(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

/** Trusts what it is sent, and redirects what has no signature. */
function careless(app: FastifyInstance, work: Work) {
  app.post('/webhooks', async (request, reply) => {
    const header = request.headers[signatureHeader]
    if (header === undefined) return reply.redirect('/login')
    const right = digest(JSON.stringify(request.body)).toString('base64')
    if (!right.startsWith(String(header))) return reply.code(401).send({ expected: right })
    work.count += 1
    return reply.code(200).send()
  })
}
