import type { DatabaseSync } from 'node:sqlite'
import { type IndexSpace, indexSpace } from './freeSpace.ts'
import { createIndexer, type Indexer } from './indexer.ts'
import { createLateAnswerTaker, type LateAnswerTaker } from './lateAnswerTaker.ts'
import { createMeaningTaker, type MeaningTaker } from './meaningTaker.ts'
import type { OpenIndex } from './openIndex.ts'
import { createRemovalTaker, type RemovalTaker } from './removalTaker.ts'
import { createVerdictTaker, type VerdictTaker } from './verdictTaker.ts'

/** An open index, and all that brings it up to date. */
export interface IndexWork {
  database: DatabaseSync
  indexer: Indexer
  verdicts: VerdictTaker
  answers: LateAnswerTaker
  meanings: MeaningTaker
  removals: RemovalTaker
  space: IndexSpace
}

/** Prepares it. Throws SQLite's error where an index that opened is damaged further in. */
export function workOn({ database, indexed, verdictChanges, lateAnswers, lastRemoval }: OpenIndex): IndexWork {
  return {
    database,
    indexer: createIndexer(database, indexed),
    verdicts: createVerdictTaker(database, verdictChanges),
    answers: createLateAnswerTaker(database, lateAnswers),
    meanings: createMeaningTaker(database),
    removals: createRemovalTaker(database, lastRemoval),
    space: indexSpace(database),
  }
}

/**
 * Prepares an index that takes the place of another one. Later verdicts and late answers that the other one had not come
 * to are taken into this one and announced; what both took is taken once more, which changes nothing.
 */
export function workAfter({ verdicts, answers }: IndexWork, opened: OpenIndex): IndexWork {
  return workOn({
    ...opened,
    verdictChanges: Math.min(verdicts.taken(), opened.verdictChanges),
    lateAnswers: Math.min(answers.taken(), opened.lateAnswers),
  })
}
