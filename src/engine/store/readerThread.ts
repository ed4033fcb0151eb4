/** Entry of the thread that answers every query, so that a long one holds up neither serving nor writing. */
import { parentPort, workerData } from 'node:worker_threads'
import { type LogLimits, waitForCut } from './checkpointer.ts'
import { createQueries, type Queries } from './createQueries.ts'
import type { Opening, QueryAnswer, QueryCall } from './messages.ts'
import { openReader } from './openReader.ts'
import { sharedProgress } from './sharedProgress.ts'
import { isDamaged, openProblem, readProblem } from './sqliteProblem.ts'

const { folder, memory, logLimits } = workerData as {
  folder: string
  memory: SharedArrayBuffer
  logLimits: LogLimits
}
const progress = sharedProgress(memory)
const port = parentPort

function say(message: QueryAnswer | Opening<null>): void {
  port?.postMessage(message, 'result' in message && isWhole(message.result) ? [message.result.buffer] : [])
}

/** Bytes that share their memory with nothing may be given away, which copies nothing. */
function isWhole(result: unknown): result is Uint8Array<ArrayBuffer> {
  return result instanceof Uint8Array && result.byteLength === result.buffer.byteLength
}

interface Connection {
  queries: Queries
  /** Of the index that it has open. */
  generation: number
  close(): void
}

function connect(): Connection {
  const generation = progress.number('indexGeneration')
  const database = openReader(folder)
  return {
    queries: createQueries(database, (sinceMs) => sinceMs > logLimits.longReadMs && progress.is('logWaits')),
    generation,
    close: () => database.close(),
  }
}

/** Connects; where the index is damaged, once it was made again. */
function connectSound(): Connection {
  const generation = progress.number('indexGeneration')
  try {
    return connect()
  } catch (error) {
    if (isDamaged(error) && hadIndexRemade(generation)) return connect()
    throw error
  }
}

/** The connection to go on with: another one when the index was made again since. */
function upToDate(connection: Connection): Connection {
  if (connection.generation === progress.number('indexGeneration')) return connection
  connection.close()
  return connect()
}

function run(queries: Queries, call: QueryCall): unknown {
  const query = queries[call.name] as (...args: unknown[]) => unknown
  return query(...call.args)
}

/** Damage most likely lies in the index, which can be made again. True when that was done. */
function hadIndexRemade(generation: number): boolean {
  progress.set('indexSuspect', true)
  progress.wake()
  for (
    let seen = progress.changes();
    progress.is('indexSuspect') && !progress.is('closing');
    seen = progress.changes()
  ) {
    progress.waitForChange(seen, 1000)
  }
  return progress.number('indexGeneration') !== generation
}

function main(): void {
  progress.waitFor('indexReady')
  if (progress.is('closing')) return
  try {
    let connection = connectSound()
    const answer = (call: QueryCall, again: boolean): QueryAnswer => {
      try {
        connection = upToDate(connection)
        return { number: call.number, result: run(connection.queries, call) }
      } catch (error) {
        if (again && isDamaged(error) && hadIndexRemade(connection.generation)) return answer(call, false)
        return { number: call.number, why: readProblem(error, folder) }
      }
    }
    port?.on('message', (call: QueryCall | 'close') => {
      waitForCut(progress)
      if (call === 'close') {
        connection.close()
        port.close()
        return
      }
      say(answer(call, true))
    })
    say({ kind: 'ready', ready: null })
  } catch (error) {
    say({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
