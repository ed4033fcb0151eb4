import type { DeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import type { ContractCheck } from '../../shared/wireTypes.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import type { Store } from '../store/store.ts'
import type { ContractSource } from './contractFiles.ts'
import { openContract } from './openContract.ts'
import { validateDelivery } from './validateStored.ts'

/** Selects the stored deliveries to validate, newest first. */
export interface ContractCheckQuery {
  filter: DeliveryFilter | undefined
  environment: string | undefined
  limit: number
}

const pageSize = 100
/** Results with violations that one check returns. */
const maxReported = 1000

/**
 * Validates stored deliveries against a contract that no environment needs to have. Nothing is kept.
 * Throws ExpectedFailure where the contract has no message that can be used.
 */
export async function checkStored(
  store: Store,
  source: ContractSource,
  { filter, environment, limit }: ContractCheckQuery,
  signal: AbortSignal | undefined,
): Promise<ContractCheck> {
  const contract = await openContract(source)
  try {
    const { document } = contract
    const [problem] = document.problems
    if (problem !== undefined && !document.messages.some(({ usable }) => usable)) {
      const { file, line, pointer, message } = problem
      const place = `${file}${line === null ? '' : `:${line}`}${pointer === '' ? '' : ` (${pointer})`}`
      throw new ExpectedFailure({ code: 'contract-unusable', fields: { place, detail: message } })
    }
    const { messages, ...head } = document
    const check: ContractCheck = {
      contract: { ...head, messages: messages.length },
      counts: { held: 0, violated: 0, unmatched: 0, unfinished: 0 },
      results: [],
      moreResults: 0,
      complete: true,
    }
    let validated = 0
    let before: string | undefined
    do {
      const page = await store.list({ limit: Math.min(pageSize, limit - validated), before, filter, environment })
      for (const { id } of page.items) {
        if (signal?.aborted === true) return { ...check, complete: false }
        const mark = await validateDelivery(store, contract, id)
        if (mark === null) continue
        check.counts[mark.result.state] += 1
        if (mark.result.state === 'held' || mark.result.state === 'unmatched') continue
        if (check.results.length < maxReported) check.results.push({ deliveryId: id, ...mark.result })
        else check.moreResults += 1
      }
      validated += page.items.length
      before = page.next ?? undefined
    } while (before !== undefined && validated < limit)
    return { ...check, complete: before === undefined }
  } finally {
    await contract.stop()
  }
}
