import { checkStored } from '../../engine/contracts/checkStored.ts'
import { withoutSecrets } from '../../engine/contracts/withoutSecrets.ts'
import { secretsToHide } from '../../engine/environments/secretsToHide.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { readExactFilter } from '../reading/readFilter.ts'
import type { Implementer } from './routerParts.ts'

/** The calls about contracts. */
export function contractRoutes(
  os: Implementer,
  { contracts, store, environments }: Pick<Engine, 'contracts' | 'store' | 'environments'>,
) {
  const secrets = () => secretsToHide({ environments })
  return {
    get: os.contracts.get.handler(async ({ input }) => contracts.view(input.environment)),
    set: os.contracts.set.handler(async ({ input: { environment, path } }) =>
      contracts.set(environment, path === undefined ? { builtIn: 'sandbox' } : { path }),
    ),
    remove: os.contracts.remove.handler(async ({ input }) => contracts.set(input.environment, null)),
    reload: os.contracts.reload.handler(async ({ input }) => contracts.reload(input.environment)),
    examples: os.contracts.examples.handler(async ({ input }) => ({
      items: await contracts.examples(input.environment),
    })),
    result: os.contracts.result.handler(async ({ input: { id } }) => {
      const result = await store.contractResult(id)
      return { result: result && withoutSecrets(result, secrets()) }
    }),
    check: os.contracts.check.handler(async ({ input: { path, filter, environment, limit }, signal }) => {
      const query = { filter: readExactFilter(filter), environment, limit }
      const check = await checkStored(store, { path }, query, signal)
      const hidden = secrets()
      return { ...check, results: check.results.map((result) => withoutSecrets(result, hidden)) }
    }),
  }
}
