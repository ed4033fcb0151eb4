import { useApp } from '../data/state/useApp.ts'
import { useToasts } from '../ui/notes/Toasts.tsx'
import { paletteWords } from '../commands/words.ts'
import { caseCommands } from '../features/inbox/cases/caseCommands.ts'
import { sandboxCommands } from '../features/environment/sandbox/sandboxCommands.ts'
import { environmentCommands } from '../features/environment/access/environments/environmentCommands.ts'
import { responseCommands } from '../features/forward/responses/responseCommands.ts'
import { tunnelCommands } from '../features/environment/tunnel/tunnelCommands.ts'
import { signatureCommands } from '../features/inbox/signature/signatureCommands.ts'
import { lookCommands } from '../features/settings/lookCommands.ts'
import { listCommands, placeCommands } from '../commands/placeCommands.ts'
import { tableCommand } from '../commands/shortcuts.ts'
import { useCommands, useCommandDialogs } from '../commands/useCommands.ts'
import { objectFilterId, paneId } from '../commands/parts.ts'
import { filterId } from '../features/inbox/list/inboxActions.tsx'

/** Offers the commands that work on every screen. Each screen offers its own. */
export function usePageCommands(): void {
  const app = useApp()
  const toasts = useToasts()
  const { openPalette, openKeyHelp } = useCommandDialogs()
  useCommands((query) => [
    ...listCommands(app),
    ...placeCommands(app, query),
    ...environmentCommands(app, toasts),
    ...tunnelCommands(app, toasts),
    ...signatureCommands(app, toasts),
    ...responseCommands(app, toasts),
    ...sandboxCommands(app, toasts),
    ...caseCommands(app),
    ...lookCommands(),
    {
      ...tableCommand('help.keys'),
      group: 'help',
      alsoFoundBy: paletteWords.also.keys,
      run: openKeyHelp,
    },
    { ...tableCommand('palette.open'), group: 'help', hidden: true, run: openPalette },
    {
      ...tableCommand('find.here'),
      group: 'help',
      hidden: true,
      run: () => {
        if (!findHere(document)) openPalette()
      },
    },
  ])
}

/**
 * Puts the cursor into the field in which one searches here: a body's search while the body is looked at, else the field
 * of the screen. False where the screen has none.
 */
function findHere(page: Document): boolean {
  const pane = page.querySelector(`#${paneId}`)
  const inList = page.activeElement?.closest('[data-part="inbox"]') != null
  const field =
    (inList ? null : pane?.querySelector<HTMLInputElement>('input[type=search]')) ??
    page.querySelector<HTMLInputElement>(`#${filterId}`) ??
    page.querySelector<HTMLInputElement>(`#${objectFilterId}`)
  field?.focus()
  field?.select()
  return field !== null
}
