/** Entry of the thread that writes deliveries.db. It waits for the disk, so that the thread that serves requests never does. */
import { parentPort, workerData } from 'node:worker_threads'
import { keepLogShort, pageBytes } from './checkpointer.ts'
import type { BatchOutcome, Opening, ToWriter, WriterReady } from './messages.ts'
import { sharedProgress } from './sharedProgress.ts'
import { openProblem } from './sqliteProblem.ts'
import { openTruthWriter, type TruthWriter } from './truthWriter.ts'

const { folder, memory } = workerData as { folder: string; memory: SharedArrayBuffer }
const progress = sharedProgress(memory)
const port = parentPort
if (port !== null) {
  try {
    const writer = openTruthWriter(folder)
    serve(writer)
    progress.setNumber('committed', writer.lastId())
    progress.setNumber('verdictChanges', writer.lastVerdictChange())
    progress.setNumber('removals', writer.lastRemoval())
    progress.set('writerReady', true)
    progress.wake()
    say({ kind: 'ready', ready: { counters: writer.counters(), lastReceivedAt: writer.lastReceivedAt() } })
  } catch (error) {
    say({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

function say(message: BatchOutcome | Opening<WriterReady>): void {
  port?.postMessage(message)
}

function serve(writer: TruthWriter): void {
  port?.on('message', (message: ToWriter) => {
    if (message.kind === 'close') {
      writer.close()
      port.close()
      return
    }
    const outcome = writer.write(message)
    say(outcome)
    if (outcome.kind === 'kept') {
      progress.setNumber('committed', writer.lastId())
      if (message.operations.some(({ kind }) => kind === 'put-verdicts')) {
        progress.setNumber('verdictChanges', writer.lastVerdictChange())
      }
      const removed = message.operations.flatMap((operation) =>
        operation.kind === 'remove-deliveries' ? operation.ids : [],
      )
      if (removed.length > 0) progress.setNumber('removals', writer.lastRemoval())
      // A delivery that goes costs the log about the page that it stood on.
      keepLogShort(progress, (message.arena?.bytes.length ?? 0) + removed.length * pageBytes, writer.moveLog)
    }
    progress.wake()
  })
}
