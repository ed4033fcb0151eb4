import type { Worker } from 'node:worker_threads'
import type { Explanation, ExplainInput } from '../signature/explain/types.ts'
import { newThread } from '../threads/newThread.ts'
import type { ExplainAnswer, ExplainCall, SearchBudget } from './messages.ts'

interface SearchOptions {
  signal?: AbortSignal | undefined
  untilProof?: boolean
}

/** Searches for the cause of a failed signature on a thread of its own, one search after the other. */
export interface Explainer {
  /**
   * Answers within about twice the budget, whatever the input is: a search that does not come back is ended, and said to
   * be incomplete. Aborting `signal` ends a search early with its findings. The input is asked
   * for when its turn comes, so that bodies do not pile up; beyond a hundred that wait, a search is refused as incomplete.
   * With `untilProof` it ends with the first proof. Rejects when the input cannot be read.
   */
  explain(prepare: () => Promise<ExplainInput>, options?: SearchOptions): Promise<Explanation>
  stop(): Promise<void>
}

/** The time ends a search; the bytes are for machines on which two seconds hash more than any cause is worth. */
const defaultBudget: SearchBudget = { ms: 2000, bytes: 2 * 1024 ** 3 }

const notFinished: Explanation = {
  state: 'unexplained',
  findings: [],
  ruledOut: [],
  notTried: [],
  tried: 0,
  complete: false,
}

/** Maximum number of pending searches: far more than users ask at once. */
const maxPending = 100

interface Search {
  number: number
  untilProof: boolean
  prepare(): Promise<ExplainInput>
  resolve(explanation: Explanation): void
  reject(error: unknown): void
}

export function startExplainer(
  log: (level: 'warn', message: string) => void,
  budget: SearchBudget = defaultBudget,
): Explainer {
  // Holds the number of the search that is to end; none has the number 0.
  const canceled = new Int32Array(new SharedArrayBuffer(4))
  const waiting: Search[] = []
  let current: (Search & { timeout: NodeJS.Timeout | undefined }) | undefined
  let worker: Worker | undefined
  let lastNumber = 0
  let stopped = false

  function finish(explanation: Explanation): void {
    clearTimeout(current?.timeout)
    current?.resolve(explanation)
    current = undefined
    next()
  }

  /** A thread that fails or hangs is given up; the next search gets a new one. */
  function giveUp(reason: string): void {
    log('warn', `A search for the cause of a failed signature was given up: ${reason}`)
    void worker?.terminate()
    worker = undefined
    finish(notFinished)
  }

  function start(): Worker {
    const fresh = startThread(canceled)
    fresh.on('message', ({ number, explanation }: ExplainAnswer) => {
      if (current?.number === number) finish(explanation)
    })
    fresh.on('error', (error) => {
      if (worker === fresh) giveUp(error.message)
    })
    return fresh
  }

  function next(): void {
    if (current !== undefined || stopped) return
    const search = waiting.shift()
    if (search === undefined) return
    current = { ...search, timeout: undefined }
    // The system may have no thread left.
    run(search).catch((error: unknown) => giveUp(String(error)))
  }

  async function run({ number, untilProof, prepare, reject }: Search): Promise<void> {
    const input = await prepare().catch((error: unknown) => {
      reject(error)
      return null
    })
    if (current?.number !== number) return
    if (input === null) {
      finish(notFinished)
      return
    }
    worker ??= start()
    const timeout = setTimeout(() => giveUp('it did not end in time'), budget.ms * 2 + 1000)
    current = { ...current, timeout: timeout }
    worker.postMessage({ number, input, budget, untilProof } satisfies ExplainCall)
  }

  return {
    explain: async (prepare, { signal, untilProof = false } = {}) =>
      new Promise((resolve, reject) => {
        if (stopped || signal?.aborted === true || waiting.length >= maxPending) {
          resolve(notFinished)
          return
        }
        const search: Search = { number: (lastNumber += 1), untilProof, prepare, resolve, reject }
        waiting.push(search)
        signal?.addEventListener('abort', () => {
          if (current?.number === search.number) Atomics.store(canceled, 0, search.number)
          else if (dequeue(waiting, search)) resolve(notFinished)
        })
        next()
      }),
    stop: async () => {
      stopped = true
      for (const { resolve } of waiting.splice(0)) resolve(notFinished)
      clearTimeout(current?.timeout)
      current?.resolve(notFinished)
      current = undefined
      await worker?.terminate()
    },
  }
}

/** False when it was not there. */
function dequeue(waiting: Search[], search: Search): boolean {
  const place = waiting.indexOf(search)
  return place !== -1 && waiting.splice(place, 1).length > 0
}

/** A body from a stranger decides how much the search holds: past this it is given up, and the process goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

/** It keeps no process alive: its results matter only to a caller that is waiting. */
function startThread(canceled: Int32Array): Worker {
  const thread = newThread('explainThread', import.meta.url, { cancelFlag: canceled.buffer }, resourceLimits)
  thread.unref()
  return thread
}
