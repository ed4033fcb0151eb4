import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { delivery, openTestStore, temporaryFolder } from '../build.ts'

const pageBytes = 4096
const stored = 20
const lost = 15

/** A closed store with deliveries of some 2 kB, one a page; `index` is how it was when the first half had come. */
async function filledFolder(): Promise<{ folder: string; index: string }> {
  const folder = temporaryFolder()
  const index = join(temporaryFolder(), 'index.db')
  for (let half = 0; half < 2; half += 1) {
    const store = await openStore({ folder })
    for (let count = 1; count <= stored / 2; count += 1) {
      const id = (half * stored) / 2 + count
      await store.append(delivery(`body-of-${id}. ${`filler${id} `.repeat(300)}`))
    }
    await store.close()
    if (half === 0) copyFileSync(join(folder, 'index.db'), index)
  }
  return { folder, index }
}

const harms: [what: string, harm: (bytes: Buffer, at: number) => void][] = [
  ['a damaged page', (bytes, at) => bytes.fill(0xa5, at - (at % pageBytes), at - (at % pageBytes) + pageBytes)],
  ['a head whose bytes changed', (bytes, at) => bytes.fill('x', bytes.lastIndexOf('["sandbox"', at), at)],
]

it.each(harms)('leaves out the delivery on %s, names it, and indexes all that comes after', async (_what, harm) => {
  const { folder, index } = await filledFolder()
  const path = join(folder, 'deliveries.db')
  const bytes = readFileSync(path)
  harm(bytes, bytes.indexOf(`body-of-${lost}.`))
  writeFileSync(path, bytes)

  for (const indexed of ['half', 'nothing'] as const) {
    if (indexed === 'half') copyFileSync(index, join(folder, 'index.db'))
    else rmSync(join(folder, 'index.db'))
    const said: string[] = []
    const store = await openTestStore({ folder, log: (_level, message) => said.push(message) })
    const fresh = await store.append(delivery('what came after'))
    const ids = (await store.list({ limit: 500 })).items.map(({ id }) => Number(id))
    expect(ids).toContain(Number(fresh))
    expect(ids).not.toContain(lost)
    // A page holds two deliveries at most.
    expect(ids.length).toBeGreaterThanOrEqual(Number(fresh) - 2)
    expect((await store.list({ limit: 5, q: `body-of-${stored}` })).items.map(({ id }) => id)).toEqual([String(stored)])
    expect(said.join()).toContain(`Delivery ${lost} cannot be read`)
    await expect(store.get(String(lost))).rejects.toThrow(/damaged|could not be read/)
    await store.close()
  }
})
