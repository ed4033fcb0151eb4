/** Entry of the thread that searches for the cause of a failed signature, so that a long search holds up nothing else. */
import { parentPort, workerData } from 'node:worker_threads'
import { explain } from '../signature/explain/explain.ts'
import type { ExplainAnswer, ExplainCall } from './messages.ts'

const { cancelFlag } = workerData as { cancelFlag: SharedArrayBuffer }
const canceled = new Int32Array(cancelFlag)

parentPort?.on('message', ({ number, input, budget, untilProof }: ExplainCall) => {
  const end = performance.now() + budget.ms
  const isSpent = () => performance.now() > end || Atomics.load(canceled, 0) === number
  parentPort?.postMessage({
    number,
    explanation: explain(input, { isSpent, bytes: budget.bytes }, { untilProof }),
  } satisfies ExplainAnswer)
})
