import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillStore } from '../page/fillStore.ts'
import { startBenchServe } from '../serve/startBenchServe.ts'

/** Fills a data folder with that many deliveries for the bench, unless it is there and has them. */
export async function makeFindFolder(folder: string, count: number): Promise<void> {
  const note = join(folder, 'bench.json')
  if (existsSync(note) && (JSON.parse(readFileSync(note, 'utf8')) as { count: number }).count === count) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const serve = await startBenchServe({ folder, service: null, page: false })
  await serve.stop()
  await fillStore(folder, serve.environmentId, count)
  writeFileSync(note, JSON.stringify({ count }))
}
