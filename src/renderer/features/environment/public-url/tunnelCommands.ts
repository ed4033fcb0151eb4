import { type Command, reportOutcome } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import type { App } from '../../../data/state/startApp.ts'
import type { Toasts } from '../../../ui/notes/Toasts.tsx'
import { isOpen, stateWords } from './words.ts'

/** Opens, checks and closes the tunnel. */
export function tunnelCommands({ client, store, navigation }: App, toasts: Toasts): Command[] {
  const tunnel = store.getState().feed.status?.tunnel
  if (tunnel === undefined) return []
  const command = (id: string, title: string, run: () => unknown): Command => ({
    id: `tunnel.${id}`,
    title,
    group: 'tunnel',
    detail: stateWords[tunnel.state].word.toLowerCase(),
    alsoFoundBy: paletteWords.also.tunnel,
    run,
  })
  const reported = reportOutcome(toasts)
  if (isOpen(tunnel.state)) {
    const tellCheck = ({ lastCheck, state }: { lastCheck: { ok: boolean } | null; state: typeof tunnel.state }) =>
      lastCheck?.ok === true ? paletteWords.tunnelWorks : paletteWords.tunnelIs(stateWords[state].word.toLowerCase())
    return [
      command(
        'check',
        paletteWords.checkTunnel,
        reported(paletteWords.checkTunnel, async () => tellCheck(await client.tunnel.check())),
      ),
      command(
        'close',
        paletteWords.closeTunnel,
        reported(paletteWords.closeTunnel, async () => {
          await client.tunnel.close()
          return paletteWords.tunnelClosed
        }),
      ),
    ]
  }
  // Nothing was ever opened: the choice of a provider is the screen's.
  if (tunnel.provider.id === 'none') {
    return [command('open', paletteWords.chooseTunnel, () => navigation.go({ screen: 'tunnel' }))]
  }
  const open = paletteWords.openTunnel(tunnel.provider.label)
  const opening = async () => {
    await client.tunnel.open({ provider: tunnel.provider.id })
    return paletteWords.tunnelOpens
  }
  return [command('open', open, reported(open, opening))]
}
