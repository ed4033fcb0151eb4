import { listBackups } from '../../engine/upkeep/backups.ts'
import { dataFolder } from '../../host/files/dataFolder.ts'
import type { Api } from '../connect/api.ts'
import { withApi } from '../connect/withApi.ts'
import { answer } from '../output/terminal.ts'

/** The kinds of names that a data folder has. */
export const nameKinds = ['environments', 'forward-rules', 'response-rules', 'fixtures', 'backups'] as const
export type NameKind = (typeof nameKinds)[number]

/** Prints the names that a shell completes, one per line; nothing where the folder cannot be read. */
export async function namesCommand(kind: NameKind): Promise<void> {
  for (const name of await namesOf(kind).catch(() => [])) answer(name)
}

async function namesOf(kind: NameKind): Promise<string[]> {
  if (kind === 'backups') return listBackups(dataFolder(undefined, process.env)).map(({ name }) => name)
  return withApi({}, 'reading', async ({ client }) => (await listOf(client, kind)).map(({ name }) => name))
}

async function listOf(client: Api['client'], kind: Exclude<NameKind, 'backups'>): Promise<{ name: string }[]> {
  if (kind === 'fixtures') return (await client.fixtures.list()).items
  const environments = await client.environments.list()
  const id = environments.find(({ active }) => active)?.id ?? ''
  if (kind === 'environments') return environments
  const rules = kind === 'forward-rules' ? client.forwarding.rules({ id }) : client.environments.responseRules({ id })
  return (await rules).rules
}
