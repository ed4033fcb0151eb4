/** Entry of the thread that writes deliveries.db. It waits for the disk, so that the thread that serves requests never does. */
import { parentPort, workerData } from 'node:worker_threads'
import { createLogKeeper, type LogLimits, logRestMs } from './checkpointer.ts'
import type { FileWork, FromWriter, Opening, ToWriter, WriterReady } from './messages.ts'
import { sharedProgress } from './sharedProgress.ts'
import { openProblem, writeProblem } from './sqliteProblem.ts'
import { openTruthWriter, type TruthWriter } from './truthWriter.ts'

const { folder, memory, logLimits } = workerData as {
  folder: string
  memory: SharedArrayBuffer
  logLimits: LogLimits
}
const progress = sharedProgress(memory)
const port = parentPort
if (port !== null) {
  try {
    const writer = openTruthWriter(folder, logLimits)
    serve(writer)
    progress.setNumber('committed', writer.lastId())
    progress.setNumber('verdictChanges', writer.lastVerdictChange())
    progress.setNumber('lateAnswers', writer.lastLateAnswer())
    progress.setNumber('removals', writer.lastRemoval())
    progress.set('writerReady', true)
    progress.wake()
    say({ kind: 'ready', ready: { counters: writer.counters(), lastReceivedAt: writer.lastReceivedAt() } })
  } catch (error) {
    say({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

function say(message: FromWriter | Opening<WriterReady>): void {
  port?.postMessage(message)
}

function serve(writer: TruthWriter): void {
  const log = createLogKeeper(progress, logLimits, writer.log)
  const rest = setTimeout(() => {
    if (!log.atRest()) rest.refresh()
  }, logRestMs)
  port?.on('message', (message: ToWriter) => {
    if (message.kind === 'close') {
      clearTimeout(rest)
      writer.close()
      port.close()
      return
    }
    if (message.kind === 'cancel-file-work') {
      isCancelled = true
      return
    }
    if (message.kind !== 'batch') {
      void workOnFile(writer, message).then(() => {
        rest.refresh()
        progress.wake()
      })
      return
    }
    const outcome = writer.write(message)
    say(outcome)
    if (outcome.kind === 'kept') {
      progress.setNumber('committed', writer.lastId())
      if (message.operations.some(({ kind }) => kind === 'put-verdicts')) {
        progress.setNumber('verdictChanges', writer.lastVerdictChange())
      }
      if (message.operations.some(({ kind }) => kind === 'note-answer')) {
        progress.setNumber('lateAnswers', writer.lastLateAnswer())
      }
      if (message.operations.some(({ kind }) => kind === 'remove-deliveries')) {
        progress.setNumber('removals', writer.lastRemoval())
      }
      log.afterBatch()
      rest.refresh()
    }
    progress.wake()
  })
}

/** Of the work on the file that is under way. */
let isCancelled = false

async function workOnFile(writer: TruthWriter, work: FileWork): Promise<void> {
  if (work.kind === 'compact') {
    const why = writer.compact()
    say(why === null ? { kind: 'file-work', state: 'done' } : { kind: 'file-work', state: 'failed', why })
    return
  }
  isCancelled = false
  try {
    await writer.backUp(work.path, (done, of) => {
      // What is thrown here ends the copy.
      if (isCancelled) throw new Error('The copy was cancelled.')
      say({ kind: 'file-work', state: 'running', done, of })
    })
    say({ kind: 'file-work', state: 'done' })
  } catch (error) {
    if (isCancelled) say({ kind: 'file-work', state: 'cancelled' })
    else say({ kind: 'file-work', state: 'failed', why: writeProblem(error, folder) })
  }
}
