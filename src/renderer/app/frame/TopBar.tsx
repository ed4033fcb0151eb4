import { Pause, Play, TextSearch } from 'lucide-react'
import { keysFor } from '../../commands/shortcuts.ts'
import { ShortcutKeys } from '../../commands/ShortcutKeys.tsx'
import { useCommandDialogs } from '../../commands/useCommands.ts'
import { isPaused } from '../../data/state/inboxState.ts'
import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { useToasts } from '../../ui/Toasts.tsx'
import { ReceiverChip, TunnelChip, WebhookConfigChip } from './Chips.tsx'
import { frameWords } from './words.ts'
import { paletteWords } from '../../commands/words.ts'
import { RateSparkline } from './RateSparkline.tsx'
import { tip } from '../../ui/tip.ts'
import styles from './TopBar.module.css'

/** What is true everywhere: environment, receiver, webhook-config, and whether the list runs. */
export function TopBar() {
  const wire = useAppState((state) => state.wire.kind)
  const started = useAppState((state) => state.feed.status !== null)
  return (
    <header data-part="top-bar" className={styles.bar}>
      <EnvironmentSwitcher />
      <ReceiverChip />
      <TunnelChip />
      <WebhookConfigChip />
      <span className={styles.space} />
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
    <label className={styles.environment}>
      <span className="unseen">{frameWords.environment}</span>
      <Select
        className={styles.environmentSelect}
        value={activeId}
        options={environments.map(({ id, name }) => ({ value: id, label: name }))}
        {...tip(environments.find(({ id }) => id === activeId)?.name)}
        disabled={activate.busy || isStale}
        onChange={(id) => void choose(id)}
      />
    </label>
  )
}

function PaletteButton() {
  const { openPalette } = useCommandDialogs()
  return (
    <Button
      look="quiet"
      icon={<TextSearch aria-hidden="true" />}
      hint={paletteWords.button}
      aria-haspopup="dialog"
      onClick={openPalette}
    >
      <span className={styles.paletteWords}>
        <span className={styles.paletteWord}>{paletteWords.name}</span>
        <span aria-hidden="true">
          <ShortcutKeys keys={keysFor('palette.open')[0] ?? ''} />
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
      icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      onClick={paused ? inbox.resume : inbox.pause}
      hint={paused ? `${frameWords.resumeNote} (${keysFor('list.live').join()})` : frameWords.pauseNote}
    >
      <span>
        {paused ? frameWords.resume : frameWords.pause} <span className={styles.pauseWhat}>{frameWords.pauseWhat}</span>
      </span>
    </Button>
  )
}
