import { useCallback } from 'react'
import { type CommandId, commandIds, commands, type ContextPlace } from '../../shared/commands/commands.ts'
import type { MenuAction, MenuEntry, MenuGroup } from '../ui/popups/MenuPopup.tsx'
import { ShortcutKeys } from './shortcuts.tsx'
import { useToasts } from '../ui/notes/Toasts.tsx'
import { linkWords, paletteWords } from './words.ts'
import { formatLink, type LinkPlace } from '../../shared/commands/links.ts'
import { routeTo } from '../data/state/route.ts'
import { useApp, useAppState } from '../data/state/useApp.ts'
import { uiWords } from '../ui/words.ts'

/** The action of a command on the clicked element; with `entries` it is a submenu. */
export type ContextOffer = {
  /** Says more exactly what it does there than the table's label. */
  title?: string
} & ({ run: () => unknown } | { entries: readonly MenuAction[] })

/**
 * The entries of a context menu: of the table's commands for such a place those that are offered, in the order of the table
 * and parted by what they are about. Pure.
 */
export function contextEntries(
  place: ContextPlace,
  offers: Partial<Record<CommandId, ContextOffer | null>>,
): readonly MenuEntry[] {
  const entries: MenuEntry[] = []
  let before = ''
  for (const id of commandIds) {
    const offer = offers[id]
    if (offer == null || commands[id].context?.includes(place) !== true) continue
    const [about = ''] = id.split('.')
    if (before !== '' && before !== about) entries.push({ id: `${about}.line`, isLine: true })
    before = about
    entries.push(entryOf(id, offer))
  }
  return entries
}

function entryOf(id: CommandId, offer: ContextOffer): MenuAction | MenuGroup {
  const label = offer.title ?? commands[id].label
  if ('entries' in offer) return { id, label, entries: offer.entries }
  const [keys] = commands[id].keys?.any ?? []
  return {
    id,
    label,
    ...(keys === undefined ? {} : { keys: <ShortcutKeys keys={keys} />, pressedAs: keys }),
    run: () => void offer.run(),
  }
}

/** Puts a text on the clipboard and reports it in a toast. */
export function useCopyText(): (text: string) => void {
  const toasts = useToasts()
  return useCallback(
    (text) =>
      void navigator.clipboard.writeText(text).then(
        () => toasts.done(paletteWords.copied),
        () => toasts.problem(uiWords.notCopied),
      ),
    [toasts],
  )
}

/**
 * Copies a link to a place and confirms it: a link into the app where the shell takes those, else the address of the place in this
 * page. Null where neither can name the place.
 */
export function useCopyLink(place: LinkPlace): (() => void) | null {
  const { navigation } = useApp()
  const takesLinks = useAppState((state) => state.shell?.can.links === true)
  const toasts = useToasts()
  // The page of an app has an address that leads nowhere outside of it, and not every id can be in a link.
  if (takesLinks && formatLink(place) === null) return null
  return () => {
    // The part before the fragment may hold the token of this session: it is left out.
    const address = `${location.origin}${location.pathname}${navigation.href({ ...routeTo(place), marked: null })}`
    const link = takesLinks ? formatLink(place) : null
    void navigator.clipboard.writeText(link ?? address).then(
      () => toasts.done(takesLinks ? linkWords.appLinkCopied : linkWords.linkCopied),
      () => toasts.problem(uiWords.notCopied),
    )
  }
}
