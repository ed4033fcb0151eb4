import { createKeyedQueues } from '../../shared/basics/queues.ts'
import type { Store } from '../store/store.ts'
import type { ContractSource } from './contractFiles.ts'
import { openContract, type OpenContract } from './openContract.ts'
import { startStoredValidation, type StoredValidation } from './validateStored.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the contract of an environment is: a file or folder, or the document of the built-in sandbox. */
export type ContractSetting = { path: string } | { builtIn: 'sandbox' }

export interface OpenedContract {
  setting: ContractSetting
  contract: OpenContract
  /** When it was read, ms since the epoch. */
  readAt: number
  /** Undefined where nothing is validated in the background. */
  validation: StoredValidation | undefined
  stopWatching: () => void
}

interface OpenedOptions {
  store: Store
  log: (level: 'warn', message: string) => void
  /** Between two looks at the files, ms. */
  watchIntervalMs?: number | undefined
}

const collection = 'contracts'

/** The contracts that are set, each read once; changes of one environment follow each other. */
export function openedContracts({ store, log, watchIntervalMs }: OpenedOptions) {
  const opened = new Map<string, OpenedContract>()
  const inTurn = createKeyedQueues()
  let sandboxContract = (): string => '{}'
  let [begun, stopped] = [false, false]

  function sourceOf(setting: ContractSetting): ContractSource {
    return 'path' in setting ? setting : { name: 'sandbox.openapi.json', text: sandboxContract() }
  }

  async function close(environmentId: string): Promise<void> {
    const known = opened.get(environmentId)
    opened.delete(environmentId)
    known?.stopWatching()
    const ended = known?.validation?.stop()
    // Ends the validation that is under way; its result is not kept any more.
    await known?.contract.stop()
    await ended
  }

  /** Reads the contract that is set, or again. Where it says the same as before, its results stay. */
  async function open(environmentId: string): Promise<OpenedContract | null> {
    await close(environmentId)
    const setting = stopped ? null : await store.document<ContractSetting>(collection, environmentId)
    if (setting === null) return null
    const contract = await openContract(sourceOf(setting))
    if (stopped) {
      await contract.stop()
      return null
    }
    const onProblem = (error: unknown): void =>
      log('warn', `Deliveries could not be validated against the contract: ${String(error)}`)
    const validation = begun ? startStoredValidation(store, environmentId, contract, onProblem) : undefined
    const stopWatching = watchFiles(contract.watched, () => void reload(environmentId).catch(warn), watchIntervalMs)
    const made = { setting, contract, readAt: Date.now(), validation, stopWatching }
    opened.set(environmentId, made)
    return made
  }

  const warn = (error: unknown): void => log('warn', `A contract could not be read or removed: ${String(error)}`)
  const reload = async (environmentId: string) => inTurn(environmentId, async () => open(environmentId))

  async function remove(environmentId: string): Promise<null> {
    await close(environmentId)
    await store.removeDocument(collection, environmentId)
    store.putContractMarks({ environmentId, contract: null, marks: [] })
    return null
  }

  return {
    offerSandbox(contract: () => string) {
      sandboxContract = contract
    },
    /** Validates in the background from now on. */
    async begin() {
      begun = true
      for (const { id } of await store.documents<ContractSetting>(collection)) await reload(id)
    },
    /** The contract as it was read, which is read now where it was not. */
    read: async (environmentId: string) =>
      inTurn(environmentId, async () => opened.get(environmentId) ?? open(environmentId)),
    reload,
    set: async (environmentId: string, setting: ContractSetting | null) =>
      inTurn(environmentId, async () => {
        if (setting === null) return remove(environmentId)
        await store.putDocument(collection, environmentId, setting)
        return open(environmentId)
      }),
    /** The environment is gone. */
    forget: async (environmentId: string) =>
      inTurn(environmentId, async () => remove(environmentId)).catch((error: unknown) => {
        // Deleting the environment at the end of the process needs no contract.
        if (!stopped) warn(error)
      }),
    /** Deliveries came, or changed. */
    validate(batch: readonly { id: string; environmentId: string }[]) {
      for (const [environmentId, { validation }] of opened) {
        const ids = batch.filter((delivery) => delivery.environmentId === environmentId).map(({ id }) => id)
        if (ids.length > 0) validation?.add(ids)
      }
    },
    /** The index has lost all results. */
    validateAll() {
      for (const { validation } of opened.values()) validation?.restart()
    },
    async stop() {
      stopped = true
      await Promise.all([...opened.keys()].map(async (id) => inTurn(id, async () => close(id))))
    },
  }
}

/** Files are looked at as often as this, ms, or less often where a look takes long. */
const minIntervalMs = 2000
/** A look takes at most about this share of the time. */
const share = 0.05

/**
 * Calls `onChange` after files changed, or files came to a folder or left it. Editors replace files and some file systems
 * announce nothing, so the files are looked at again and again. Returns how to stop.
 */
function watchFiles(paths: readonly string[], onChange: () => void, intervalMs = minIntervalMs): () => void {
  let timer: NodeJS.Timeout | undefined
  let before: string | undefined
  let stopped = false

  async function look(): Promise<void> {
    const startedAt = performance.now()
    const now = (await Promise.all(paths.map(stateOf))).join('\n')
    if (stopped) return
    if (before !== undefined && before !== now) onChange()
    before = now
    timer = setTimeout(() => void look(), Math.max(intervalMs, (performance.now() - startedAt) / share)).unref()
  }

  if (paths.length > 0) void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

async function stateOf(path: string): Promise<string> {
  try {
    const facts = await stat(path)
    if (!facts.isDirectory()) return `${facts.mtimeMs} ${facts.size} ${facts.ino}`
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.map((entry) => join(entry.parentPath, entry.name)).join('\n')
  } catch {
    return 'missing'
  }
}
