import { webhookTypes } from '../../shared/model.ts'
import type { WebhookConfig } from '../../shared/wireTypes.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { useIsStale } from '../state/useIsStale.ts'
import { frameWords } from '../words/frame.ts'
import { LastKnown } from './LastKnown.tsx'

/** What the service was last told, in a few words; leads to the screen that changes it. */
export function WebhookConfigChip() {
  const { navigation } = useApp()
  const config = useAppState((state) => state.feed.status?.webhookConfig)
  const isStale = useIsStale()
  if (config === undefined) return null
  const { sign, text } = summary(config)
  return (
    <a className="chip chip-link" href={navigation.href({ screen: 'webhook-config' })} title={config.drift.join('\n')}>
      <span className="chip-sign" data-sign={isStale ? 'off' : sign} aria-hidden="true" />
      <span className="chip-name">{frameWords.webhookConfig}</span>
      <span className="chip-noun" aria-hidden="true">
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
