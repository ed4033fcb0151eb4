import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { isMac, keysFor, tableCommand, objectFilterId, paneId, useShortcut } from '../commands/shortcuts.tsx'
import {
  type Command,
  CommandDialogsContext,
  CommandsContext,
  createCommandRegistry,
  useCommandDialogs,
  useCommands,
} from '../commands/useCommands.ts'
import { openDialogs } from '../ui/hooks/typing.ts'
import { useApp } from '../data/state/useApp.ts'
import { KeyHelp, Palette } from '../commands/Palette.tsx'
import { paletteWords } from '../commands/words.ts'
import { showOpening } from '../data/state/fileOpening.ts'
import { chooseFile } from '../ui/hooks/files.ts'
import { filterId } from '../features/inbox/list/inboxActions.ts'
import { commands } from '../../shared/commands/commands.ts'
import { compareDeliveryIds } from '../../shared/model.ts'
import { isOfLinkScheme, parseLink } from '../../shared/commands/links.ts'
import { placeOf, type ScreenPath, sections } from '../commands/screens.ts'
import { isPaused } from '../data/state/inboxState.ts'
import { allObjects, routeTo } from '../data/state/route.ts'
import type { App } from '../data/state/startApp.ts'

/**
 * Gives the page its command palette and its overview of keys: commands from below register here, and Ctrl+K (Cmd+K on a
 * Mac) opens the palette.
 */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createCommandRegistry)
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  // Each closes only itself: a command of the palette may have opened the other.
  const closePalette = useCallback(() => setOpen((now) => (now === 'palette' ? null : now)), [])
  const closeKeys = useCallback(() => setOpen((now) => (now === 'keys' ? null : now)), [])
  const dialogs = useMemo(
    () => ({ openPalette: () => setOpen('palette'), closePalette, openKeyHelp: () => setOpen('keys') }),
    [closePalette],
  )
  useShortcut('help.keys', dialogs.openKeyHelp)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return
      // An open question is answered first.
      if (openDialogs().some((dialog) => !dialog.matches('[data-palette]'))) return
      event.preventDefault()
      setOpen((now) => (now === null ? 'palette' : null))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <CommandsContext value={registry}>
      <CommandDialogsContext value={dialogs}>
        {children}
        <Palette open={open === 'palette'} onClose={closePalette} />
        <KeyHelp open={open === 'keys'} onClose={closeKeys} />
      </CommandDialogsContext>
    </CommandsContext>
  )
}

/** Cmd on a Mac, where Ctrl+K cuts to the end of a line; Ctrl elsewhere. */
function opensPalette(event: KeyboardEvent): boolean {
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  return mod && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

/** Offers the commands that work on every screen; each screen offers its own. `FeatureCommands` has the rest. */
export function usePageCommands(): void {
  const app = useApp()
  const { openPalette, openKeyHelp } = useCommandDialogs()
  useCommands((query) => [
    ...listCommands(app),
    ...placeCommands(app, query),
    ...caseCommands(app),
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

const maxObjects = 5

/** Where one can go: every screen, and what an id or words lead to. */
function placeCommands({ navigation, store }: App, query: string): Command[] {
  const { route } = store.getState()
  const goTo = sections.map(({ path, command }): Command => ({
    ...tableCommand(command),
    group: 'go',
    ...detailOf(path, route.screen),
    alsoFoundBy: paletteWords.sections[path],
    // The demo, also where a scenario is open.
    run: () => navigation.go(path === 'presentation' ? { screen: path, scenario: null } : { screen: path }),
  }))
  return [...goTo, ...answers({ navigation, store }, query.trim())]
}

/** The place that a section is in, unless it is called so itself. */
function detailOf(path: ScreenPath, shown: string): { detail?: string } {
  const place = placeOf(path)?.label ?? ''
  const detail = shown === path ? paletteWords.here : place
  return detail === commands[`go.${path}`].label ? {} : { detail }
}

/** Meanings of the typed text other than the name of a command. */
function answers({ navigation, store }: Pick<App, 'navigation' | 'store'>, text: string): Command[] {
  if (text === '') return []
  const answer = (id: string, title: string, run: () => void): Command => ({
    id: `answer.${id}`,
    title,
    group: 'answer',
    answersQuery: true,
    run,
  })
  const linked = parseLink(text)
  if (linked !== null) {
    return [answer('link', paletteWords.openLink, () => navigation.go(routeTo(linked)))]
  }
  // A link that is broken or forged is nothing to search for.
  if (isOfLinkScheme(text)) return []
  const delivery = deliveryNamed(store, text)
  return [
    ...(delivery === undefined
      ? []
      : [
          {
            ...answer('delivery', paletteWords.goToDelivery(delivery), () =>
              navigation.go({ screen: 'inbox', deliveryId: delivery }),
            ),
            isNamed: true,
          },
        ]),
    ...objectsNamed(store, text).map(({ resourceType, resourceId }) =>
      answer(`object.${resourceType}.${resourceId}`, paletteWords.openObject(resourceType, resourceId), () =>
        navigation.go({ screen: 'objects', objects: { ...allObjects, chosen: { resourceType, resourceId } } }),
      ),
    ),
    answer('objects', paletteWords.findObjects(text), () =>
      navigation.go({ screen: 'objects', objects: { ...allObjects, words: text } }),
    ),
    answer('filter', paletteWords.filterBy(text), () =>
      navigation.go({ screen: 'inbox', deliveryId: null, filter: text }),
    ),
  ]
}

/** The id that was typed, unless it is beyond the newest: "503" is no delivery where only 12 came. */
function deliveryNamed(store: App['store'], text: string): string | undefined {
  const id = /^#?(\d{1,20})$/.exec(text)?.[1]
  const { last, window } = store.getState().feed
  const [newest] = window
  // Before the first snapshot the newest is not known.
  if (id === undefined || last === null) return id
  return newest !== undefined && compareDeliveryIds(id, newest.id) <= 0 ? id : undefined
}

/** Objects among the newest deliveries whose id begins so; short texts are no ids. */
function objectsNamed(store: App['store'], text: string): { resourceType: string; resourceId: string }[] {
  if (text.length < 4) return []
  const found = new Map<string, { resourceType: string; resourceId: string }>()
  for (const { resourceType, resourceId } of store.getState().feed.window) {
    if (resourceType === null || resourceId === null || !resourceId.toLowerCase().startsWith(text.toLowerCase())) {
      continue
    }
    found.set(`${resourceType} ${resourceId}`, { resourceType, resourceId })
    if (found.size === maxObjects) break
  }
  return [...found.values()]
}

/** Commands of the list. */
function listCommands({ navigation, inbox, store }: App): Command[] {
  const { inbox: list, route } = store.getState()
  const paused = isPaused(list)
  return [
    {
      id: 'list.pause',
      title: paused ? paletteWords.resume : commands['list.pause'].label,
      group: 'list',
      keys: keysFor('list.live')[0] ?? '',
      alsoFoundBy: paletteWords.also.pause,
      checked: paused,
      run: paused ? inbox.resume : inbox.pause,
    },
    ...(route.screen === 'inbox' && route.deliveryId !== null
      ? [
          {
            id: 'list.newest',
            title: paletteWords.newest,
            group: 'list' as const,
            run: () => navigation.go({ deliveryId: null }),
          },
        ]
      : []),
    ...(route.filter !== ''
      ? [
          {
            id: 'list.clearFilter',
            title: paletteWords.clearFilter,
            group: 'list' as const,
            detail: route.filter,
            run: () => navigation.go({ filter: '' }),
          },
        ]
      : []),
  ]
}

/** Opens a file of deliveries, and exports what the list shows. */
function caseCommands(app: App): Command[] {
  return [
    {
      ...tableCommand('cases.open'),
      group: 'list',
      alsoFoundBy: paletteWords.also.caseFile,
      run: () => chooseFile((file) => showOpening(app, file)),
    },
    {
      ...tableCommand('cases.export'),
      title: paletteWords.exportList,
      group: 'list',
      alsoFoundBy: paletteWords.also.export,
      run: () => {
        app.store.setState({ toExport: null })
        app.navigation.go({ screen: 'case-files', deliveryId: null })
      },
    },
  ]
}
