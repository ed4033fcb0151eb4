/** Entry of the thread that answers every query, so that a long one holds up neither serving nor writing. */
import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../schema/openReader.ts'
import { isDamaged, openProblem, readProblem } from '../schema/sqliteProblem.ts'
import { createQueries, type Queries } from './createQueries.ts'
import type { FromReaderThread, QueryAnswer, QueryCall, ToReaderThread } from './messages.ts'

const { folder } = workerData as { folder: string }
const port = parentPort

function post(message: FromReaderThread): void {
  port?.postMessage(message, 'result' in message && isWhole(message.result) ? [message.result.buffer] : [])
}

/** Bytes that share their memory with nothing are transferred, not copied. */
function isWhole(result: unknown): result is Uint8Array<ArrayBuffer> {
  return result instanceof Uint8Array && result.byteLength === result.buffer.byteLength
}

let connection: { queries: Queries; close: () => void } | null = null

function open(): void {
  try {
    const database = openReader(folder)
    connection = { queries: createQueries(database), close: () => database.close() }
    post({ kind: 'ready', ready: null })
  } catch (error) {
    post({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

function closeFiles(): void {
  connection?.close()
  connection = null
}

function answer({ number, name, args }: QueryCall): QueryAnswer {
  try {
    if (connection === null) throw new Error('The files are not open.')
    const query = connection.queries[name] as (...args: unknown[]) => unknown
    return { number, result: query(...args) }
  } catch (error) {
    return { number, why: readProblem(error, folder), isDamaged: isDamaged(error) }
  }
}

port?.on('message', (message: ToReaderThread) => {
  if (message === 'open') open()
  else if (message === 'close-files') {
    closeFiles()
    post({ kind: 'files-closed' })
  } else if (message === 'close') {
    closeFiles()
    port.close()
  } else post(answer(message))
})
