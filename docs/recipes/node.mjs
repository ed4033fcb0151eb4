// A handler of webhooks on plain Node: raw bytes first, then the signature, then once per id.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.HOOKSCOPE_SHARED_SECRET
if (!secret) throw new Error('HOOKSCOPE_SHARED_SECRET is missing') // an empty secret would let everyone sign
const seen = new Set() // in a real app: a unique key, written in the same transaction as the work
const maxBytes = 2 * 1024 * 1024

function isSigned(body, header) {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
  const given = Buffer.from(header ?? '', 'latin1')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function statusFor(body, header) {
  if (!isSigned(body, header)) return 401
  let notification
  try {
    notification = JSON.parse(body.toString('utf8'))
  } catch {
    return 400
  }
  if (typeof notification?.id !== 'string') return 400
  if (!seen.has(notification.id)) seen.add(notification.id) // the work goes here, or into a queue
  return 200
}

const server = createServer((request, response) => {
  if (request.url === '/effects') return response.end(String(seen.size)) // for hookscope check --effects
  if (request.method !== 'POST') return response.writeHead(405).end()
  const parts = []
  let size = 0
  request.on('data', (part) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  })
  request.on('error', () => response.destroy())
  request.on('end', () => {
    const status = size > maxBytes ? 413 : statusFor(Buffer.concat(parts), request.headers['x-service-webhook-hmac'])
    response.writeHead(status).end()
  })
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
