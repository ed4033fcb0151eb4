import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about response rules. */
export function responseRoutes(
  os: Implementer,
  { engine: { responses } }: RouterParts,
  existing: (id: string) => EnvironmentRecord,
) {
  return {
    responseRules: os.environments.responseRules.handler(({ input: { id } }) => {
      existing(id)
      return responses.view(id)
    }),
    setResponseRules: os.environments.setResponseRules.handler(async ({ input: { id, ...input } }) => {
      existing(id)
      return responses.put(id, input)
    }),
  }
}
