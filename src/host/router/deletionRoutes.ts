import type { Engine } from '../../engine/startEngine.ts'
import { deleteDeliveries, deleteDelivery, undeleteDeliveries } from '../../engine/actions/deleteDeliveries.ts'
import { readExactFilter } from '../reading/readFilter.ts'
import type { Implementer } from './routerParts.ts'

/** The calls that delete deliveries and bring them back. */
export function deletionRoutes({ deliveries }: Implementer, engine: Engine) {
  return {
    remove: deliveries.remove.handler(async ({ input }) => deleteDelivery(engine, input.id)),
    removeMany: deliveries.removeMany.handler(async ({ input: { ids, filter, environment } }) =>
      deleteDeliveries(engine, ids === undefined ? { filter: readExactFilter(filter), environment } : { ids }),
    ),
    undelete: deliveries.undelete.handler(async ({ input }) => undeleteDeliveries(engine, input.deletion)),
  }
}
