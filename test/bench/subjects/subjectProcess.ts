import { monitorEventLoopDelay } from 'node:perf_hooks'
import { answerCalls } from '../child.ts'
import type { ServingResult } from '../messages.ts'
import type { StartSubject } from './subject.ts'

/** The process of one measured server: its name, its data folder and how much to store ahead are its arguments. */
const starters: Record<string, () => Promise<StartSubject>> = {
  reference: async () => (await import('./startReference.ts')).startReference,
  floor: async () => (await import('./startFloor.ts')).startFloor,
  store: async () => (await import('./startReceiverAndStore.ts')).startReceiverAndStore,
  receiver: async () => async () => (await import('./startReceiverAlone.ts')).startReceiverAlone(false),
  verifying: async () => async () => (await import('./startReceiverAlone.ts')).startReceiverAlone(true),
  mockttp: async () => (await import('./startMockttp.ts')).startMockttp,
  fastify: async () => (await import('./startFastify.ts')).startFastify,
}

const [name = '', folder = '', stored = '0'] = process.argv.slice(2)
const load = starters[name]
if (load === undefined) throw new Error(`There is no subject "${name}".`)
const start = await load()
const subject = await start(folder, Number(stored))

const delay = monitorEventLoopDelay({ resolution: 1 })
let threadBefore = process.threadCpuUsage()
let processBefore = process.cpuUsage()

answerCalls(
  async (what: 'port' | 'begin' | 'end' | 'settle'): Promise<number | ServingResult> => {
    if (what === 'port') return subject.port
    if (what === 'settle') {
      await subject.settled()
      return 0
    }
    if (what === 'begin') {
      delay.reset()
      delay.enable()
      threadBefore = process.threadCpuUsage()
      processBefore = process.cpuUsage()
      return 0
    }
    const thread = process.threadCpuUsage(threadBefore)
    const whole = process.cpuUsage(processBefore)
    delay.disable()
    return {
      threadCpu: thread.user + thread.system,
      processCpu: whole.user + whole.system,
      loopDelayP99: delay.percentile(99) / 1e6,
      rss: process.memoryUsage.rss(),
    }
  },
  async () => subject.stop(),
)
