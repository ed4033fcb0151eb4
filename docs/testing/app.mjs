import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** The app that the examples test: verifies GitHub's signature, and keeps what it accepted. */
export async function startApp(secret) {
  const accepted = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    const received = Buffer.from(String(request.headers['x-hub-signature-256'] ?? ''))
    const isValid = received.length === expected.length && timingSafeEqual(received, expected)
    if (isValid) accepted.push(JSON.parse(body.toString()))
    response.writeHead(isValid ? 204 : 401).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/webhooks`,
    accepted,
    stop: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

/** Code that sends a webhook, as your own service would. */
export async function notify(url, secret, event) {
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  return fetch(url, { method: 'POST', headers, body })
}
