import { useEffect } from 'react'
import unseenIcon from './icon-unseen.svg'
import { screenFor } from '../../commands/screens.ts'
import { useAppState } from '../../data/state/useApp.ts'
import { frameWords } from './words.ts'

/** The window's title names the screen and counts the failed deliveries that nobody has looked at; the icon marks them. */
export function useWindowTitle(): void {
  const path = useAppState((state) => state.route.screen)
  const failures = useAppState((state) => state.feed.status?.unseen.count ?? 0)
  const more = useAppState((state) => state.feed.status?.unseen.more ?? false)
  useEffect(() => {
    document.title = frameWords.windowTitle(screenFor(path)?.label ?? null, failures, more)
  }, [path, failures, more])
  const some = failures > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon === null || !some) return
    const usual = icon.href
    icon.href = unseenIcon
    return () => {
      icon.href = usual
    }
  }, [some])
}
