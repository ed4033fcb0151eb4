import { answerBodyQuestions, type BodyAnswers, type BodyQuestion } from './bodyQuestions.ts'
import type { Found } from './utf8.ts'
import type { ReadBody } from './readBody.ts'
import { workerPolicy } from '../../shared/pagePolicy.ts'

/** Reads one body and answers what views ask about it. */
export interface BodyReader {
  /** The bytes, and what they are. */
  read: Promise<{ read: ReadBody; bytes: Uint8Array<ArrayBuffer> }>
  /** Where the rows of the text begin; see `wrapRows`. */
  rows(columns: number): Promise<Uint32Array>
  find(wanted: string, exact: boolean): Promise<Found>
  stop(): void
}

/** Up to this size a body is read on the spot, which takes less time than starting a worker. */
const smallBody = 128 * 1024

export function startBodyReader(blob: Blob, contentType: string): BodyReader {
  const { ask, stop } = blob.size <= smallBody ? askHere() : askWorker()
  return {
    read: ask({ kind: 'read', blob, contentType }) as BodyReader['read'],
    rows: async (columns) => ask({ kind: 'rows', columns }) as Promise<Uint32Array>,
    find: async (wanted, exact) => ask({ kind: 'found', wanted, exact }) as Promise<Found>,
    stop,
  }
}

/** A worker that has started and has nothing to do yet. */
let spare: Worker | null = null

/** Starts the worker for a body that is on its way, so that neither waits for the other. */
export function expectBody(size: number): void {
  if (size <= smallBody || spare !== null) return
  const worker = startWorker()
  spare = worker
  worker.addEventListener('error', () => {
    if (spare === worker) spare = null
  })
}

function takeWorker(): Worker {
  const worker = spare ?? startWorker()
  spare = null
  return worker
}

interface Asking {
  ask(question: BodyQuestion): Promise<BodyAnswers[BodyQuestion['kind']]>
  stop(): void
}

function askHere(): Asking {
  const answer = answerBodyQuestions()
  return { ask: async (question) => (await answer(question)).answer, stop: () => {} }
}

/** The worker's answer to a question. */
interface Answered {
  number: number
  answer: BodyAnswers[BodyQuestion['kind']]
  /** It could not answer. */
  problem?: string
}

function askWorker(): Asking {
  const worker = takeWorker()
  const waiting = new Map<number, PromiseWithResolvers<BodyAnswers[BodyQuestion['kind']]>>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const asked = waiting.get(data.number)
    if (data.problem === undefined) asked?.resolve(data.answer)
    else asked?.reject(new Error(data.problem))
    waiting.delete(data.number)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    for (const { reject } of waiting.values()) reject(new Error(event.message))
    waiting.clear()
  })
  return {
    ask: async (question) => {
      const number = ++last
      const promise = Promise.withResolvers<BodyAnswers[BodyQuestion['kind']]>()
      waiting.set(number, promise)
      worker.postMessage({ number, question })
      return promise.promise
    },
    stop: () => worker.terminate(),
  }
}

/** The part of the platform's Trusted Types that is used here; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/** The build writes the worker as a file of its own; this is its address. */
const [address = ''] = Object.values(
  import.meta.glob<string>('./bodyWorker.ts', { query: '?worker&url', import: 'default', eager: true }),
)

/**
 * The page's only trusted policy. It is made once, before anything hostile is shown, and gives one address whatever it is
 * asked for: no text can become a script through it.
 */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(workerPolicy, {
  createScriptURL: () => address,
})

function startWorker(): Worker {
  return new Worker(trusted?.createScriptURL('') ?? address, { type: 'module' })
}
