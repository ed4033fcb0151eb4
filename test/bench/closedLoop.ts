import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** Secret that the bench signs with. */
export const benchSecret = 'bench-secret'

/** Whole requests with varied 600-byte signed bodies, ready to be written to a socket. */
export function signedRequests(count: number, path: string, keepAlive = true): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `b3b3318e-fb35-49f6-a115-${index.toString(16).padStart(12, '0')}`
    const start = `{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"${id}","resourceId":"${id}","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":{"note":"`
    const body = Buffer.from(`${start}${String(index).padEnd(600 - start.length - 3, ' lorem')}"}}`)
    const signature = createHmac('sha256', benchSecret).update(body).digest('base64')
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${body.length}`,
      `x-service-webhook-hmac: ${signature}`,
      'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
      'request-id: |0af7651916cd43dd8448eb211c80319c.b7ad6b7169203331.',
    ]
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  })
}

export interface LoopResult {
  perSecond: number
  p50: number
  p99: number
  refused: number
}

/** Keep-alive connections that each send their next request when the answer to the last one came. Latencies in ms. */
export async function closedLoop(
  port: number,
  connections: number,
  ms: number,
  requests: Buffer[],
): Promise<LoopResult> {
  const latencies: number[] = []
  let refused = 0
  let next = 0
  const sockets: Socket[] = []
  const end = performance.now() + ms
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        let sentAt = 0
        const send = (): void => {
          sentAt = performance.now()
          socket.write(requests[next++ % requests.length] as Buffer)
        }
        socket.once('connect', send)
        socket.once('error', reject)
        socket.on('data', (chunk) => {
          // Every answer of the bench's servers is small and has no body: it comes in one piece.
          const now = performance.now()
          latencies.push(now - sentAt)
          if (chunk[9] !== 0x32) refused += 1
          if (now < end) send()
          else resolve()
        })
      })
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const socket of sockets) socket.destroy()
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), refused }
}
