import {
  createSavedFilter,
  listSavedFilters,
  removeSavedFilter,
  updateSavedFilter,
} from '../../engine/actions/savedFilters.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { Implementer } from './routerParts.ts'

/** The part of the router that is about saved filters. */
export function savedFilterRoutes(os: Implementer, engine: Engine) {
  return {
    list: os.savedFilters.list.handler(async () => listSavedFilters(engine)),
    create: os.savedFilters.create.handler(async ({ input }) => createSavedFilter(engine, input)),
    update: os.savedFilters.update.handler(async ({ input: { id, ...change } }) =>
      updateSavedFilter(engine, id, change),
    ),
    remove: os.savedFilters.remove.handler(async ({ input }) => removeSavedFilter(engine, input.id)),
  }
}
