import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { newThread } from '../threads/newThread.ts'
import type { ExportItem } from './exportSource.ts'
import type { itemWork, RedactAnswer, RedactCall } from './redactThread.ts'
import { previewItem, writeItem } from './writeItem.ts'

/** Redacts deliveries: small ones at once, large ones on a thread, one after the other. */
export interface Redactor {
  /** Both throw ExpectedFailure where the thread could not do it. */
  write(...args: Parameters<typeof writeItem>): Promise<ReturnType<typeof writeItem>>
  preview(...args: Parameters<typeof previewItem>): Promise<ReturnType<typeof previewItem>>
  stop(): Promise<void>
}

/** The thread ends after this time without work: after a large body its heap is large, too. */
const idleMs = 10_000

/** Size of the texts and bodies of a delivery up to which it is redacted at once, which is faster than a message to the thread. */
const usualMaxInPlace = 16 * 1024

export function startRedactor(maxInPlace = usualMaxInPlace): Redactor {
  const stopping = new AbortController()
  let worker: Worker | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let pending = 0
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  function forget(thread: Worker): void {
    if (worker === thread) worker = undefined
  }

  async function onThread<Name extends RedactCall['name']>(
    call: Extract<RedactCall, { name: Name }>,
    item: ExportItem,
  ): Promise<ReturnType<(typeof itemWork)[Name]>> {
    clearTimeout(idle)
    pending += 1
    const work = queue.then(async () => ask(call, item))
    queue = work.catch(() => undefined)
    try {
      return (await work) as ReturnType<(typeof itemWork)[Name]>
    } finally {
      pending -= 1
      if (pending === 0) idle = setTimeout(end, idleMs).unref()
    }
  }

  async function ask(call: RedactCall, item: ExportItem): Promise<unknown> {
    let answer: RedactAnswer
    try {
      stopping.signal.throwIfAborted()
      worker ??= startThread(forget)
      worker.postMessage(call, [item.handed.bytes.buffer as ArrayBuffer])
      ;[answer] = (await once(worker, 'message', { signal: stopping.signal })) as [RedactAnswer]
    } catch (error) {
      // It ran out of memory, or there is none for a thread: the next delivery gets a new one.
      end()
      answer = { failure: error instanceof Error ? error.message : String(error) }
    }
    if ('result' in answer) return answer.result
    const { id } = item.handed.delivery
    throw new ExpectedFailure({ code: 'redaction-failed', fields: { delivery: id, detail: answer.failure } })
  }

  return {
    async write(item, options) {
      if (sizeOf(item) <= maxInPlace) return writeItem(item, options)
      const own = withOwnBytes(item)
      return onThread<'write'>({ name: 'write', args: [own, options] }, own)
    },
    async preview(item, rules) {
      if (sizeOf(item) <= maxInPlace) return previewItem(item, rules)
      const own = withOwnBytes(item)
      return onThread<'preview'>({ name: 'preview', args: [own, rules] }, own)
    },
    async stop() {
      stopping.abort(new Error('Hookscope is stopping.'))
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

/** A body from a stranger decides how much its JSON takes: past this its delivery fails, and the process goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

/** It keeps no process alive. Its failures are heard where its answer is waited for. */
function startThread(onExit: (thread: Worker) => void): Worker {
  const thread = newThread('redactThread', import.meta.url, {}, resourceLimits)
  thread.unref()
  thread.on('error', () => undefined)
  thread.on('exit', () => onExit(thread))
  return thread
}

/** Its bytes in a buffer of their own, which is given to the thread. */
function withOwnBytes(item: ExportItem): ExportItem {
  return { ...item, handed: { ...item.handed, bytes: new Uint8Array(item.handed.bytes) } }
}

/** The size of what a sender or an app can make large. */
function sizeOf({ handed: { delivery, bytes } }: ExportItem): number {
  const texts = delivery.attempts.flatMap((attempt) => [
    attempt.body,
    attempt.bodyBase64,
    attempt.requestBody,
    attempt.requestBodyBase64,
  ])
  return [delivery.changes, ...texts].reduce((sum, text) => sum + (text?.length ?? 0), bytes.length)
}
