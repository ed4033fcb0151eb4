import type { DatabaseSync } from 'node:sqlite'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import { answerLimitOf } from '../../../shared/signature/answerLimits.ts'
import type { Meaning } from '../../../shared/signature/meaning.ts'

/** The sender, as an environment's document names it. */
interface StoredEnvironment {
  kind?: string
  signatureScheme?: string
  ownScheme?: { meaning?: Meaning | undefined } | null
}

/** Without a preset or a scheme of one's own, only CloudEvents have a meaning. */
const nothing: Meaning = { eventType: [] }

/** How deliveries of an environment are read: null as notifications of the service. */
export function meaningOf({ kind, signatureScheme = '', ownScheme }: StoredEnvironment): Meaning | null {
  if (kind !== 'sender') return null
  const meaning = signatureScheme === 'own' ? ownScheme?.meaning : senderPreset(signatureScheme)?.meaning
  return meaning ?? nothing
}

/** Reads the meaning that an environment's deliveries have now. */
export function meaningReader(database: DatabaseSync): (id: string) => Meaning | null {
  return environmentReader(database, meaningOf)
}

/** Reads how long an environment's sender waits for an answer, ms, or null. */
export function limitReader(database: DatabaseSync): (id: string) => number | null {
  return environmentReader(database, answerLimitOf)
}

/** Derives a value from the current document of an environment, once for each version of it. */
function environmentReader<T>(
  database: DatabaseSync,
  derive: (environment: StoredEnvironment) => T,
): (environmentId: string) => T {
  const document = database.prepare(`SELECT json FROM documents WHERE collection = 'environments' AND id = ?`)
  const known = new Map<string, { json: string; value: T }>()
  return (environmentId) => {
    const json = String(document.get(environmentId)?.['json'] ?? '{}')
    const before = known.get(environmentId)
    if (before?.json === json) return before.value
    const value = derive(JSON.parse(json) as StoredEnvironment)
    known.set(environmentId, { json, value })
    return value
  }
}

/** Environments whose deliveries were read with another meaning than their sender has now. */
export interface ChangedMeanings {
  changed(): string[]
  /** All deliveries of an environment were read with its meaning of now. */
  settle(environmentId: string): void
}

/** Makes it for the index connection. */
export function changedMeanings(database: DatabaseSync): ChangedMeanings {
  const environments = database.prepare("SELECT id FROM documents WHERE collection = 'environments'")
  const noted = database.prepare('SELECT meaning FROM entry_meanings WHERE environment_id = ?')
  const put = database.prepare('INSERT OR REPLACE INTO entry_meanings (environment_id, meaning) VALUES (?, ?)')
  const meaningOf = meaningReader(database)
  const now = (id: string): string => JSON.stringify(meaningOf(id))
  return {
    changed: () =>
      environments
        .all()
        .map(({ id }) => String(id))
        .filter((id) => (noted.get(id)?.['meaning'] ?? 'null') !== now(id)),
    settle: (id) => void put.run(id, now(id)),
  }
}
