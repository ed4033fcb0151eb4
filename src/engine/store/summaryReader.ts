import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import { annotationReader } from './annotationRow.ts'
import { followUpReader } from './followUpRow.ts'
import { forwardReader } from './forwardRow.ts'
import { type IndexEntry, summaryOf } from './indexEntry.ts'

/**
 * Makes a function that returns the summary of an indexed delivery, with everything that is stored about it.
 * @param schema deliveries.db on this connection: `main` for the reader, `truth` for the index thread
 */
export function summaryReader(
  database: DatabaseSync,
  schema: 'main' | 'truth',
): (entry: IndexEntry) => DeliverySummary {
  const followUpOf = followUpReader(database, schema)
  const annotationOf = annotationReader(database, schema)
  const forwardOf = forwardReader(database, schema)
  return (entry) => summaryOf(entry, followUpOf(entry), annotationOf(entry.id), forwardOf(entry.id))
}
