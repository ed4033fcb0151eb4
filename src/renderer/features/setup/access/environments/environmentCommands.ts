import type { Command } from '../../../../commands/commandRegistry.ts'
import { paletteWords } from '../../../../commands/words.ts'
import type { App } from '../../../../data/state/startApp.ts'
import type { Toasts } from '../../../../ui/Toasts.tsx'

/** Switches the environment, and copies its address. */
export function environmentCommands({ client, store }: App, toasts: Toasts): Command[] {
  const { environments, status } = store.getState().feed
  const url = status?.receiver.url ?? null
  const switches = environments.map(({ id, name }): Command => ({
    id: `environment.${id}`,
    title: paletteWords.switchTo(name),
    group: 'environment',
    ...(status?.environment.id === id ? { detail: paletteWords.inUse } : {}),
    run: async () => client.environments.activate({ id }).catch(() => toasts.problem(paletteWords.notSwitched)),
  }))
  if (url === null) return switches
  const copy: Command = {
    id: 'environment.copyAddress',
    title: paletteWords.copyReceiver,
    group: 'environment',
    alsoFoundBy: paletteWords.also.receiver,
    run: async () =>
      navigator.clipboard.writeText(url).then(
        () => toasts.done(paletteWords.copied),
        () => toasts.problem(paletteWords.notCopied),
      ),
  }
  return [...switches, copy]
}
