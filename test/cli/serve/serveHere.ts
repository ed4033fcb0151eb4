import { callsOf, type ReadyLine, type RunningServe } from '../../build/startServe.ts'
import { startHere } from '../runHere.ts'

/**
 * `hookscope serve` in the process of the tests, at any free ports: commands join it as they join a process. Without a
 * command line, and with options that it does not have, startServeHere starts the same.
 */
export async function serveHere(data: string): Promise<RunningServe & Pick<ReadyLine, 'pid'>> {
  const serve = startHere(['serve', '--json', '--ui-port', '0', '--receiver-port', '0', '--data', data])
  const ready = JSON.parse(await serve.until('\n')) as ReadyLine
  return { ...ready, ...callsOf(ready), stop: async () => void (await serve.stop()) }
}
