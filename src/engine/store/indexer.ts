import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { entryColumns, entryValues } from './entryRow.ts'
import { sizeTally } from './environmentSizes.ts'
import { indexEntryOf, readSaid } from './indexEntry.ts'
import { inOneStep } from './indexStep.ts'
import { meaningReader } from './meanings.ts'
import { repetitionFinder } from './repetition.ts'
import { createEntryTallies } from './entryTallies.ts'
import { searchText } from './searchText.ts'
import { summaryReader } from './summaryReader.ts'
import { indexedWords } from './wordBlocks.ts'

/** Maximum deliveries and approximate bytes per transaction. */
const limit = { deliveries: 500, bytes: 4 * 1024 * 1024 }

/** A larger body is freed at once: a collection, which this thread has no other reason for, takes as long as the body does. */
const freed = 64 * 1024

/** Takes committed deliveries into the index, in order of arrival. */
export interface Indexer {
  /**
   * Indexes the next deliveries, up to `upTo` if given. Returns their summaries if wanted, the last id indexed, and
   * whether it was the newest. Asks `isListening` only once the set of deliveries is fixed, so that a listener added
   * before a delivery is handed in hears of it, however long this thread is delayed.
   */
  indexNext(isListening: () => boolean, upTo?: number): Indexed
}

interface Indexed {
  indexed: number
  summaries: DeliverySummary[]
  atEnd: boolean
}

/** Makes an indexer that goes on after the delivery `indexed`. The connection has deliveries.db attached as `truth`. */
export function createIndexer(database: DatabaseSync, indexed: number): Indexer {
  const places = entryColumns
    .split(',')
    .map(() => '?')
    .join(', ')
  const rows = database.prepare(
    `SELECT d.id, ${headColumns}, d.body FROM truth.deliveries AS d ${laterFacts('truth')} WHERE d.id > ? AND d.id <= ? ORDER BY d.id`,
  )
  const insertEntry = database.prepare(`INSERT INTO entries (${entryColumns}) VALUES (${places})`)
  const insertWords = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const noteProgress = database.prepare('UPDATE progress SET indexed = ?')
  const summarise = summaryReader(database, 'truth')
  const repetitionOf = repetitionFinder(database)
  const tallies = createEntryTallies(database)
  const meaningOf = meaningReader(database, 'truth')
  const sizes = sizeTally(database)
  let last = indexed

  function indexRows(isListening: () => boolean, upTo: number): Indexed {
    const summaries: DeliverySummary[] = []
    let id = last
    let count = 0
    let bytes = 0
    let atEnd = true
    let wantSummaries: boolean | undefined
    for (const row of rows.iterate(last, upTo)) {
      wantSummaries ??= isListening()
      id = Number(row['id'])
      const body = row['body'] as Uint8Array
      const size = body.length
      const head = headOf(row)
      const entry = indexEntryOf(id, head, readSaid(head, body, meaningOf(head.environmentId)), repetitionOf)
      insertEntry.run(...entryValues(entry))
      tallies.add(entry)
      sizes.add(entry.environmentId, 1, entry.size)
      insertWords.run(id, indexedWords(id, searchText(head, body)))
      if (wantSummaries) summaries.push(summarise(entry))
      count += 1
      bytes += size
      if (size > freed) (body as Uint8Array<ArrayBuffer>).buffer.transfer(0)
      atEnd = count < limit.deliveries && bytes < limit.bytes
      if (!atEnd) break
    }
    tallies.settle()
    sizes.write()
    if (id !== last) noteProgress.run(id)
    return { indexed: id, summaries, atEnd }
  }

  return {
    indexNext(isListening, upTo = Number.MAX_SAFE_INTEGER) {
      const result = inOneStep(database, [tallies, sizes], () => indexRows(isListening, upTo))
      last = result.indexed
      return result
    },
  }
}
