import type { Worker } from 'node:worker_threads'
import type { StoreRefusal } from '../../../shared/codes/store.ts'
import { StoreUnavailable } from '../records/failures.ts'
import type { Queries } from './createQueries.ts'
import type { FromReaderThread, QueryAnswer, ToReaderThread } from './messages.ts'

/** Asks the reader thread. */
export interface QueryClient {
  /** Rejects with StoreUnavailable when something stored cannot be read. */
  ask<Name extends keyof Queries>(name: Name, ...args: Parameters<Queries[Name]>): Promise<ReturnType<Queries[Name]>>
  /** Closes the files of the reader while `work` runs; queries wait until it has opened them again, or are refused. */
  withFilesClosed(work: () => Promise<void>): Promise<void>
  /** Queries are refused with this reason until the files are open again. */
  refuse(why: StoreRefusal): void
  /** Every open and later query is refused with this reason. */
  fail(why: StoreRefusal): void
}

/**
 * Makes the client of a reader thread that is ready.
 * @param rebuildIndex called when a query met damage; resolves with whether the index was rebuilt, so that it is asked again
 */
export function createQueryClient(worker: Worker, rebuildIndex: () => Promise<boolean>): QueryClient {
  const open = new Map<number, (answer: QueryAnswer) => void>()
  let number = 0
  /** Resolves when the files are open, or with why they are not. */
  let files: Promise<StoreRefusal | null> = Promise.resolve(null)
  let failed: StoreRefusal | null = null
  let onRefusal: (why: StoreRefusal) => void = () => undefined
  let onFiles: () => void = () => undefined
  worker.on('message', (message: FromReaderThread) => {
    if ('kind' in message) {
      onFiles()
      return
    }
    open.get(message.number)?.(message)
    open.delete(message.number)
  })

  function post(message: ToReaderThread): void {
    worker.postMessage(message)
  }

  async function askOnce(name: keyof Queries, args: unknown[]): Promise<QueryAnswer> {
    const why = (await files) ?? failed
    return new Promise((resolve) => {
      number += 1
      if (why !== null) {
        resolve({ number, why, isDamaged: false })
        return
      }
      open.set(number, resolve)
      post({ number, name, args })
    })
  }

  return {
    async ask(name, ...args) {
      let answer = await askOnce(name, args)
      if ('why' in answer && answer.isDamaged && (await rebuildIndex())) answer = await askOnce(name, args)
      if ('why' in answer) throw new StoreUnavailable(answer.why)
      return answer.result as never
    },
    async withFilesClosed(work) {
      const tell = async (message: ToReaderThread): Promise<void> =>
        new Promise((resolve) => {
          onFiles = resolve
          post(message)
        })
      const run = async () => {
        await tell('close-files')
        try {
          await work()
        } finally {
          await tell('open')
        }
        return null
      }
      const open = run()
      files = Promise.race([open, new Promise<StoreRefusal>((resolve) => (onRefusal = resolve))])
      await open
      files = open
    },
    refuse: (why) => onRefusal(why),
    fail(why) {
      failed = why
      onRefusal(why)
      for (const [number, resolve] of open) resolve({ number, why, isDamaged: false })
      open.clear()
    },
  }
}
