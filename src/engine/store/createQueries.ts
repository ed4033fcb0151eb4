import type { DatabaseSync } from 'node:sqlite'
import { createFactsQuery, type FactsQueries } from './deliveryFacts.ts'
import { createDeliveryLists, type DeliveryLists } from './listDeliveries.ts'
import { createObjectLists, type ObjectLists } from './listObjects.ts'
import { createFollowUpQueries, type FollowUpQueries } from './readFollowUps.ts'
import { createForwardQueries, type ForwardQueries } from './readForwards.ts'
import { createLatencyQueries, type LatencyQueries } from './measureLatency.ts'
import { createRateQueries, type RateQueries } from './measureRate.ts'
import { createRecords, type Records } from './readRecords.ts'
import { createHiddenQueries, type HiddenQueries } from './hiddenDeliveries.ts'
import { createRetentionQueries, type RetentionQueries } from './retentionQueries.ts'
import { createSpaceQuery, type StoreSpace } from './spaceQuery.ts'
import { createRemovable, type RemovablePage } from './removable.ts'

/** Everything that the reader thread answers. */
export interface Queries
  extends
    Records,
    FactsQueries,
    RetentionQueries,
    FollowUpQueries,
    ForwardQueries,
    DeliveryLists,
    ObjectLists,
    LatencyQueries,
    RateQueries,
    HiddenQueries {
  removable(environmentId: string, before: number): RemovablePage
  space(now: number): StoreSpace
}

/**
 * Makes the queries of a connection that openReader made.
 * @param shouldEnd whether a query that has read for so long, ms, should end where it is: the log of deliveries.db waits
 */
export function createQueries(database: DatabaseSync, shouldEnd: (sinceMs: number) => boolean): Queries {
  const records = createRecords(database)
  const lists = createDeliveryLists(database, shouldEnd)
  return {
    ...records,
    ...createFactsQuery(database, lists, records),
    ...createFollowUpQueries(database),
    ...createForwardQueries(database),
    ...lists,
    ...createObjectLists(database),
    ...createLatencyQueries(database),
    ...createRateQueries(database),
    removable: createRemovable(database),
    ...createRetentionQueries(database),
    space: createSpaceQuery(database),
    ...createHiddenQueries(database),
  }
}
