import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import fc from 'fast-check'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost } from '../../build/startTestHost.ts'
import { fuzz } from './fuzz.ts'
import { edited, edits } from './mutate.ts'

let folder: ReturnType<typeof scratchFolder>
let whole: string
let files: string[]
beforeAll(async () => {
  folder = scratchFolder()
  whole = join(folder.path, 'whole')
  const { host, client } = await startTestHost(whole)
  for (let at = 0; at < 3; at++) await client.sandbox.demo()
  await client.environments.create({ name: 'Acme', authUrl: 'http://127.0.0.1:9', baseUrl: 'http://127.0.0.1:9' })
  await host.stop()
  files = readdirSync(whole).filter((name) => statSync(join(whole, name)).isFile() && !name.endsWith('.lock.db'))
})
afterAll(() => folder.remove())

const pages = fc.array(
  fc.record({
    page: fc.nat({ max: 60 }),
    at: fc.nat({ max: 4095 }),
    byte: fc.nat({ max: 255 }),
    run: fc.integer({ min: 1, max: 4096 }),
  }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

it('any damage to a file of the data folder is repaired, or the start says what is wrong', async () => {
  const input = fc.record({
    file: fc.nat({ max: 30 }),
    changes: edits,
    pages,
    cut: fc.option(fc.nat({ max: 1_000_000 })),
  })
  let round = 0
  await fuzz('folders', input, async ({ file, changes, pages: damage, cut }) => {
    const copy = join(folder.path, `copy-${round++}`)
    cpSync(whole, copy, { recursive: true })
    const path = join(copy, files[file % files.length] ?? '')
    const bytes = readFileSync(path)
    writeFileSync(
      path,
      cut === null
        ? path.includes('.db')
          ? damaged(bytes, damage)
          : edited(bytes, changes)
        : bytes.subarray(0, Math.floor((cut / 1_000_000) * bytes.length)),
    )
    try {
      const { host, client } = await startTestHost(copy)
      try {
        await client.status()
        const { items } = await client.deliveries.list({ limit: 50 })
        for (const { id } of items) await client.deliveries.get({ id, explain: 'false' })
      } finally {
        await host.stop()
      }
    } catch (error) {
      if (!isSaid(error)) throw error
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})

function damaged(bytes: Buffer, damage: readonly { page: number; at: number; byte: number; run: number }[]): Buffer {
  const now = Buffer.from(bytes)
  for (const { page, at, byte, run } of damage) {
    const start = Math.min(now.length, page * 4096 + at)
    now.fill(byte, start, Math.min(now.length, start + run))
  }
  return now
}

const ofPrograms = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'AggregateError'])

/** An expected failure is a sentence for users; failures of programs and libraries are not. */
function isSaid(error: unknown): boolean {
  if (!(error instanceof Error) || ofPrograms.has(error.name)) return false
  const { code } = error as { code?: unknown }
  return !(typeof code === 'string' && code.startsWith('ERR_')) && code !== 'INTERNAL_SERVER_ERROR'
}
