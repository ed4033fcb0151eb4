import { describe, expect, it } from 'vitest'
import {
  type EnvironmentRecord,
  newEnvironmentRecord,
  withSharedSecret,
} from '../../src/engine/environments/environmentRecord.ts'
import {
  retiresAt,
  withRetired,
  withRotation,
  withRotationEnded,
  withSenderTold,
  withSoundRotation,
} from '../../src/engine/environments/rotation.ts'

const seal = {
  seal: (text: string) => `sealed ${text}`,
  unseal: (sealed: string) => sealed.slice(7),
  fingerprint: (text: string) => `keyed ${text}`,
}
const minute = 60_000

/** An environment with one secret, applied at 0, in which a rotation began at one minute. */
function rotating(quietMinutes = 10): EnvironmentRecord {
  const first = withRotation(newEnvironmentRecord('Acme', 'service', []), { text: 'old', quietMinutes }, seal, 0)
  return withRotation(withRotationEnded(first, 0), { text: 'new', quietMinutes }, seal, minute)
}

function applied(record: EnvironmentRecord, fingerprint: string | undefined, at: number): EnvironmentRecord {
  const told = { url: 'u', enabled: true, webhookTypes: [], secretFingerprint: fingerprint ?? null, at, status: 200 }
  return { ...record, webhookConfig: { ...record.webhookConfig, applied: told } }
}

describe('a rotation', () => {
  it('puts the new secret first and keeps accepting the old one', () => {
    const { sharedSecrets, rotation } = rotating()
    expect(sharedSecrets.map(({ sealed, retiredAt }) => [sealed, retiredAt])).toEqual([
      ['sealed new', null],
      ['sealed old', null],
    ])
    expect(rotation?.secretId).toBe(sharedSecrets[0]?.id)
  })

  it('numbers secrets, so that two of one minute have different names', () => {
    const [fresh, old] = rotating().sharedSecrets
    expect([fresh?.label, old?.label]).toEqual(['Secret 2', 'Secret 1'])
  })

  it('numbers them after those that have a name of an earlier kind, or whose like was removed', () => {
    const kept = rotating().sharedSecrets.map((secret) => ({ ...secret, label: 'set 2026-11-21 19:28 UTC' }))
    const next = withSharedSecret(kept, 'newest', seal.seal, minute)
    expect(next[0]?.label).toBe('Secret 3')
    expect(withSharedSecret(next.slice(0, 1), 'after', seal.seal, minute)[0]?.label).toBe('Secret 4')
  })

  it('makes a secret of 256 random bits when none is given', () => {
    const record = withRotation(newEnvironmentRecord('Acme', 'service', []), { text: null, quietMinutes: 1 }, seal, 0)
    expect(record.sharedSecrets[0]?.sealed).toMatch(/^sealed [A-Za-z0-9_-]{43}$/)
  })

  it('retires nothing before the service has the new secret', () => {
    const record = rotating()
    const [, old] = record.sharedSecrets
    expect(retiresAt(record, () => null)).toBeNull()
    expect(retiresAt(applied(record, old?.fingerprint, 5 * minute), () => null)).toBeNull()
  })

  it('waits from when a person says that the sender has the new secret', () => {
    expect(retiresAt(withSenderTold(rotating(10), 3 * minute), () => null)).toBe(13 * minute)
  })

  it('retires the old ones so many minutes after the application, or after their last use, if that is later', () => {
    const record = rotating(10)
    const [fresh, old] = record.sharedSecrets
    const told = applied(record, fresh?.fingerprint, 2 * minute)
    const lastUse = (at: number) => (id: string) => (id === old?.id ? at : 99 * minute)
    expect(retiresAt(told, () => null)).toBe(12 * minute)
    expect(retiresAt(told, lastUse(minute))).toBe(12 * minute)
    expect(retiresAt(told, lastUse(7 * minute))).toBe(17 * minute)
  })

  it('ends with every other secret retired, at the time it was', () => {
    const ended = withRotationEnded(rotating(), 30 * minute)
    expect(ended.rotation).toBeNull()
    expect(ended.sharedSecrets.map(({ retiredAt }) => retiredAt)).toEqual([null, 30 * minute])
  })

  it('is given up when another secret becomes the current one, or the new one is removed, and retires nothing', () => {
    const record = rotating()
    const another = { ...record.sharedSecrets[0], id: 'third' } as (typeof record.sharedSecrets)[number]
    const changed = [
      { ...record, sharedSecrets: [another, ...record.sharedSecrets] },
      { ...record, sharedSecrets: record.sharedSecrets.slice(1) },
    ]
    for (const entry of changed) {
      expect(withSoundRotation(entry).rotation).toBeNull()
      const ended = withRotationEnded(entry, 30 * minute)
      expect(ended.rotation).toBeNull()
      expect(ended.sharedSecrets.every(({ retiredAt }) => retiredAt === null)).toBe(true)
    }
  })

  it('goes back to a secret that was retired by accepting it again', () => {
    const record = withRotationEnded(rotating(), 30 * minute)
    const old = record.sharedSecrets[1]
    expect(withRetired(record, old?.id ?? '', null).sharedSecrets[1]?.retiredAt).toBeNull()
    const back = withRotation(record, { text: 'old', quietMinutes: 1 }, seal, 40 * minute)
    expect(back.sharedSecrets.map(({ sealed, retiredAt }) => [sealed, retiredAt])).toEqual([
      ['sealed old', null],
      ['sealed new', null],
    ])
  })
})
