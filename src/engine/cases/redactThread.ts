/** Entry of the thread that redacts and writes large deliveries, so that the main thread keeps answering senders. */
import { parentPort } from 'node:worker_threads'
import { previewItem, writeItem } from './writeItem.ts'

export const itemWork = { write: writeItem, preview: previewItem }

/** A piece of work: the name of a function, and what it is called with. */
export type RedactCall = {
  [Name in keyof typeof itemWork]: { name: Name; args: Parameters<(typeof itemWork)[Name]> }
}[keyof typeof itemWork]

export type RedactAnswer = { result: unknown } | { failure: string }

parentPort?.on('message', (call: RedactCall) => {
  parentPort?.postMessage(answerTo(call))
})

function answerTo(call: RedactCall): RedactAnswer {
  try {
    return { result: call.name === 'write' ? itemWork.write(...call.args) : itemWork.preview(...call.args) }
  } catch (error) {
    return { failure: String(error) }
  }
}
