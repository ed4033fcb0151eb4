import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shortReceiverKey } from '../../src/shared/receiverKey.ts'
import { startHost } from '../../src/host/startHost.ts'
import type { Host } from '../../src/host/shells/types.ts'
import { startServe } from '../../src/serve/startServe.ts'
import type { PartOfStage, Stage } from './types.ts'

export const builtPage = join(import.meta.dirname, '../../out/renderer')

/** Starts an app of its own in a folder of its own, and makes there what its rows show. */
export async function startStage(
  prepare: (host: Host, stops: (() => unknown)[]) => Promise<PartOfStage['shots']>,
  folder = mkdtempSync(join(tmpdir(), 'hookscope-shots-')),
): Promise<Stage> {
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const stopOne of stops.splice(0).toReversed()) await stopOne()
  }
  try {
    const host = await startHost({ dataFolder: folder, receiverPort: 0, version: '0.1.0' })
    stops.push(host.stop)
    const serve = await startServe({ host, port: 0, staticFolder: builtPage })
    stops.push(serve.stop)
    const receiver = async () => {
      const { url } = (await host.status()).receiver
      return url === null ? null : shortReceiverKey(url)
    }
    // Opened again and again, so it holds the key and no code, which works once.
    return {
      uiUrl: `${serve.origin}/#token=${serve.session.token()}`,
      shots: await prepare(host, stops),
      receiver,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
