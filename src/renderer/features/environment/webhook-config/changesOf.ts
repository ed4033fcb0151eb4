import type { WebhookConfig, WebhookConfigPreview } from '../../../../shared/wireTypes.ts'
import { type ConfigField, fieldLabels, sendingSentences, typeWords, valueWords } from './words.ts'

/** One field as an apply would leave it, in words. */
export interface Change {
  field: ConfigField
  label: string
  /** Null when this app has never applied a config; empty when nothing is removed. */
  before: string | null
  /** Empty when nothing is added. */
  after: string
  changes: boolean
  sent: boolean
}

/** The four fields of a preview in words, in its order. Pure. */
export function changesOf({ fields }: WebhookConfigPreview, everApplied: boolean): Change[] {
  return fields.map(({ field, before, after, changes, sent }) => ({
    field,
    label: fieldLabels[field],
    ...(everApplied && changes && Array.isArray(before) && Array.isArray(after)
      ? { before: typeWords(without(before, after), ''), after: typeWords(without(after, before), '') }
      : { before: everApplied ? valueWords(field, before) : null, after: valueWords(field, after) }),
    // A missing secret cannot be sent.
    changes: changes && !(field === 'sharedSecret' && after === null),
    sent,
  }))
}

/** Returns the types that are missing in the other list. */
function without(list: readonly string[], other: readonly string[]): string[] {
  return list.filter((type) => !other.includes(type))
}

/** The fields that a repair sends, with their values: "Types: payment". Pure. */
export function repairedFields({ desired, changed }: WebhookConfig): string {
  const wanted = { ...desired, sharedSecret: desired.sharedSecret.fingerprint }
  return changed.map((field) => `${fieldLabels[field]}: ${valueWords(field, wanted[field])}`).join(' · ')
}

/** Describes the fields that an apply would omit or resend. Pure; empty when there are none. */
export function sendingWords(changes: readonly Change[]): string {
  const sent = changes.filter((change) => change.sent)
  const names = (list: readonly Change[]) => list.map(({ label }) => label).join(', ')
  if (sent.length === 0) return sendingSentences.nothing
  const again = sent.filter((change) => !change.changes)
  const left = changes.filter((change) => change.changes && !change.sent)
  return [
    sendingSentences.sent(names(sent)),
    again.length === 0 || again.length === sent.length ? '' : sendingSentences.again(names(again)),
    again.length === sent.length ? sendingSentences.allAgain : '',
    left.length === 0 ? '' : sendingSentences.left(names(left)),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
