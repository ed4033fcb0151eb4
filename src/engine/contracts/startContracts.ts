import type { ContractView } from '../../shared/wireTypes.ts'
import { createKeyedQueues } from '../../shared/basics/queues.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { noEnvironment } from '../failures/expectedFailure.ts'
import type { Store } from '../store/store.ts'
import type { ContractSource } from './contractFiles.ts'
import type { ContractExample } from './messages.ts'
import { openContract, type OpenContract } from './openContract.ts'
import { startStoredValidation, type StoredValidation } from './validateStored.ts'
import { watchFiles } from './watchFiles.ts'

/** Where the contract of an environment is: a file or folder, or the document of the built-in sandbox. */
export type ContractSetting = { path: string } | { builtIn: 'sandbox' }

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
  sourceOf(setting: ContractSetting): ContractSource
  stop(): Promise<void>
}

export interface ContractsOptions {
  store: Store
  environments: Pick<Environments, 'get' | 'onChange'>
  log: (level: 'info' | 'warn', message: string) => void
  /** Between two looks at the files, ms. */
  watchIntervalMs?: number | undefined
}

const collection = 'contracts'

interface Opened {
  setting: ContractSetting
  contract: OpenContract
  /** When it was read, ms since the epoch. */
  readAt: number
  validation: StoredValidation | undefined
  stopWatching: () => void
}

export function startContracts(options: ContractsOptions): Contracts {
  const { store, environments, log } = options
  const opened = new Map<string, Opened>()
  const inTurn = createKeyedQueues()
  let sandboxContract = (): string => '{}'
  let begun = false
  let stopped = false

  const settingOf = async (environmentId: string): Promise<ContractSetting | null> =>
    store.document<ContractSetting>(collection, environmentId)

  function sourceOf(setting: ContractSetting): ContractSource {
    return 'path' in setting ? setting : { name: 'sandbox.openapi.json', text: sandboxContract() }
  }

  async function close(environmentId: string): Promise<void> {
    const known = opened.get(environmentId)
    opened.delete(environmentId)
    known?.stopWatching()
    // The thread first: a validation that is under way then ends at once.
    await known?.contract.stop()
    await known?.validation?.stop()
  }

  /** Opens the contract anew, in the environment's turn. Where it says the same as before, its results stay. */
  async function open(environmentId: string, setting: ContractSetting): Promise<Opened> {
    await close(environmentId)
    const contract = await openContract(sourceOf(setting))
    const validation =
      begun && !stopped
        ? startStoredValidation(store, environmentId, contract, (error) => {
            log('warn', `Deliveries could not be validated against the contract: ${String(error)}`)
          })
        : undefined
    const stopWatching = watchFiles(contract.watched, () => void reopen(environmentId), options.watchIntervalMs)
    const made = { setting, contract, readAt: Date.now(), validation, stopWatching }
    opened.set(environmentId, made)
    return made
  }

  async function reopen(environmentId: string): Promise<void> {
    await inTurn(environmentId, async () => {
      const setting = stopped ? null : await settingOf(environmentId)
      if (setting !== null) await open(environmentId, setting)
    }).catch((error: unknown) => log('warn', `The contract could not be read again: ${String(error)}`))
  }

  /** The contract as it was read, which is read now where it was not. */
  async function read(environmentId: string): Promise<Opened | null> {
    const known = opened.get(environmentId)
    if (known !== undefined) return known
    const setting = stopped ? null : await settingOf(environmentId)
    return setting === null ? null : open(environmentId, setting)
  }

  async function viewOf(environmentId: string, known: Opened | null): Promise<ContractView> {
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
    store.onIndexed((batch) => addAll(batch, opened)),
    store.onVerdicts((batch) => addAll(batch, opened)),
    store.onRebuilt(() => {
      for (const { validation } of opened.values()) validation?.restart()
    }),
    environments.onChange((changed) => {
      for (const { id } of changed) {
        if (environments.get(id) === undefined && opened.has(id)) void forget(id)
      }
    }),
  ]

  async function forget(environmentId: string): Promise<void> {
    await inTurn(environmentId, async () => {
      await close(environmentId)
      await store.removeDocument(collection, environmentId)
      store.putContractMarks({ environmentId, contract: null, marks: [] })
    }).catch((error: unknown) => log('warn', `A contract could not be removed: ${String(error)}`))
  }

  return {
    offerSandbox(contract) {
      sandboxContract = contract
    },
    async begin() {
      begun = true
      for (const { id } of await store.documents<ContractSetting>(collection)) {
        await inTurn(id, async () => {
          await close(id)
          await read(id)
        })
      }
    },
    async view(environmentId) {
      assertKnown(environmentId)
      return viewOf(environmentId, await inTurn(environmentId, async () => read(environmentId)))
    },
    async set(environmentId, setting) {
      assertKnown(environmentId)
      return inTurn(environmentId, async () => {
        if (setting === null) {
          await close(environmentId)
          await store.removeDocument(collection, environmentId)
          store.putContractMarks({ environmentId, contract: null, marks: [] })
          return viewOf(environmentId, null)
        }
        await store.putDocument(collection, environmentId, setting)
        return viewOf(environmentId, await open(environmentId, setting))
      })
    },
    async reload(environmentId) {
      assertKnown(environmentId)
      return inTurn(environmentId, async () => {
        const setting = await settingOf(environmentId)
        return viewOf(environmentId, setting === null ? null : await open(environmentId, setting))
      })
    },
    async examples(environmentId) {
      assertKnown(environmentId)
      return (await inTurn(environmentId, async () => read(environmentId)))?.contract.examples() ?? []
    },
    sourceOf,
    async stop() {
      stopped = true
      for (const stop of stops) stop()
      await Promise.all([...opened.keys()].map(async (id) => inTurn(id, async () => close(id))))
    },
  }
}

function addAll(
  batch: readonly { id: string; environmentId: string }[],
  opened: ReadonlyMap<string, Opened>,
): void {
  for (const [environmentId, { validation }] of opened) {
    const ids = batch.filter((delivery) => delivery.environmentId === environmentId).map(({ id }) => id)
    if (ids.length > 0) validation?.add(ids)
  }
}
