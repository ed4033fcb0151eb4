import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Environments, openEnvironments } from '../../src/engine/environments/openEnvironments.ts'
import { withRotation } from '../../src/engine/environments/rotation.ts'
import { watchRotations } from '../../src/engine/environments/watchRotations.ts'
import { openStore } from '../../src/engine/store/openStore.ts'
import type { Store } from '../../src/engine/store/store.ts'
import { scratchFolder } from '../build/startServe.ts'

const seal = {
  seal: (text: string) => `sealed ${text}`,
  unseal: (sealed: string) => sealed.slice(7),
  fingerprint: (text: string) => `keyed ${text}`,
}
const minute = 60_000

let folder: ReturnType<typeof scratchFolder>
let store: Store
let environments: Environments
let now: number
let watch: ReturnType<typeof watchRotations>

const open = async () =>
  openEnvironments(
    store,
    seal,
    () => now,
    () => undefined,
  )

beforeEach(async () => {
  now = 0
  folder = scratchFolder()
  store = await openStore({ folder: folder.path })
  environments = await open()
  watch = watchRotations(
    environments,
    () => now,
    () => undefined,
  )
})
afterEach(async () => {
  watch.stop()
  await environments.stop()
  await store.close()
  folder.remove()
})

/** Begins a rotation from "old" to "new" that is applied at once. */
async function rotate() {
  await environments.update('sandbox', { sharedSecret: 'old' })
  const record = await environments.change('sandbox', (before) =>
    withRotation(before, { text: 'new', quietMinutes: 10 }, seal, now),
  )
  const secretFingerprint = record.sharedSecrets[0]?.fingerprint ?? null
  const applied = { url: 'u', enabled: true, webhookTypes: [], secretFingerprint, at: now, status: 200 }
  await environments.change('sandbox', (before) => ({
    ...before,
    webhookConfig: { ...before.webhookConfig, applied },
  }))
  return record.sharedSecrets.map(({ id }) => id) as [string, string]
}

const retired = () => environments.get('sandbox')?.sharedSecrets.map(({ retiredAt }) => retiredAt)

describe('a rotation that is watched', () => {
  it('ends once the old secret has rested for as long as was wished', async () => {
    await rotate()
    now = 10 * minute - 1
    await watch.look()
    expect(retired()).toEqual([null, null])
    now = 10 * minute
    await watch.look()
    expect(retired()).toEqual([null, 10 * minute])
    expect(environments.verifier('sandbox')?.secrets).toHaveLength(1)
  })

  it('goes on as long as deliveries come that are signed with the old secret', async () => {
    const [, old] = await rotate()
    environments.noteUse(old, 8 * minute)
    now = 17 * minute
    await watch.look()
    expect(retired()).toEqual([null, null])
    now = 18 * minute
    await watch.look()
    expect(retired()).toEqual([null, 18 * minute])
  })

  it('remembers the last use over a restart', async () => {
    const [, old] = await rotate()
    environments.noteUse(old, 8 * minute)
    environments.noteUse(old, 7 * minute)
    await environments.stop()
    const again = await open()
    expect(again.lastUse(old)).toBe(8 * minute)
    expect(again.get('sandbox')?.rotation).toMatchObject({ quietMinutes: 10 })
  })

  it('does not take the time in which the app did not run for rest', async () => {
    await rotate()
    now = 60 * minute
    await environments.stop()
    const again = await open()
    const watching = watchRotations(
      again,
      () => now,
      () => undefined,
    )
    await watching.look()
    expect(again.verifier('sandbox')?.secrets).toHaveLength(2)
    now = 70 * minute
    await watching.look()
    expect(again.verifier('sandbox')?.secrets).toHaveLength(1)
    watching.stop()
  })
})
