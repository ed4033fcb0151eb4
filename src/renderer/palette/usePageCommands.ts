import { openKeyHelp } from '../frame/KeyHelp.tsx'
import { useApp } from '../state/useApp.ts'
import { useToasts } from '../ui/Toasts.tsx'
import { paletteWords } from '../words/palette.ts'
import { engineCommands } from './engineCommands.ts'
import { lookCommands } from './lookCommands.ts'
import { listCommands, placeCommands } from './placeCommands.ts'
import { keysFor } from './shortcuts.ts'
import { useCommands } from './useCommands.ts'

/** Offers what can be done from anywhere. What only a screen can do, the screen offers. */
export function usePageCommands(): void {
  const app = useApp()
  const toasts = useToasts()
  useCommands((query) => [
    ...listCommands(app),
    ...placeCommands(app, query),
    ...engineCommands(app, toasts),
    ...lookCommands(),
    {
      id: 'help.keys',
      title: paletteWords.keys,
      group: 'help',
      keys: keysFor('help')[0] ?? '',
      alsoFoundBy: paletteWords.also.keys,
      run: openKeyHelp,
    },
  ])
}
