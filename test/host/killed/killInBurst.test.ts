import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { scratchFolder, startServe, type ServeProcess } from '../../build/startServe.ts'
import { fewAndAll } from '../../support/fewAndAll.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess | undefined

beforeEach(() => {
  folder = scratchFolder()
})
afterEach(async () => {
  await serve?.kill('SIGKILL')
  folder.remove()
})

const connections = 20

fewAndAll(
  'keeps every acknowledged delivery, byte for byte, when the process is killed in mid-burst, again and again',
  [1, 5],
  async (rounds) => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      serve = await startServe(folder.path, ['--receiver-port', '0'])
      const [environment] = await serve.call<{ receiverPath: string }[]>('GET', '/environments')
      const before = acknowledged.size
      await burstUntilKilled(
        serve,
        environment?.receiverPath ?? '',
        acknowledged,
        before + 300 + Math.floor(Math.random() * 700),
      )
      expect(acknowledged.size).toBeGreaterThan(before)
    }

    serve = await startServe(folder.path, ['--receiver-port', '0'])
    const stored = new Map<string, number>()
    let next: string | null = null
    do {
      const query: string = next === null ? '' : `&before=${next}`
      const page = await serve.call<{ items: { id: string }[]; next: string | null }>(
        'GET',
        `/deliveries?limit=500${query}`,
      )
      for (const { id } of page.items) {
        const hash = createHash('sha256')
          .update(await serve.bytes(`/deliveries/${id}/body`))
          .digest('hex')
        stored.set(hash, (stored.get(hash) ?? 0) + 1)
      }
      next = page.next
    } while (next !== null)
    expect([...acknowledged].filter((hash) => !stored.has(hash))).toEqual([])
    expect([...stored.values()].every((copies) => copies === 1)).toBe(true)

    await serve.kill('SIGTERM')
    const database = new DatabaseSync(join(folder.path, 'deliveries.db'), { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  },
)

/** Posts random bytes over many connections and kills the process once `enough` were acknowledged in all. */
async function burstUntilKilled(
  process: ServeProcess,
  path: string,
  acknowledged: Set<string>,
  enough: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let killed: Promise<unknown> | undefined
  const post = async (): Promise<boolean> =>
    new Promise((resolve) => {
      const body = randomBytes(1 + Math.floor(Math.random() * 2000))
      const call = request(process.receiver + path, { method: 'POST', agent }, (response) => {
        response.resume()
        response.once('error', () => resolve(false))
        response.once('end', () => {
          if (response.statusCode === 200) acknowledged.add(createHash('sha256').update(body).digest('hex'))
          resolve(response.statusCode === 200)
        })
      })
      call.once('error', () => resolve(false))
      call.end(body)
    })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (await post()) {
        if (acknowledged.size >= enough) killed ??= process.kill('SIGKILL')
      }
    }),
  )
  await killed
  agent.destroy()
}
