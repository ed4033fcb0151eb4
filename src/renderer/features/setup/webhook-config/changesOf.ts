import type { WebhookConfig, WebhookConfigPreview } from '../../../../shared/wireTypes.ts'
import { type ConfigField, fieldLabels, sendingSentences, typeWords, valueWords } from './words.ts'

/** One field as an apply would leave it, in words. */
export interface Change {
  field: ConfigField
  label: string
  /** Null when nothing was applied by this app before; empty when nothing goes. */
  before: string | null
  /** Empty when nothing comes. */
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
    // A secret that is not there is nothing to send.
    changes: changes && !(field === 'sharedSecret' && after === null),
    sent,
  }))
}

/** Of two lists only what differs is worth reading: what one has and the other lacks. */
function without(list: readonly string[], other: readonly string[]): string[] {
  return list.filter((type) => !other.includes(type))
}

/** The fields that a repair sends, with their values: "Types: payment". Pure. */
export function repairedFields({ desired, changed }: WebhookConfig): string {
  const wanted = { ...desired, sharedSecret: desired.sharedSecret.fingerprint }
  return changed.map((field) => `${fieldLabels[field]}: ${valueWords(field, wanted[field])}`).join(' · ')
}

/** What an apply would leave out or repeat, as a sentence. Pure; empty when there is nothing to say. */
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
