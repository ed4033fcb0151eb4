import type { Worker } from 'node:worker_threads'
import type { StoreRefusal } from '../../shared/codes/store.ts'
import type { Queries } from './createQueries.ts'
import type { QueryAnswer, QueryCall } from './messages.ts'
import { StoreUnavailable } from './types.ts'

/** Asks the reader thread. Rejects with a sentence for a person when something stored cannot be read. */
export interface QueryClient {
  ask<Name extends keyof Queries>(name: Name, ...args: Parameters<Queries[Name]>): Promise<ReturnType<Queries[Name]>>
  /** Every question that is still open gets this answer. */
  fail(why: StoreRefusal): void
}

export function createQueryClient(worker: Worker): QueryClient {
  const open = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  let failed: StoreRefusal | null = null
  let number = 0
  worker.on('message', (answer: QueryAnswer) => {
    const waiting = open.get(answer.number)
    open.delete(answer.number)
    if ('why' in answer) waiting?.reject(new StoreUnavailable(answer.why))
    else waiting?.resolve(answer.result as never)
  })
  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (failed !== null) {
          reject(new StoreUnavailable(failed))
          return
        }
        number += 1
        open.set(number, { resolve, reject })
        worker.postMessage({ number, name, args } satisfies QueryCall)
      }),
    fail(why) {
      failed = why
      for (const waiting of open.values()) waiting.reject(new StoreUnavailable(why))
      open.clear()
    },
  }
}
