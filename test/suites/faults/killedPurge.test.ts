import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { integrityProblem } from '../../../src/engine/upkeep/inspectDatabase.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder, startServe, type ServeProcess } from '../../build/startServe.ts'
import { delivery, notification } from '../../store/build.ts'

const stored = 20_000
const kept = 1000
const kills = 5

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess | undefined
beforeEach(async () => {
  folder = scratchFolder()
  const store = await openStore({ folder: folder.path })
  const body = () => delivery(notification({ pad: 'x'.repeat(2000) }))
  for (let done = 0; done < stored; done += 1000) {
    await Promise.all(Array.from({ length: 1000 }, async () => store.append(body())))
  }
  await store.close()
})
afterEach(async () => {
  await serve?.kill('SIGKILL')
  folder.remove()
})

function idsInFile(): number[] {
  const file = new DatabaseSync(join(folder.path, 'deliveries.db'), { readOnly: true, timeout: 5000 })
  try {
    return file
      .prepare('SELECT id FROM deliveries ORDER BY id')
      .all()
      .map((row) => Number(row['id']))
  } finally {
    file.close()
  }
}

it('a purge that is killed again and again while deliveries arrive ends where it should, and loses none that was acknowledged', async () => {
  let acknowledged = 0
  for (let kill = 0; kill < kills; kill++) {
    serve = await startServe(folder.path, ['--receiver-port', '0'])
    if (kill === 0) await serve.call('PATCH', '/environments/sandbox', { retention: { maxCount: kept } })
    const [environment] = await serve.call<Environment[]>('GET', '/environments')
    const before = idsInFile().length
    for (let sent = 0; sent < 50; sent++) {
      const url = `${serve.receiver}${environment?.receiverPath ?? ''}`
      const { status } = await fetch(url, { method: 'POST', body: `arrived ${acknowledged}` })
      expect(status).toBe(200)
      acknowledged += 1
    }
    await expect.poll(() => idsInFile().length, { interval: 5, timeout: 60_000 }).toBeLessThanOrEqual(before)
    await serve.kill('SIGKILL')
    expect(integrityProblem(join(folder.path, 'deliveries.db'))).toBeNull()
  }
  serve = await startServe(folder.path, ['--receiver-port', '0'])
  await expect.poll(() => idsInFile().length, { timeout: 120_000 }).toBe(kept)
  const last = stored + acknowledged
  expect(idsInFile()).toEqual(Array.from({ length: kept }, (_, place) => last - kept + 1 + place))
})
