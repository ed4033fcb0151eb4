import type { DatabaseSync } from 'node:sqlite'
import { createFactsQuery, type FactsQueries } from '../read/deliveryFacts.ts'
import { createDeliveryLists, type DeliveryLists } from '../search/listDeliveries.ts'
import { createObjectLists, type ObjectLists } from '../read/listObjects.ts'
import { createJobQueries, type JobQueries } from '../read/readJobs.ts'
import { createForwardQueries, type ForwardQueries } from '../read/readForwards.ts'
import { createLatencyQueries, type LatencyQueries } from '../read/measureLatency.ts'
import { createRateQueries, type RateQueries } from '../read/measureRate.ts'
import { createRecords, type Records } from '../read/readRecords.ts'
import { type ChangeFinder, createChangeFinder } from '../read/findChanges.ts'
import { type ChangeQueries, createChangeQueries } from '../read/readChanges.ts'
import { createShapeQueries, type ShapeQueries } from '../read/readShapes.ts'
import { type ContractQueries, createContractQueries } from '../read/readContracts.ts'
import { createSeenFields, type SeenFieldQueries } from '../read/seenFields.ts'
import { createHiddenQueries, type HiddenQueries } from '../read/hiddenDeliveries.ts'
import { createRetentionQueries, type RetentionQueries } from '../read/retentionQueries.ts'
import { createSpaceQuery, type StoreSpace } from '../read/spaceQuery.ts'
import { createRemovable, type RemovablePage } from '../read/removable.ts'

/** Everything that the reader thread answers. */
export interface Queries
  extends
    Records,
    FactsQueries,
    RetentionQueries,
    JobQueries,
    ForwardQueries,
    DeliveryLists,
    ObjectLists,
    LatencyQueries,
    RateQueries,
    SeenFieldQueries,
    ShapeQueries,
    ChangeQueries,
    ChangeFinder,
    ContractQueries,
    HiddenQueries {
  removable(environmentId: string, before: number): RemovablePage
  space(now: number): StoreSpace
}

/** Makes the queries of a connection that openReader made. */
export function createQueries(database: DatabaseSync): Queries {
  const records = createRecords(database)
  const lists = createDeliveryLists(database)
  return {
    ...records,
    ...createFactsQuery(database, lists, records),
    ...createJobQueries(database),
    ...createForwardQueries(database),
    ...lists,
    ...createObjectLists(database),
    ...createLatencyQueries(database),
    ...createRateQueries(database),
    ...createSeenFields(database),
    ...createShapeQueries(database),
    ...createChangeQueries(database),
    ...createChangeFinder(database),
    ...createContractQueries(database),
    removable: createRemovable(database),
    ...createRetentionQueries(database),
    space: createSpaceQuery(database),
    ...createHiddenQueries(database),
  }
}
