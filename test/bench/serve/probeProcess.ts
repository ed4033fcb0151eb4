/**
 * Loaded into `hookscope serve` before anything of it (`--import`), so that the bench can ask the process as it is started
 * how it fares. Nothing of the product knows of it. It imports nothing but what Node has: see probeUrl.
 */
import { subscribe } from 'node:diagnostics_channel'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { getHeapSnapshot, getHeapStatistics, type HeapInfo } from 'node:v8'
import { isMainThread, type Worker } from 'node:worker_threads'
import type { ProbeCall, ServingResult, ThreadHeap } from '../messages.ts'

// A thread gets the options of its process; the probe asks the threads from outside.
if (isMainThread) probe()

function probe(): void {
  const threads = new Map<string, Worker>()
  subscribe('worker_threads', (message) => {
    const { worker } = message as { worker: Worker }
    const name = worker.threadName ?? `thread ${worker.threadId}`
    threads.set(name, worker)
    worker.once('exit', () => threads.delete(name))
  })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let threadBefore = process.threadCpuUsage()
  let processBefore = process.cpuUsage()

  function served(): ServingResult {
    const thread = process.threadCpuUsage(threadBefore)
    const whole = process.cpuUsage(processBefore)
    return {
      threadCpu: thread.user + thread.system,
      processCpu: whole.user + whole.system,
      loopDelayP99: delay.percentile(99) / 1e6,
      rss: process.memoryUsage.rss(),
    }
  }

  async function answer(call: ProbeCall): Promise<ServingResult | ThreadHeap[] | string[] | null> {
    switch (call.kind) {
      case 'begin':
        delay.reset()
        delay.enable()
        threadBefore = process.threadCpuUsage()
        processBefore = process.cpuUsage()
        return null
      case 'end':
        delay.disable()
        return served()
      case 'heaps':
        return [
          heapOf('main', getHeapStatistics()),
          ...(await Promise.all(
            [...threads].map(async ([name, worker]) => heapOf(name, await worker.getHeapStatistics())),
          )),
        ]
      case 'snapshots':
        return writeSnapshots(threads, call.folder)
    }
  }

  process.on('message', (call: ProbeCall) => {
    answer(call).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
  // The bench has disconnected: serve ends as usual.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

function heapOf(name: string, info: HeapInfo): ThreadHeap {
  return {
    name,
    used: info.used_heap_size,
    reserved: info.total_heap_size,
    limit: info.heap_size_limit,
    external: info.external_memory,
  }
}

/** One file for each thread, one after the other: each costs about as much memory as the heap that it shows. */
async function writeSnapshots(threads: Map<string, Worker>, folder: string): Promise<string[]> {
  const files: string[] = []
  const write = async (name: string, snapshot: NodeJS.ReadableStream) => {
    const file = join(folder, `${name}.heapsnapshot`)
    await pipeline(snapshot, createWriteStream(file))
    files.push(file)
  }
  await write('main', getHeapSnapshot())
  for (const [name, worker] of threads) await write(name, await worker.getHeapSnapshot())
  return files
}
