import { secretsToHide } from '../../engine/environments/secretsToHide.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { SourceOf } from './readRoutes.ts'
import type { Implementer } from './routerParts.ts'

/** The calls about shapes. */
export function shapeRoutes(os: Implementer, { environments }: Pick<Engine, 'environments'>, sourceOf: SourceOf) {
  const inUse = (environment: string | undefined): string => environment ?? environments.active().id
  return {
    list: os.shapes.list.handler(async ({ input: { environment } }) => {
      const environmentId = inUse(environment)
      return sourceOf(environmentId).store.shapeTypes(environmentId)
    }),
    get: os.shapes.get.handler(async ({ input: { source, type, environment } }) => {
      const environmentId = inUse(environment)
      const { pointers } = secretsToHide({ environments })
      const { changes, ...shape } = await sourceOf(environmentId).store.shape(environmentId, source, type, pointers)
      const dated = changes.map((change) => ({ ...change, at: new Date(change.at).toISOString() }))
      return { source, type, ...shape, changes: dated }
    }),
  }
}
