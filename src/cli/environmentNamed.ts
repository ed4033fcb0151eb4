import { UsageProblem } from '../host/usageProblem.ts'
import type { Client } from './joinInstance.ts'

/** The id of the environment that `--environment` names, by id or name. Throws UsageProblem where there is none. */
export async function environmentNamed(client: Client, wanted: string): Promise<string> {
  const all = await client.environments.list()
  const found = all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name === wanted)
  if (found !== undefined) return found.id
  const names = all.map(({ name }) => `"${name}"`).join(', ')
  throw new UsageProblem(`--environment is "${wanted}"; it takes the name or id of one of ${names}.`)
}
