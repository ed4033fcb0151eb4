import { sharedArenaSpace } from '../../../src/engine/store/arena.ts'
import { createBatchQueue } from '../../../src/engine/store/batchQueue.ts'
import { sharedProgress } from '../../../src/engine/store/sharedProgress.ts'
import { startThread } from '../../../src/engine/store/startThread.ts'
import type { Design } from './designs.ts'

/** The store's own writer thread and batches, without index and reader; batches are handed over in one of three ways. */
export async function openWorker(
  folder: string,
  options: { handOver: 'shared' | 'transferred' | 'cloned' },
): Promise<Design> {
  const { worker } = await startThread('writerThread', { folder, memory: sharedProgress().memory })
  const queue = createBatchQueue({
    send: (batch, transfer) => worker.postMessage(batch, options.handOver === 'cloned' ? [] : transfer),
    space: options.handOver === 'shared' ? sharedArenaSpace() : null,
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
