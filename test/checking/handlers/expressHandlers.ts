import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { type Care, type Handler, secret, signatureHeader } from './handler.ts'

interface Work {
  count: number
}

const builders: Record<Care, (work: Work) => Express> = { good, typical, careless }

export async function startExpress(care: Care): Promise<Handler & { become(care: Care): void }> {
  const work = { count: 0 }
  let app = builders[care](work)
  const server = createServer((request, response) => app(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    /** Replaces its code. */
    become: (next) => {
      app = builders[next](work)
    },
    effects: () => work.count,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function digest(bytes: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(bytes).digest()
}

function good(work: Work): Express {
  const app = express()
  const seen = new Set<string>()
  app.post('/webhooks', express.raw({ type: '*/*', limit: '2mb' }), (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const header = request.get(signatureHeader) ?? ''
    const expected = digest(body).toString('base64')
    const isRight =
      header.length === expected.length && timingSafeEqual(Buffer.from(header, 'latin1'), Buffer.from(expected))
    if (!isRight) return void response.sendStatus(401)
    let notification: unknown
    try {
      notification = JSON.parse(body.toString('utf8'))
    } catch {
      return void response.sendStatus(400)
    }
    if (typeof notification !== 'object' || notification === null || Array.isArray(notification))
      return void response.sendStatus(400)
    const { id } = notification as { id?: string }
    if (id !== undefined && !seen.has(id)) {
      seen.add(id)
      work.count += 1
    }
    response.sendStatus(200)
  })
  return app
}

function typical(work: Work): Express {
  const app = express()
  app.use(express.json({ verify: (request, _response, raw) => Object.assign(request, { raw }) }))
  app.post('/webhooks', (request, response) => {
    const header = request.get(signatureHeader)
    if (header === undefined) return void response.sendStatus(401)
    const { raw } = request as unknown as { raw: Buffer }
    // Throws where the lengths differ, and where there was no JSON body.
    if (!timingSafeEqual(Buffer.from(header, 'base64'), digest(raw))) return void response.sendStatus(401)
    const { resourceType } = request.body as { resourceType: string }
    if (!['Payment', 'Identity'].includes(resourceType))
      return void response.status(400).json({ error: 'unknown type' })
    work.count += 1
    response.sendStatus(200)
  })
  return app
}

function careless(work: Work): Express {
  const app = express()
  app.use(express.json())
  app.post('/webhooks', (request, response) => {
    const header = request.get(signatureHeader)
    const expected = digest(JSON.stringify(request.body)).toString('base64')
    if (header !== undefined && header !== '' && header !== expected)
      return void response.status(401).json({ error: `expected ${expected}` })
    work.count += 1
    response.sendStatus(200)
  })
  return app
}
