import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../../shared/model.ts'
import { contractMarkReader } from './contractMarks.ts'
import { type IndexEntry, summaryOf } from '../index/indexEntry.ts'
import { annotationReader } from '../write/annotationRow.ts'
import { followUpReader } from '../write/jobRow.ts'
import { deliveryChangesReader } from '../write/changeWriter.ts'
import { forwardReader } from '../write/forwardRow.ts'

/**
 * Makes the one function that returns the summary of a delivery, with everything that is stored about it. Lists, events
 * and exports all use it.
 */
export function summaryReader(database: DatabaseSync): (entry: IndexEntry) => DeliverySummary {
  const followUpOf = followUpReader(database)
  const annotationOf = annotationReader(database)
  const forwardOf = forwardReader(database)
  const changesOf = deliveryChangesReader(database)
  const contractOf = contractMarkReader(database)
  return (entry) => {
    const summary = summaryOf(entry, followUpOf(entry), annotationOf(entry.id), forwardOf(entry.id))
    const drift = changesOf(entry.id)
    const contract = contractOf(entry)
    return {
      ...summary,
      ...(drift.length === 0 ? {} : { drift }),
      ...(contract === undefined ? {} : { contract }),
    }
  }
}
