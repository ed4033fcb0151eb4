import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../store/store.ts'
import type { ContractMark } from '../store/index/contractMarks.ts'
import type { OpenContract } from './openContract.ts'

/** Deliveries looked at in one query, and validated before their results are kept. */
const pageSize = 200
const batchSize = 25
/** Pause between two batches, ms, so that a run does not delay a sender. */
const pauseMs = 4
/** More new deliveries than this are found again by looking through all. */
const maxFresh = 5000

/** Validates the deliveries of an environment in the background: new ones first, then those before, newest first. */
export interface StoredValidation {
  /** Deliveries came, or what they are changed. */
  add(ids: readonly string[]): void
  /** Looks through all deliveries again. */
  restart(): void
  stop(): Promise<void>
}

/** Validates one stored delivery. Null where it is gone. */
export async function validateDelivery(
  store: Pick<Store, 'get' | 'summary'>,
  contract: Pick<OpenContract, 'validate'>,
  id: string,
): Promise<ContractMark | null> {
  const [stored, summary] = await Promise.all([store.get(id), store.summary(id)])
  if (stored === null || summary === null) return null
  const { headers, body } = stored.request
  const result = await contract.validate({ headers, body, eventType: summary.eventType ?? null })
  return { deliveryId: id, result }
}

export function startStoredValidation(
  store: Store,
  environmentId: string,
  contract: OpenContract,
  onProblem: (error: unknown) => void,
): StoredValidation {
  const { fingerprint } = contract
  const fresh = new Set<string>()
  let found: string[] = []
  /** Where the search for unvalidated deliveries goes on; undefined where it has ended. */
  let before: string | null | undefined = null
  let stopped = false
  let running: Promise<void> | undefined

  async function next(): Promise<string[]> {
    if (fresh.size > 0) {
      const ids = [...fresh].slice(-batchSize)
      for (const id of ids) fresh.delete(id)
      return ids
    }
    while (found.length === 0 && before !== undefined && !stopped) {
      const page = await store.unvalidated(environmentId, fingerprint, before, pageSize)
      found = page.ids
      before = page.last ?? undefined
    }
    return found.splice(0, batchSize)
  }

  async function run(): Promise<void> {
    store.putContractMarks({ environmentId, contract: fingerprint, marks: [] })
    for (let ids = await next(); ids.length > 0 && !stopped; ids = await next()) {
      const marks: ContractMark[] = []
      for (const id of ids) {
        const mark = stopped ? null : await validateDelivery(store, contract, id)
        if (mark !== null) marks.push(mark)
      }
      if (stopped) return
      store.putContractMarks({ environmentId, contract: fingerprint, marks })
      await pause(pauseMs)
    }
  }

  function begin(): void {
    if (running !== undefined || stopped) return
    running = run()
      .catch(onProblem)
      .finally(() => {
        running = undefined
        if (fresh.size > 0) begin()
      })
  }

  begin()
  return {
    add(ids) {
      for (const id of ids) fresh.add(id)
      if (fresh.size > maxFresh) {
        fresh.clear()
        before = null
      }
      begin()
    },
    restart() {
      before = null
      begin()
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}
