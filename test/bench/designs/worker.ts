import { createBatchQueue } from '../../../src/engine/store/batchQueue.ts'
import { sharedProgress } from '../../../src/engine/store/sharedProgress.ts'
import { startThread } from '../../../src/engine/store/startThread.ts'
import type { Design } from './designs.ts'

export async function openWorker(folder: string, options: { clone?: boolean }): Promise<Design> {
  const { worker } = await startThread('writerThread', { folder, memory: sharedProgress().memory })
  const queue = createBatchQueue({
    send: (batch, transfer) => worker.postMessage(batch, options.clone === true ? [] : transfer),
    takeTimes: () => [],
    onKept() {},
    onLost() {},
  })
  worker.on('message', (message) => queue.settle(message))
  return {
    append: queue.append,
    async close() {
      await queue.drained()
      await worker.terminate()
    },
  }
}
