import { type ReadyLine, scratchFolder } from '../build/startServe.ts'
import { startHookscope } from '../cli/runHookscope.ts'

/** `hookscope serve` out of a file of the build, on a data folder of its own. */
export async function openProcess(entry: string): Promise<ReadyLine & { stop(): Promise<void> }> {
  const folder = scratchFolder()
  const ports = ['--ui-port', '0', '--receiver-port', '0']
  const running = startHookscope(['serve', '--json', '--data', folder.path, ...ports], { entry })
  const ready = JSON.parse(await running.until('\n')) as ReadyLine
  return {
    ...ready,
    stop: async () => {
      await running.stop()
      folder.remove()
    },
  }
}
