import { ConnectionBanner } from './frame/ConnectionBanner.tsx'
import { HealthBanner } from './frame/HealthBanner.tsx'
import { KeyHelp } from './frame/KeyHelp.tsx'
import { Rail } from './frame/Rail.tsx'
import { RefusedPage } from './frame/RefusedPage.tsx'
import { TopBar } from './frame/TopBar.tsx'
import { VerificationLine } from './frame/VerificationLine.tsx'
import { useWindowTitle } from './frame/useWindowTitle.ts'
import { GoKeys } from './palette/GoKeys.tsx'
import { PaletteProvider } from './palette/PaletteProvider.tsx'
import { usePageCommands } from './palette/usePageCommands.ts'
import { PresenterLine } from './presentation/PresenterLine.tsx'
import { screenFor } from './screens.tsx'
import type { App as RunningApp } from './state/startApp.ts'
import { AppContext, useAppState } from './state/useApp.ts'
import { EmptyState, Loading } from './ui/EmptyState.tsx'
import { NewAddressBanner } from './tunnel/NewAddressBanner.tsx'
import { ToastsProvider } from './ui/Toasts.tsx'
import { frameWords } from './words/frame.ts'
import './App.css'

export function App({ app }: { app: RunningApp }) {
  return (
    <AppContext value={app}>
      <ToastsProvider>
        <PaletteProvider>
          <Frame />
        </PaletteProvider>
      </ToastsProvider>
    </AppContext>
  )
}

function Frame() {
  usePageCommands()
  useWindowTitle()
  return (
    <div className="frame">
      <a className="skip-link" href="#main" onClick={skipToMain}>
        {frameWords.skip}
      </a>
      <Rail />
      <div className="frame-main">
        <TopBar />
        <ConnectionBanner />
        <HealthBanner />
        <NewAddressBanner />
        <main id="main" className="frame-screen" tabIndex={-1}>
          <CurrentScreen />
        </main>
        <VerificationLine />
        <PresenterLine />
      </div>
      <KeyHelp />
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
  const screen = screenFor(path)
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
