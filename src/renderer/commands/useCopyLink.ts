import { formatLink, type LinkPlace } from '../../shared/commands/links.ts'
import { routeTo } from '../data/state/route.ts'
import { useApp, useAppState } from '../data/state/useApp.ts'
import { useToasts } from '../ui/notes/Toasts.tsx'
import { linkWords } from './words.ts'

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
      () => toasts.problem(linkWords.notCopied),
    )
  }
}
