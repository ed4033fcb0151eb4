import { type Command, reportOutcome } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import type { App } from '../../../data/state/startApp.ts'
import type { Toasts } from '../../../ui/notes/Toasts.tsx'

/** Commands that check all stored signatures again, or stop that. */
export function signatureCommands({ client, store }: App, toasts: Toasts): Command[] {
  const reported = reportOutcome(toasts)
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
        run: reported(paletteWords.cancelCheck, stop),
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
      run: reported(paletteWords.checkAll, start),
    },
  ]
}
