import type { Command } from '../../commands/commandRegistry.ts'
import { tellOutcome } from '../../commands/tellOutcome.ts'
import { paletteWords } from '../../commands/words.ts'
import type { App } from '../../data/state/startApp.ts'
import type { Toasts } from '../../ui/Toasts.tsx'

/** Checks all stored signatures again, or stops that. */
export function signatureCommands({ client, store }: App, toasts: Toasts): Command[] {
  const told = tellOutcome(toasts)
  if (store.getState().feed.status?.verification.state === 'running') {
    const stop = async () => {
      await client.signatures.cancel()
      return null
    }
    return [
      {
        id: 'signature.cancel',
        title: paletteWords.cancelCheck,
        group: 'signature',
        run: told(paletteWords.cancelCheck, stop),
      },
    ]
  }
  const start = async () => {
    await client.signatures.verifyAll()
    return paletteWords.checkAllStarted
  }
  return [
    {
      id: 'signature.checkAll',
      title: paletteWords.checkAll,
      group: 'signature',
      run: told(paletteWords.checkAll, start),
    },
  ]
}
