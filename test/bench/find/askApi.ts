import { Agent, request } from 'node:http'

export interface Asked {
  status: number
  /** From the call until the last byte of its answer, ms. */
  ms: number
  bytes: Buffer
}

/** A script with one connection that stays open: asks an API for an answer and reads all of it. */
export function apiClient(root: string, token: string): { ask(path: string): Promise<Asked>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: async (path) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const call = request(root + path, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const ms = performance.now() - startedAt
            resolve({ status: answer.statusCode ?? 0, ms, bytes: Buffer.concat(chunks) })
          })
        })
        call.on('error', reject)
        call.end()
      }),
    close: () => agent.destroy(),
  }
}
