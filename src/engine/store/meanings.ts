import type { DatabaseSync } from 'node:sqlite'
import { senderPreset } from '../../shared/signature/schemePresets.ts'
import type { Meaning } from '../../shared/signature/meaning.ts'

/** What an environment's document says of its sender. */
interface StoredEnvironment {
  kind?: string
  signatureScheme?: string
  ownScheme?: { meaning?: Meaning | undefined } | null
}

/** Of a sender that nothing is known of only CloudEvents have a meaning. */
const nothing: Meaning = { eventType: [] }

/** How deliveries of an environment are read: null as notifications of the service. */
export function meaningOf({ kind, signatureScheme = '', ownScheme }: StoredEnvironment): Meaning | null {
  if (kind !== 'sender') return null
  const meaning = signatureScheme === 'own' ? ownScheme?.meaning : senderPreset(signatureScheme)?.meaning
  return meaning ?? nothing
}

/** Reads the meaning that an environment's deliveries have now. `schema` is where the documents are. */
export function meaningReader(
  database: DatabaseSync,
  schema: 'main' | 'truth',
): (environmentId: string) => Meaning | null {
  const document = database.prepare(`SELECT json FROM ${schema}.documents WHERE collection = 'environments' AND id = ?`)
  const known = new Map<string, { json: string; meaning: Meaning | null }>()
  return (environmentId) => {
    const json = String(document.get(environmentId)?.['json'] ?? '{}')
    const before = known.get(environmentId)
    if (before?.json === json) return before.meaning
    const meaning = meaningOf(JSON.parse(json) as StoredEnvironment)
    known.set(environmentId, { json, meaning })
    return meaning
  }
}
