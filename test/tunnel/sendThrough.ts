import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'

export interface Sender {
  /** Answers the status, or 0 when the connection broke. */
  post(body: Uint8Array, path?: string): Promise<number>
  stop(): void
}

/** A sender that posts to a public address; names under localhost are dialled on this machine. */
export function openSender(publicUrl: string, connections: number): Sender {
  const url = new URL(publicUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    post: async (body, path = '/in/known') =>
      new Promise((resolve) => {
        const sending = request(
          {
            agent,
            method: 'POST',
            host: '127.0.0.1',
            port: url.port,
            path,
            headers: { host: url.host, 'content-length': body.length },
          },
          (answer) => {
            answer.resume()
            answer.on('end', () => resolve(answer.statusCode ?? 0))
            answer.on('error', () => resolve(0))
          },
        )
        sending.on('error', () => resolve(0))
        sending.end(body)
      }),
    stop: () => agent.destroy(),
  }
}

/** Random bodies: most are small, every fiftieth has up to 1 MB. */
export function randomBody(index: number): Buffer {
  if (index % 200 === 1) return randomBytes(1_000_000 - (index % 7))
  return randomBytes(index % 50 === 0 ? randomInt(1_000_000) : randomInt(4000))
}

/** Sends bodies over all connections at once; answers their hashes and the statuses that were not 200. */
export async function sendMany(
  sender: Sender,
  count: number,
  connections: number,
): Promise<{ hashes: string[]; others: number[] }> {
  const hashes: string[] = []
  const others: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) {
        const body = randomBody(next++)
        const status = await sender.post(body)
        if (status === 200) hashes.push(createHash('sha256').update(body).digest('hex'))
        else others.push(status)
      }
    }),
  )
  return { hashes, others }
}
