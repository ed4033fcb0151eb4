import type { Command } from '../../../../commands/useCommands.ts'
import { showEverywhere, switchEnvironment } from '../../../../commands/environments.tsx'
import { paletteWords } from '../../../../commands/words.ts'
import type { App } from '../../../../data/state/startApp.ts'
import type { Toasts } from '../../../../ui/notes/Toasts.tsx'

/** Switches the environment, shows all of them, and copies the address of the one in use. */
export function environmentCommands(app: App, toasts: Toasts): Command[] {
  const { environments, status } = app.store.getState().feed
  const url = status?.receiver.url ?? null
  const switches = environments.map(({ id, name }): Command => ({
    id: `environment.${id}`,
    title: paletteWords.switchTo(name),
    group: 'environment',
    ...(status?.environment.id === id ? { detail: paletteWords.inUse } : {}),
    run: async () => switchEnvironment(app, toasts, id),
  }))
  const everywhere: Command = {
    id: 'environment.all',
    title: paletteWords.allEnvironments,
    group: 'environment',
    run: () => showEverywhere(app),
  }
  if (url === null) return [...switches, everywhere]
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
  return [...switches, everywhere, copy]
}
