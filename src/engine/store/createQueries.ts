import type { DatabaseSync } from 'node:sqlite'
import { createDeliveryLists, type DeliveryLists } from './listDeliveries.ts'
import { createObjectLists, type ObjectLists } from './listObjects.ts'
import { createLatencyQueries, type LatencyQueries } from './measureLatency.ts'
import { createRateQueries, type RateQueries } from './measureRate.ts'
import { createRecords, type Records } from './readRecords.ts'
import { createRemovable, type RemovablePage } from './removable.ts'

/** Everything that the reader thread answers. */
export interface Queries extends Records, DeliveryLists, ObjectLists, LatencyQueries, RateQueries {
  removable(environmentId: string, before: number): RemovablePage
}

/** Makes the queries of a connection that openReader made. */
export function createQueries(database: DatabaseSync): Queries {
  return {
    ...createRecords(database),
    ...createDeliveryLists(database),
    ...createObjectLists(database),
    ...createLatencyQueries(database),
    ...createRateQueries(database),
    removable: createRemovable(database),
  }
}
