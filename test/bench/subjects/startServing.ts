import { startChild } from '../child.ts'
import { type ServingResult, target } from '../messages.ts'
import { fillStore } from '../page/fillStore.ts'
import { startBenchServe } from '../serve/startBenchServe.ts'

/** A subject of the bench in a process of its own. */
export interface Serving {
  port: number
  target: string
  begin(): Promise<void>
  /** How it fared since `begin`. */
  end(): Promise<ServingResult>
  /** Resolves when the work that was left for later is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a subject by its name.
 * @param stored deliveries that Hookscope has stored before
 */
export async function startServing(
  name: string,
  folder: string,
  stored: number,
  execArgv: readonly string[],
): Promise<Serving> {
  if (name === 'hookscope' || name === 'unreachable') {
    return startProduct(folder, name === 'hookscope' ? 'answers' : 'silent', stored, execArgv)
  }
  const child = startChild(new URL('subjectProcess.ts', import.meta.url), [name, folder, String(stored)], execArgv)
  return {
    port: await child.call<number>('port'),
    target,
    begin: async () => void (await child.call('begin')),
    end: async () => child.call<ServingResult>('end'),
    settled: async () => void (await child.call('settle')),
    stop: child.stop,
  }
}

async function startProduct(
  folder: string,
  service: 'answers' | 'silent',
  stored: number,
  execArgv: readonly string[],
): Promise<Serving> {
  const options = { folder, service, page: true, execArgv }
  let serve = await startBenchServe(options)
  if (stored > 0) {
    await serve.stop()
    await fillStore(folder, serve.environmentId, stored)
    serve = await startBenchServe(options)
  }
  const { port, stop, settled } = serve
  return {
    port,
    target: serve.target,
    begin: async () => void (await serve.call({ kind: 'begin' })),
    end: async () => serve.call<ServingResult>({ kind: 'end' }),
    settled,
    stop,
  }
}
