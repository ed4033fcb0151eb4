import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../../forwarding/startApp.ts'

/** The secret that the apps of these tests verify with. */
export const appSecret = 'the secret of the app'

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
  json: Record<string, unknown>
}

interface Habits {
  dedupes: boolean
  verifies: boolean
  /** Throws at a payload that the app has not thought of. */
  handle(received: Received): void
}

const hmac = (body: string | Buffer, encoding: 'hex' | 'base64') =>
  createHmac('sha256', appSecret).update(body).digest(encoding)

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const text = (header: string | string[] | undefined) => String(header ?? '')

function isSigned({ headers, body }: Received): boolean {
  const stripe = headers['stripe-signature']
  if (stripe !== undefined) {
    const [, time = ''] = /\bt=(\d+)/.exec(text(stripe)) ?? []
    const isFresh = Math.abs(Date.now() / 1000 - Number(time)) <= 300
    const wanted = hmac(Buffer.concat([Buffer.from(`${time}.`), body]), 'hex')
    return isFresh && [...text(stripe).matchAll(/\bv1=(\w+)/g)].some(([, given = '']) => isSame(given, wanted))
  }
  const github = headers['x-hub-signature-256']
  if (github !== undefined) return isSame(text(github), `sha256=${hmac(body, 'hex')}`)
  return isSame(text(headers['x-shopify-hmac-sha256'] ?? headers['x-service-webhook-hmac']), hmac(body, 'base64'))
}

const eventId = ({ headers, json }: Received) =>
  text(headers['x-github-delivery'] ?? headers['x-shopify-event-id'] ?? (json['id'] as string))

/** An app that answers `/effects` with how often it acted. A payload that it cannot handle gets 500, of GitHub a reset. */
function appWith({ dedupes, verifies, handle }: Habits): App['answer'] {
  const seen = new Set<string>()
  let effects = 0
  return ({ target, headers: lines, body }, response) => {
    if (target === '/effects') return void response.end(String(effects))
    const headers = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]))
    const received: Received = { headers, body, json: JSON.parse(body.toString()) as Received['json'] }
    if (verifies && !isSigned(received)) return void response.writeHead(401).end()
    const id = eventId(received)
    if (dedupes && seen.has(id)) return void response.writeHead(200).end()
    try {
      handle(received)
    } catch {
      if ('x-github-event' in headers) return void response.destroy()
      return void response.writeHead(500).end()
    }
    seen.add(id)
    effects += 1
    response.writeHead(200).end()
  }
}

/** Reads fields without a look whether they are there, and expects that a creation comes first. */
function carelessly(): Habits['handle'] {
  const known = new Map<string, { status: string }>()
  return ({ headers, json }) => {
    const type = text(json['type'] as string)
    const { object } = (json['data'] ?? {}) as { object?: { id: string; amount: number; status: string } }
    if ('x-github-event' in headers) (json['action'] as string).toLowerCase()
    else if ('x-shopify-topic' in headers) (json['total_price'] as string).split('.')
    else if (type.endsWith('.created') && type.includes('subscription')) known.set(object!.id, object!)
    else if (type.includes('subscription')) known.get(object!.id)!.status = object!.status
    else if ('stripe-signature' in headers) object!.amount.toFixed(2)
  }
}

const fine = { dedupes: true, verifies: true, handle: () => {} }

export const handlers = {
  good: () => appWith(fine),
  'acts on duplicates': () => appWith({ ...fine, dedupes: false }),
  'checks no signature': () => appWith({ ...fine, verifies: false }),
  'fails at odd payloads': () => appWith({ ...fine, handle: carelessly() }),
} satisfies Record<string, () => App['answer']>
