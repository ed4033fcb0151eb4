import { FlaskConical, Pause, Play, TextSearch } from 'lucide-react'
import { keysFor, ShortcutKeys } from '../../commands/shortcuts.tsx'
import { useCommandDialogs } from '../../commands/useCommands.ts'
import { isPaused } from '../../data/state/inboxState.ts'
import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { Button, tip } from '../../ui/basics/Button.tsx'
import { lazily } from '../../ui/notes/Notes.tsx'
import { frameWords } from './words.ts'
import { paletteWords } from '../../commands/words.ts'
import { EnvironmentSwitcher } from './EnvironmentSwitcher.tsx'
import { tintOf } from '../../ui/basics/EnvironmentMark.tsx'
import { RateSparkline } from './RateSparkline.tsx'
import styles from './TopBar.module.css'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { shortReceiverKey } from '../../../shared/receiverKey.ts'
import { TunnelSign } from '../../features/environment/public-url/TunnelSign.tsx'
import tunnelSignStyles from '../../features/environment/public-url/TunnelSign.module.css'
import { configSummary, tunnelChipWords, tunnelStateWords } from '../../text/verdictWords.ts'

/** State of the app, on every screen: environment, receiver, tunnel, webhook config, and whether the list is live. */
export function TopBar() {
  const wire = useAppState((state) => state.wire.kind)
  const started = useAppState((state) => state.feed.status !== null)
  const environment = useAppState((state) => state.feed.status?.environment)
  const everywhere = useAppState(({ route }) => route.everywhere && route.screen === 'inbox')
  return (
    <header
      data-part="top-bar"
      data-production={environment?.production || undefined}
      data-everywhere={everywhere || undefined}
      className={styles.bar}
      style={environment && tintOf(environment)}
    >
      <EnvironmentSwitcher />
      <ReceiverChip />
      <TunnelChip />
      <WebhookConfigChip />
      <ResponsesChip />
      <ClockMark />
      <span className={styles.space} />
      {started && wire === 'open' && <RateSparkline />}
      {wire !== 'refused' && (
        <>
          <PlayButton />
          <PaletteButton />
          <PauseButton />
        </>
      )}
    </header>
  )
}

const ClockChip = lazily(
  frameWords.clock,
  async () => (await import('./ClockChip.tsx')).ClockChip,
  () => null,
)

function ClockMark() {
  const isShifted = useAppState(({ feed }) => feed.status?.sandboxClock !== undefined)
  return isShifted ? <ClockChip /> : null
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

/** Leads to the sandbox's play panel while the sandbox is in use. */
function PlayButton() {
  const { navigation } = useApp()
  const isSandbox = useAppState(({ feed }) => feed.status?.environment.kind === 'sandbox')
  const isThere = useAppState(({ route }) => route.screen === 'sandbox')
  if (!isSandbox || isThere) return null
  return (
    <a
      data-part="play"
      className={`${styles.chip} ${styles.play}`}
      href={navigation.href({ screen: 'sandbox', deliveryId: null })}
      {...tip(`${frameWords.playNote} (${keysFor('go.sandbox').join()})`)}
    >
      <FlaskConical aria-hidden="true" />
      <span className={styles.playWord}>{frameWords.play}</span>
    </a>
  )
}

/** Pauses the list of deliveries, where that list is shown. */
function PauseButton() {
  const { inbox } = useApp()
  const paused = useAppState((state) => isPaused(state.inbox))
  const isListShown = useAppState(({ route }) => route.screen === 'inbox')
  if (!isListShown) return null
  return (
    <Button
      look="quiet"
      icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      onClick={paused ? inbox.resume : inbox.pause}
      hint={paused ? `${frameWords.resumeNote} (${keysFor('list.live').join()})` : frameWords.pauseNote}
    >
      <span className={styles.pauseWords}>
        {paused ? frameWords.resume : frameWords.pause} <span className={styles.pauseWhat}>{frameWords.pauseWhat}</span>
      </span>
    </Button>
  )
}

/** Whether the receiver listens, and the address that a sender posts to: its key masked, for it is on every screen. */
function ReceiverChip() {
  const receiver = useAppState((state) => state.feed.status?.receiver)
  const isStale = useIsStale()
  if (receiver === undefined) return null
  if (receiver.state === 'failed' || receiver.url === null) {
    return (
      <span className={`${styles.chip} ${styles.chipBad}`} title={receiver.problem ?? undefined}>
        <span className={styles.chipSign} data-sign={isStale ? 'off' : 'bad'} aria-hidden="true" />
        {frameWords.receiverFailed}
      </span>
    )
  }
  const shown = shortReceiverKey(receiver.url)
  const place = shown.replace(/^https?:\/\//, '')
  return (
    <span data-part="chip-receiver" className={`${styles.chip} ${styles.chipReceiver}`}>
      <span className={styles.chipSign} data-sign={isStale ? 'off' : 'good'} aria-hidden="true" />
      <span data-part="chip-name" className={styles.chipName}>
        {isStale ? frameWords.lastKnownTitle : frameWords.listening}
      </span>
      <code data-part="chip-url" className={`${styles.chipUrl} truncate`} title={shown}>
        {place}
      </code>
      <CopyButton text={receiver.url} what={frameWords.receiverAddress} />
    </span>
  )
}

/** The response rules that are on, of any environment: a reminder that senders do not get the usual answer. */
function ResponsesChip() {
  const { navigation } = useApp()
  const rules = useAppState((state) => state.feed.status?.responseRules)
  const isStale = useIsStale()
  if (rules === undefined || rules.length === 0) return null
  const ends = rules.map(({ until }) => until)
  const last = ends.reduce((one, other) => (one === null || other === null ? null : one > other ? one : other))
  const names = rules.map(({ name, until }) => (until === null ? name : frameWords.ruleUntil(name, timeOfDay(until))))
  return (
    <a
      data-part="chip-responses"
      className={`${styles.chip} ${styles.chipLink}`}
      href={navigation.href({ screen: 'responses' })}
      {...tip(names.join('\n'))}
    >
      <span className={styles.chipSign} data-sign={isStale ? 'off' : 'warn'} aria-hidden="true" />
      <span className="numbers">{rules.length}</span>
      <span className={styles.chipRules}>{frameWords.rulesOn(rules.length)}</span>
      <span className={styles.chipName}>
        {last === null ? frameWords.rulesWithoutEnd : frameWords.rulesUntil(timeOfDay(last))}
      </span>
    </a>
  )
}

function timeOfDay(at: string): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}

/** The config last applied at the service, in a few words; leads to the screen that changes it. */
function WebhookConfigChip() {
  const { navigation } = useApp()
  const config = useAppState((state) => state.feed.status?.webhookConfig)
  const isOfSender = useAppState(({ feed }) => feed.environments.find(({ active }) => active)?.kind === 'sender')
  const isStale = useIsStale()
  // Another sender is set up at the sender.
  if (config === undefined || isOfSender) return null
  const { sign, text } = configSummary(config)
  return (
    <a
      className={`${styles.chip} ${styles.chipLink}`}
      href={navigation.href({ screen: 'webhook-config' })}
      {...tip(config.drift.join('\n'))}
    >
      <span className={styles.chipSign} data-sign={isStale ? 'off' : sign} aria-hidden="true" />
      <span data-part="chip-name" className={styles.chipName}>
        {frameWords.webhookConfig}
      </span>
      <span data-part="chip-noun" className={styles.chipNoun} aria-hidden="true">
        {frameWords.webhookConfigShort}
      </span>
      <span>{text}</span>
      {isStale && <LastKnown />}
    </a>
  )
}

/** Whether the outside reaches the receiver, in one word; leads to the screen that says why. */
function TunnelChip() {
  const { navigation } = useApp()
  const tunnel = useAppState((state) => state.feed.status?.tunnel)
  const isStale = useIsStale()
  if (tunnel === undefined) return null
  const word = tunnelStateWords[tunnel.state].word.toLowerCase()
  return (
    <a
      className={`${styles.chip} ${styles.chipLink}`}
      href={navigation.href({ screen: 'tunnel' })}
      {...tip(
        [tunnelChipWords.chip(word, tunnel.provider.label), tunnel.problem].filter((line) => line !== null).join('\n'),
      )}
    >
      <TunnelSign state={isStale ? 'off' : tunnel.state} />
      <span className={tunnelSignStyles.tunnelChipName}>{tunnelChipWords.name}</span> <span>{word}</span>
      {isStale && <LastKnown />}
    </a>
  )
}

/** Behind what a chip says while Hookscope cannot be reached: it may be otherwise by now. */
function LastKnown() {
  return <span className={styles.chipLast}>({frameWords.lastKnown})</span>
}
