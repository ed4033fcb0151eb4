import type { KnownSecret } from '../signature/explain/types.ts'
import type { EnvironmentRecord } from './environmentRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

/** Every secret that any environment has had, those of `id` first, in clear: to explain with, never to show. */
export function knownSecrets(records: readonly EnvironmentRecord[], id: string, seal: SecretSeal): KnownSecret[] {
  const ownFirst = records.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
  return ownFirst.flatMap((record) =>
    record.sharedSecrets.flatMap(({ label, fingerprint, sealed }, index): KnownSecret[] => {
      const text = seal.unseal(sealed)
      const standing = record.id !== id ? 'other' : index === 0 ? 'current' : 'previous'
      return text === null
        ? []
        : [{ bytes: Buffer.from(text, 'utf8'), label, fingerprint, environment: record.name, standing }]
    }),
  )
}
