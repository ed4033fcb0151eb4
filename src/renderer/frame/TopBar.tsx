import { Pause, Play, TextSearch } from 'lucide-react'
import { keysFor } from '../palette/shortcuts.ts'
import { ShortcutKeys } from '../palette/ShortcutKeys.tsx'
import { useOpenPalette } from '../palette/useCommands.ts'
import { isPaused } from '../state/inboxState.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useIsStale } from '../state/useIsStale.ts'
import { Button } from '../ui/Button.tsx'
import { useToasts } from '../ui/Toasts.tsx'
import { TunnelChip } from '../tunnel/TunnelChip.tsx'
import { frameWords } from '../words/frame.ts'
import { paletteWords } from '../words/palette.ts'
import { RateSparkline } from './RateSparkline.tsx'
import { ReceiverChip } from './ReceiverChip.tsx'
import { WebhookConfigChip } from './WebhookConfigChip.tsx'
import './TopBar.css'

/** What is true everywhere: environment, receiver, webhook-config, and whether the list runs. */
export function TopBar() {
  const wire = useAppState((state) => state.wire.kind)
  const started = useAppState((state) => state.feed.status !== null)
  return (
    <header className="top-bar">
      <EnvironmentSwitcher />
      <ReceiverChip />
      <TunnelChip />
      <WebhookConfigChip />
      <span className="top-bar-space" />
      {started && wire === 'open' && <RateSparkline />}
      {wire !== 'refused' && (
        <>
          <PaletteButton />
          <PauseButton />
        </>
      )}
    </header>
  )
}

function EnvironmentSwitcher() {
  const { client } = useApp()
  const toasts = useToasts()
  const environments = useAppState((state) => state.feed.environments)
  const activeId = useAppState((state) => state.feed.status?.environment.id)
  const activate = useCall(async (id: string) => client.environments.activate({ id }))
  const choose = async (id: string) => {
    if ((await activate.run(id)) === undefined) {
      toasts.problem(paletteWords.notSwitched)
    }
  }
  const isStale = useIsStale()
  if (activeId === undefined) return null
  return (
    <label className="environment">
      <span className="unseen">{frameWords.environment}</span>
      <select
        className="environment-select"
        value={activeId}
        title={environments.find(({ id }) => id === activeId)?.name}
        disabled={activate.busy || isStale}
        onChange={(event) => void choose(event.target.value)}
      >
        {environments.map((environment) => (
          <option key={environment.id} value={environment.id}>
            {environment.name}
          </option>
        ))}
      </select>
    </label>
  )
}

function PaletteButton() {
  const open = useOpenPalette()
  return (
    <Button
      look="quiet"
      className="palette-button"
      icon={<TextSearch aria-hidden="true" />}
      title={paletteWords.button}
      aria-haspopup="dialog"
      onClick={open}
    >
      <span className="palette-words">
        <span className="palette-word">{paletteWords.name}</span>
        <span aria-hidden="true">
          <ShortcutKeys keys={keysFor('palette')[0] ?? ''} />
        </span>
      </span>
    </Button>
  )
}

function PauseButton() {
  const { inbox } = useApp()
  const paused = useAppState((state) => isPaused(state.inbox))
  return (
    <Button
      look="quiet"
      className="pause-button"
      icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      onClick={paused ? inbox.resume : inbox.pause}
      title={paused ? `${frameWords.resumeNote} (${keysFor('live').join()})` : frameWords.pauseNote}
    >
      {paused ? frameWords.resume : frameWords.pause}
    </Button>
  )
}
