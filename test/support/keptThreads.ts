import { EventEmitter, once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'
import { programFile } from '../build/programFile.ts'
import type { Role } from './keptThread.ts'

/** The threads of a store: a run has hundreds of stores, and starting a thread costs more than most of their work. */
const keptNames: ReadonlySet<string> = new Set(['storeThread', 'readerThread'])

/** Maximum number of waiting threads of a name. */
const mostWaiting = 2
/** Number of roles after which a thread ends: evaluated modules are never freed. */
const mostRoles = 40

const waiting = new Map<string, Worker[]>()
const roles = new WeakMap<Worker, number>()

/**
 * In place of src/engine/threads/newThread.ts (see vitest.config.ts): out of the bundle of this run, and, for a store, in a
 * thread that has finished an earlier role in good order. The only difference for a test is that no new thread is
 * reported.
 */
export function newThread(
  name: string,
  asker: string,
  workerData: Record<string, unknown>,
  resourceLimits: ResourceLimits = {},
): Worker {
  const entry = pathToFileURL(programFile(name, fileURLToPath(new URL(`./${name}.ts`, asker))))
  if (!keptNames.has(name)) return new Worker(entry, { workerData, name, resourceLimits })
  const worker = nextWaiting(name) ?? new Worker(keptEntry(), { name })
  worker.ref()
  // Only Worker's own methods are asked for, see KeptThread.
  return new KeptThread(worker, name, entry, workerData) as unknown as Worker
}

/** A waiting thread that has not ended: an ended one would never answer. */
function nextWaiting(name: string): Worker | undefined {
  const workers = waiting.get(name) ?? []
  for (let worker = workers.pop(); worker !== undefined; worker = workers.pop()) {
    if (worker.threadId !== -1) return worker
  }
  return undefined
}

function keptEntry(): URL {
  return pathToFileURL(programFile('keptThread', 'test/support/keptThread.ts'))
}

/** One role of a thread, with what the store uses of a Worker. */
class KeptThread extends EventEmitter {
  readonly #worker: Worker
  readonly #channel = new MessageChannel()
  /** It said that it opened its files, so it can be relied on to close them. */
  #isReady = false
  #isTerminated = false
  #hasEnded = false
  readonly #onError = (error: unknown) => void this.emit('error', error)
  readonly #onExit = (code: number) => {
    this.#end(code)
  }

  constructor(worker: Worker, name: string, entry: URL, workerData: Record<string, unknown>) {
    super()
    this.#worker = worker
    const { port1, port2 } = this.#channel
    const role = (roles.get(worker) ?? 0) + 1
    roles.set(worker, role)
    entry.searchParams.set('role', String(role))
    worker.on('error', this.#onError)
    worker.on('exit', this.#onExit)
    port1.on('message', (message: { kind?: string }) => {
      if (message.kind === 'ready') this.#isReady = true
      this.emit('message', message)
    })
    port1.on('close', () => {
      this.#leave(name)
    })
    worker.postMessage({ entry: entry.href, workerData, port: port2 } satisfies Role, [port2])
  }

  get threadId(): number {
    return this.#hasEnded ? -1 : this.#worker.threadId
  }

  get performance() {
    return this.#worker.performance
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer)
  }

  async terminate(): Promise<number> {
    if (this.#hasEnded) return 0
    this.#isTerminated = true
    const ended = once(this, 'exit')
    void this.#worker.terminate()
    const [code] = (await ended) as [number]
    return code
  }

  /** The role is over: the thread waits for the next one. */
  #leave(name: string): void {
    // A terminated thread closes its port, too; the end of the thread follows.
    if (this.#hasEnded || this.#isTerminated || this.#worker.threadId === -1) return
    this.#worker.off('error', this.#onError)
    this.#worker.off('exit', this.#onExit)
    const others = waiting.get(name) ?? []
    if (this.#isReady && others.length < mostWaiting && (roles.get(this.#worker) ?? 0) < mostRoles) {
      this.#worker.unref()
      waiting.set(name, [...others, this.#worker])
    } else void this.#worker.terminate()
    this.#end(0)
  }

  #end(code: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#channel.port1.close()
    this.emit('exit', code)
  }
}
