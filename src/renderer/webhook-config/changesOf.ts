import { webhookTypes } from '../../shared/model.ts'
import type { WebhookConfigPreview } from '../../shared/wireTypes.ts'
import { hideKey } from './webhookConfigForm.ts'

export type ConfigField = WebhookConfigPreview['fields'][number]['field']
export type FieldValue = WebhookConfigPreview['fields'][number]['before']

/** One field as an apply would leave it, in words. */
export interface Change {
  field: ConfigField
  label: string
  /** Null when nothing was applied by this app before. */
  before: string | null
  after: string
  changes: boolean
  sent: boolean
}

export const fieldLabels: Record<ConfigField, string> = {
  url: 'URL',
  enabled: 'Enabled',
  sharedSecret: 'Shared secret',
  webhookTypes: 'Types',
}

/** The four fields of a preview in words, in its order. Pure. */
export function changesOf({ fields }: WebhookConfigPreview, everApplied: boolean): Change[] {
  return fields.map(({ field, before, after, changes, sent }) => ({
    field,
    label: fieldLabels[field],
    before: everApplied ? valueWords(field, before) : null,
    after: valueWords(field, after),
    changes,
    sent,
  }))
}

/** A field's value as a person reads it; of the secret its fingerprint, of a receiver address not the whole key. Pure. */
export function valueWords(field: ConfigField, value: FieldValue): string {
  if (field === 'sharedSecret') return typeof value === 'string' ? `fingerprint ${value}` : 'none'
  if (value === null) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value === '' ? 'none' : hideKey(value)
  return typeWords(value)
}

/** What an apply would leave out or repeat, as a sentence. Pure; empty when there is nothing to say. */
export function sendingWords(changes: readonly Change[]): string {
  const sent = changes.filter((change) => change.sent)
  const names = (list: readonly Change[]) => list.map(({ label }) => label).join(', ')
  if (sent.length === 0) return 'Nothing differs from what was applied last, so nothing would be sent.'
  const again = sent.filter((change) => !change.changes)
  const left = changes.filter((change) => change.changes && !change.sent)
  return [
    `Sent: ${names(sent)}.`,
    again.length === 0 || again.length === sent.length ? '' : `Of these as before: ${names(again)}.`,
    again.length === sent.length ? 'All as before.' : '',
    left.length === 0 ? '' : `Different and yet not sent: ${names(left)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** "all ten", "none", "payment, kyc"; when nearly all: "all ten but nft". */
export function typeWords(types: readonly string[]): string {
  if (types.length === 0) return 'none'
  const missing = webhookTypes.filter((type) => !types.includes(type))
  const others = types.filter((type) => !webhookTypes.some((known) => known === type))
  if (missing.length > 3) return types.join(', ')
  const head = missing.length === 0 ? 'all ten' : `all ten but ${missing.join(', ')}`
  return others.length === 0 ? head : `${head}, and ${others.join(', ')}`
}
