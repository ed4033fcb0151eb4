/** Entry of the thread that answers every query, so that a long one holds up neither serving nor writing. */
import { parentPort, workerData } from 'node:worker_threads'
import { createDeliveryLists, type DeliveryLists } from './listDeliveries.ts'
import type { Opening, QueryAnswer, QueryCall } from './messages.ts'
import { openReader } from './openReader.ts'
import { createRecords, type Records } from './readRecords.ts'
import { sharedProgress } from './sharedProgress.ts'
import { openProblem, readProblem } from './sqliteProblem.ts'

const { folder, memory } = workerData as { folder: string; memory: SharedArrayBuffer }
const progress = sharedProgress(memory)
const port = parentPort

function say(message: QueryAnswer | Opening<null>): void {
  port?.postMessage(message)
}

function answer(queries: Records & DeliveryLists, call: QueryCall): QueryAnswer {
  try {
    const query = queries[call.name] as (...args: unknown[]) => unknown
    return { number: call.number, result: query(...call.args) }
  } catch (error) {
    return { number: call.number, problem: readProblem(error, folder) }
  }
}

function main(): void {
  progress.waitFor('indexReady')
  if (progress.is('closing')) return
  try {
    const database = openReader(folder)
    const queries = { ...createRecords(database), ...createDeliveryLists(database) }
    port?.on('message', (call: QueryCall | 'close') => {
      if (call === 'close') {
        database.close()
        port.close()
        return
      }
      say(answer(queries, call))
    })
    say({ kind: 'ready', ready: null })
  } catch (error) {
    say({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
