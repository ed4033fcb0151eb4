import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../shared/model.ts'
import { annotationReader } from './annotationRow.ts'
import { followUpReader } from './followUpRow.ts'
import { forwardReader } from './forwardRow.ts'
import { type IndexEntry, summaryOf } from './indexEntry.ts'

/** Makes a function that adds to an entry of the index what was noted of its delivery; on the reader's connection. */
export function summaryReader(database: DatabaseSync): (entry: IndexEntry) => DeliverySummary {
  const followUpOf = followUpReader(database, 'main')
  const annotationOf = annotationReader(database, 'main')
  const forwardOf = forwardReader(database, 'main')
  return (entry) => summaryOf(entry, followUpOf(entry), annotationOf(entry.id), forwardOf(entry.id))
}
