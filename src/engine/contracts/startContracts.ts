import type { ContractExample, ContractView } from '../../shared/wireTypes.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { noEnvironment } from '../failures/expectedFailure.ts'
import type { Store } from '../store/store.ts'
import { type ContractSetting, openedContracts, type OpenedContract } from './openedContracts.ts'

/** The contracts of environments, and what they say about deliveries. */
export interface Contracts {
  /** Says what the contract of the built-in sandbox is, as JSON text. */
  offerSandbox(contract: () => string): void
  /** Validates in the background from now on. */
  begin(): Promise<void>
  view(environmentId: string): Promise<ContractView>
  /** Sets the contract of an environment; null removes it. */
  set(environmentId: string, setting: ContractSetting | null): Promise<ContractView>
  /** Reads the files again. */
  reload(environmentId: string): Promise<ContractView>
  examples(environmentId: string): Promise<ContractExample[]>
  stop(): Promise<void>
}

export interface ContractsOptions {
  store: Store
  environments: Pick<Environments, 'get' | 'onChange'>
  log: (level: 'warn', message: string) => void
  /** Between two looks at the files, ms. */
  watchIntervalMs?: number | undefined
}

/** Starts them; see Contracts. Nothing is read before it is asked for, or before `begin`. */
export function startContracts(options: ContractsOptions): Contracts {
  const { store, environments } = options
  const opened = openedContracts(options)

  async function viewOf(environmentId: string, known: OpenedContract | null): Promise<ContractView> {
    if (known === null) return { source: null, document: null, readAt: null, counts: null }
    const { setting, contract, readAt } = known
    return {
      source: 'path' in setting ? { path: setting.path, builtIn: null } : { path: null, builtIn: setting.builtIn },
      document: contract.document,
      readAt: new Date(readAt).toISOString(),
      counts: await store.contractCounts(environmentId, contract.fingerprint),
    }
  }

  function assertKnown(environmentId: string): void {
    if (environments.get(environmentId) === undefined) throw noEnvironment(environmentId)
  }

  const stops = [
    store.onIndexed(opened.validate),
    store.onVerdicts(opened.validate),
    store.onRebuilt(opened.validateAll),
    environments.onChange((changed) => {
      for (const { id } of changed) {
        if (environments.get(id) === undefined) void opened.forget(id)
      }
    }),
  ]

  return {
    offerSandbox: opened.offerSandbox,
    begin: opened.begin,
    async view(environmentId) {
      assertKnown(environmentId)
      return viewOf(environmentId, await opened.read(environmentId))
    },
    async set(environmentId, setting) {
      assertKnown(environmentId)
      return viewOf(environmentId, await opened.set(environmentId, setting))
    },
    async reload(environmentId) {
      assertKnown(environmentId)
      return viewOf(environmentId, await opened.reload(environmentId))
    },
    async examples(environmentId) {
      assertKnown(environmentId)
      return (await opened.read(environmentId))?.contract.examples() ?? []
    },
    async stop() {
      for (const stop of stops) stop()
      await opened.stop()
    },
  }
}
