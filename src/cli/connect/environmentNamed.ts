import type { Environment } from '../../shared/wireTypes.ts'
import type { Client } from './joinInstance.ts'
import { unknownName } from '../basics/unknownName.ts'

/** The environment of this id or name; the one in use where neither is given. Throws UsageProblem where there is none. */
export async function environmentNamed(client: Client, wanted: string | undefined): Promise<Environment> {
  const all = await client.environments.list()
  const found =
    wanted === undefined
      ? all.find(({ active }) => active)
      : (all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name === wanted))
  if (found !== undefined) return found
  throw unknownName(
    'environment',
    wanted ?? '',
    all.map(({ name }) => name),
  )
}
