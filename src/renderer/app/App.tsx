import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AddressBanner, ConnectionBanner, HealthBanner, VerificationLine } from './frame/Banners.tsx'
import { Rail, SectionTabs } from './frame/Rail.tsx'
import { RefusedPage } from './frame/StartProblem.tsx'
import { TopBar } from './frame/TopBar.tsx'
import { GoKeys } from '../commands/ShortcutKeys.tsx'
import { useFileDrops, useShellRequests } from './useShellRequests.ts'
import { CommandsProvider, usePageCommands } from './PageCommands.tsx'
import { PresenterLine } from '../features/send/presentation/PresenterLine.tsx'
import { preloadScreens, screenAt } from './screens.tsx'
import type { App as RunningApp } from '../data/state/startApp.ts'
import { AppContext, useAppState } from '../data/state/useApp.ts'
import { EmptyState, Loading } from '../ui/notes/Notes.tsx'
import { lazily } from '../ui/notes/lazily.tsx'
import { useToasts } from '../ui/notes/Toasts.tsx'
import { Popups } from '../ui/popups/Popups.tsx'
import { frameWords } from './frame/words.ts'
import styles from './App.module.css'
import unseenIcon from './frame/icon-unseen.svg'
import { titleOf } from '../commands/screens.ts'

const FeatureCommands = lazily(
  frameWords.commands,
  async () => (await import('./FeatureCommands.ts')).FeatureCommands,
  () => null,
)

export function App({ app }: { app: RunningApp }) {
  return (
    <AppContext value={app}>
      <QueryClientProvider client={app.queries}>
        <Popups>
          <CommandsProvider>
            <Frame />
          </CommandsProvider>
        </Popups>
      </QueryClientProvider>
    </AppContext>
  )
}

function Frame() {
  usePageCommands()
  useShellRequests()
  useFileDrops()
  useWindowTitle()
  useChangeNotice()
  return (
    <div data-part="frame" className={styles.frame}>
      <a data-part="skip-link" className={styles.skipLink} href="#main" onClick={skipToMain}>
        {frameWords.skip}
      </a>
      <Rail />
      <div className={styles.frameMain}>
        <TopBar />
        <ConnectionBanner />
        <HealthBanner />
        <AddressBanner />
        <main id="main" className={styles.frameScreen} tabIndex={-1}>
          <SectionTabs />
          <div className={styles.frameSection}>
            <CurrentScreen />
          </div>
        </main>
        <VerificationLine />
        <PresenterLine />
      </div>
      <GoKeys />
      <FeatureCommands />
    </div>
  )
}

/** The fragment belongs to the route, so the link moves the focus by hand. */
function skipToMain(event: { preventDefault(): void }) {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

function CurrentScreen() {
  const path = useAppState((state) => state.route.screen)
  const started = useAppState((state) => state.feed.status !== null)
  const wire = useAppState((state) => state.wire)
  const screen = screenAt(path)
  useEffect(() => (started ? preloadScreens(window) : undefined), [started])
  if (!started && wire.kind === 'refused') return <RefusedPage problem={wire.problem} steps={wire.steps} />
  if (!started) return <Loading what={frameWords.state} />
  if (screen === undefined) {
    return (
      <EmptyState title={frameWords.noSuchPage}>
        <p>{frameWords.noSuchPageMore}</p>
      </EmptyState>
    )
  }
  return <screen.Content />
}

/** A quiet notice when deliveries depart from the shape of their type in a way that is new. */
function useChangeNotice(): void {
  const found = useAppState((state) => state.feed.foundChanges)
  const toasts = useToasts()
  const before = useRef(found)
  useEffect(() => {
    if (found > before.current) toasts.done(frameWords.changesFound(found - before.current))
    before.current = found
  }, [found, toasts])
}

/** The window's title names the screen and counts the unseen failed deliveries; the icon marks them. */
function useWindowTitle(): void {
  const path = useAppState((state) => state.route.screen)
  const failures = useAppState((state) => state.feed.status?.unseen.count ?? 0)
  const more = useAppState((state) => state.feed.status?.unseen.more ?? false)
  const arrivals = useAppState((state) => state.arrivals)
  useEffect(() => {
    document.title = frameWords.windowTitle(titleOf(path), failures, more, arrivals)
  }, [path, failures, more, arrivals])
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
