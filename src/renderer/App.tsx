import { ConnectionBanner } from './frame/ConnectionBanner.tsx'
import { HealthBanner } from './frame/HealthBanner.tsx'
import { KeyHelp } from './frame/KeyHelp.tsx'
import { Rail } from './frame/Rail.tsx'
import { TopBar } from './frame/TopBar.tsx'
import { VerificationLine } from './frame/VerificationLine.tsx'
import { screenFor } from './screens.tsx'
import type { App as RunningApp } from './state/startApp.ts'
import { AppContext, useAppState } from './state/useApp.ts'
import { EmptyState, Loading } from './ui/EmptyState.tsx'
import { NewAddressBanner } from './tunnel/NewAddressBanner.tsx'
import { ToastsProvider } from './ui/Toasts.tsx'
import './App.css'

export function App({ app }: { app: RunningApp }) {
  return (
    <AppContext value={app}>
      <ToastsProvider>
        <Frame />
      </ToastsProvider>
    </AppContext>
  )
}

function Frame() {
  return (
    <div className="frame">
      <a className="skip-link" href="#main" onClick={skipToMain}>
        Skip to the content
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
      </div>
      <KeyHelp />
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
  const screen = screenFor(path)
  if (!started) return <Loading what="the inspector's state" />
  if (screen === undefined) {
    return (
      <EmptyState title="There is no such page">
        <p>The address names a page that this version does not have. Choose one on the left.</p>
      </EmptyState>
    )
  }
  return <screen.Content />
}
