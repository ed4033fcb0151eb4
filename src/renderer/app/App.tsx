import { useEffect } from 'react'
import { ConnectionBanner, HealthBanner } from './frame/Banners.tsx'
import { Rail } from './frame/Rail.tsx'
import { RefusedPage } from './frame/StartProblem.tsx'
import { TopBar } from './frame/TopBar.tsx'
import { VerificationLine } from './frame/VerificationLine.tsx'
import { useWindowTitle } from './frame/useWindowTitle.ts'
import { GoKeys } from '../commands/GoKeys.tsx'
import { CommandsProvider } from '../commands/Palette.tsx'
import { useShellRequests } from '../commands/useShellRequests.ts'
import { usePageCommands } from './usePageCommands.ts'
import { PresenterLine } from '../features/presentation/PresenterLine.tsx'
import { preloadScreens, screenAt } from './screens.tsx'
import type { App as RunningApp } from '../data/state/startApp.ts'
import { AppContext, useAppState } from '../data/state/useApp.ts'
import { EmptyState, Loading } from '../ui/EmptyState.tsx'
import { NewAddressBanner } from '../features/setup/tunnel/NewAddressBanner.tsx'
import { AskProvider } from '../ui/Dialog.tsx'
import { ContextMenus } from '../ui/Menus.tsx'
import { preloadKit } from '../ui/loadKit.ts'
import { ToastsProvider } from '../ui/Toasts.tsx'
import { Tooltips } from '../ui/Tooltips.tsx'
import { frameWords } from './frame/words.ts'
import styles from './App.module.css'

export function App({ app }: { app: RunningApp }) {
  useEffect(preloadKit, [])
  return (
    <AppContext value={app}>
      <ToastsProvider>
        <AskProvider>
          <CommandsProvider>
            <ContextMenus>
              <Frame />
            </ContextMenus>
          </CommandsProvider>
        </AskProvider>
        <Tooltips />
      </ToastsProvider>
    </AppContext>
  )
}

function Frame() {
  usePageCommands()
  useShellRequests()
  useWindowTitle()
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
        <NewAddressBanner />
        <main id="main" className={styles.frameScreen} tabIndex={-1}>
          <CurrentScreen />
        </main>
        <VerificationLine />
        <PresenterLine />
      </div>
      <GoKeys />
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
