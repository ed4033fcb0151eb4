import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { entryColumns, entryOf, entryValues } from './entryRow.ts'
import { indexEntryOf, readSaid } from './indexEntry.ts'
import { inOneStep } from './indexStep.ts'
import { meaningReader } from './meanings.ts'
import { createObjectTally } from './objectTally.ts'
import { type ValueTally, valueTally } from './valueBits.ts'
import { repetitionFinder } from './repetition.ts'
import { summaryReader } from './summaryReader.ts'

/** Reads the deliveries of an environment again when they mean something else, because its sender is another. */
export interface MeaningTaker {
  /** Whether an environment's deliveries were read with another meaning than they have now. */
  isDue(): boolean
  /** Reads those of one such environment again; answers their summaries, oldest first. */
  takeNext(): DeliverySummary[]
}

/** The connection has deliveries.db attached as `truth`. */
export function createMeaningTaker(database: DatabaseSync): MeaningTaker {
  const version = database.prepare('PRAGMA truth.data_version')
  const environments = database.prepare("SELECT id FROM truth.documents WHERE collection = 'environments'")
  const noted = database.prepare('SELECT meaning FROM entry_meanings WHERE environment_id = ?')
  const note = database.prepare(
    'INSERT INTO entry_meanings (environment_id, meaning) VALUES (?1, ?2) ON CONFLICT (environment_id) DO UPDATE SET meaning = ?2',
  )
  const entriesOf = database.prepare('SELECT * FROM entries WHERE environment_id = ? ORDER BY id')
  const row = database.prepare(
    `SELECT d.id, ${headColumns}, d.body FROM truth.deliveries AS d ${laterFacts('truth')} WHERE d.id = ?`,
  )
  const removeEntries = database.prepare('DELETE FROM entries WHERE environment_id = ?')
  const removeObjects = database.prepare('DELETE FROM objects WHERE environment_id = ?')
  const places = entryColumns
    .split(',')
    .map(() => '?')
    .join(', ')
  const insertEntry = database.prepare(`INSERT INTO entries (${entryColumns}) VALUES (${places})`)
  const meaningNow = meaningReader(database, 'truth')
  const summarise = summaryReader(database, 'truth')
  const repetitionOf = repetitionFinder(database)
  const objects = createObjectTally(database)
  const values = valueTally(database)
  let seen: unknown
  let due: string[] = []

  const isOther = (id: string) => {
    const before = noted.get(id)?.['meaning'] ?? 'null'
    return before !== JSON.stringify(meaningNow(id))
  }

  /** An entry's place among the copies of its event depends on those before it, so all are made again in order. */
  function readAgain(environmentId: string): DeliverySummary[] {
    const ids = forgotten(entriesOf.iterate(environmentId), values)
    const meaning = meaningNow(environmentId)
    removeEntries.run(environmentId)
    removeObjects.run(environmentId)
    const summaries: DeliverySummary[] = []
    for (const id of ids) {
      const found = row.get(id)
      if (found === undefined) continue
      const head = headOf(found)
      const entry = indexEntryOf(id, head, readSaid(head, found['body'] as Uint8Array, meaning), repetitionOf)
      insertEntry.run(...entryValues(entry))
      objects.add(entry)
      values.change(null, entry)
      summaries.push(summarise(entry))
    }
    values.write()
    note.run(environmentId, JSON.stringify(meaning))
    return summaries
  }

  return {
    isDue() {
      const now = version.get()?.['data_version']
      if (now !== seen) {
        due = environments.all().flatMap(({ id }) => (isOther(String(id)) ? [String(id)] : []))
        seen = now
      }
      return due.length > 0
    },
    takeNext() {
      const [environmentId] = due
      if (environmentId === undefined) return []
      const summaries = inOneStep(database, [objects, values], () => readAgain(environmentId))
      due = due.slice(1)
      return summaries
    },
  }
}

/** Takes entries out of what they are found by; answers their ids. */
function forgotten(rows: Iterable<Record<string, unknown>>, values: ValueTally): number[] {
  const ids: number[] = []
  for (const row of rows) {
    const entry = entryOf(row)
    values.change(entry, null)
    ids.push(entry.id)
  }
  return ids
}
