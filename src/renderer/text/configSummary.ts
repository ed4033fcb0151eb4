import { webhookTypes } from '../../shared/model.ts'
import type { WebhookConfig } from '../../shared/wireTypes.ts'

const configWords = {
  neverApplied: 'never applied',
  disabled: 'disabled',
  differs: 'differs',
  types: (known: number, all: number) => `${known} of ${all} types`,
} as const

/** The config last applied at the service, in a few words, with its sign. Pure. */
export function configSummary({ applied, drift }: WebhookConfig): { sign: 'good' | 'warn' | 'off'; text: string } {
  if (applied === null) return { sign: 'off', text: configWords.neverApplied }
  if (!applied.enabled) return { sign: 'off', text: configWords.disabled }
  if (drift.length > 0) return { sign: 'warn', text: configWords.differs }
  const known = webhookTypes.filter((type) => applied.webhookTypes.includes(type)).length
  return { sign: 'good', text: configWords.types(known, webhookTypes.length) }
}
