import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { frameWords } from './words.ts'
import { shortReceiverKey } from '../../../shared/receiverKey.ts'
import { webhookTypes } from '../../../shared/model.ts'
import type { WebhookConfig } from '../../../shared/wireTypes.ts'
import { tip } from '../../ui/tip.ts'
import { stateWords, tunnelWords } from '../../features/setup/tunnel/words.ts'
import { TunnelSign } from '../../features/setup/tunnel/TunnelSign.tsx'
import tunnelSignStyles from '../../features/setup/tunnel/TunnelSign.module.css'
import styles from './TopBar.module.css'

/** Whether the receiver listens, and the address that a sender posts to: its key masked, for it is on every screen. */
export function ReceiverChip() {
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

/** What the service was last told, in a few words; leads to the screen that changes it. */
export function WebhookConfigChip() {
  const { navigation } = useApp()
  const config = useAppState((state) => state.feed.status?.webhookConfig)
  const isStale = useIsStale()
  if (config === undefined) return null
  const { sign, text } = summary(config)
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

function summary({ applied, drift }: WebhookConfig): { sign: 'good' | 'warn' | 'off'; text: string } {
  if (applied === null) return { sign: 'off', text: frameWords.configNeverApplied }
  if (!applied.enabled) return { sign: 'off', text: frameWords.configDisabled }
  if (drift.length > 0) return { sign: 'warn', text: frameWords.configDiffers }
  const known = webhookTypes.filter((type) => applied.webhookTypes.includes(type)).length
  return { sign: 'good', text: frameWords.configTypes(known, webhookTypes.length) }
}

/** Whether the outside reaches the receiver, in one word; leads to the screen that says why. */
export function TunnelChip() {
  const { navigation } = useApp()
  const tunnel = useAppState((state) => state.feed.status?.tunnel)
  const isStale = useIsStale()
  if (tunnel === undefined) return null
  const word = stateWords[tunnel.state].word.toLowerCase()
  return (
    <a
      className={`${styles.chip} ${styles.chipLink}`}
      href={navigation.href({ screen: 'tunnel' })}
      {...tip(
        [tunnelWords.chip(word, tunnel.provider.label), tunnel.problem].filter((line) => line !== null).join('\n'),
      )}
    >
      <TunnelSign state={isStale ? 'off' : tunnel.state} />
      <span className={tunnelSignStyles.tunnelChipName}>{tunnelWords.title}</span> <span>{word}</span>
      {isStale && <LastKnown />}
    </a>
  )
}

/** Behind what a chip says while Hookscope cannot be reached: it may be otherwise by now. */
function LastKnown() {
  return <span className={styles.chipLast}>({frameWords.lastKnown})</span>
}
