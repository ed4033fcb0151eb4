import { webhookTypes } from '../../shared/model.ts'
import type { WebhookConfig } from '../../shared/wireTypes.ts'
import { hideKey, typesOf, type WebhookConfigForm } from './webhookConfigForm.ts'

/** One thing that an apply would change at the service, in words. */
export interface Change {
  field: 'url' | 'enabled' | 'sharedSecret' | 'webhookTypes'
  label: string
  /** Null when nothing was applied by this app before. */
  before: string | null
  after: string
}

/**
 * What differs between a form and what this app applied last. Before the first apply everything is a change: what the
 * service holds is not known.
 */
export function changesOf(form: WebhookConfigForm, { applied, desired }: WebhookConfig): Change[] {
  const url = form.url.trim()
  const types = typesOf(form)
  const typed = form.sharedSecret !== null && form.sharedSecret !== ''
  const fingerprint = desired.sharedSecret.fingerprint
  const secretAfter = typed ? 'a new secret' : secretWords(fingerprint)
  const all: (Change & { same: boolean })[] = [
    {
      field: 'url',
      label: 'URL',
      before: applied === null ? null : hideKey(applied.url),
      after: hideKey(url),
      same: applied?.url === url,
    },
    {
      field: 'enabled',
      label: 'Enabled',
      before: applied === null ? null : yesNo(applied.enabled),
      after: yesNo(form.enabled),
      same: applied?.enabled === form.enabled,
    },
    {
      field: 'sharedSecret',
      label: 'Shared secret',
      before: applied === null ? null : secretWords(applied.sharedSecret.fingerprint),
      after: secretAfter,
      same: !typed && applied !== null && applied.sharedSecret.fingerprint === fingerprint,
    },
    {
      field: 'webhookTypes',
      label: 'Types',
      before: applied === null ? null : typeWords(applied.webhookTypes),
      after: typeWords(types),
      same: applied !== null && sameSet(applied.webhookTypes, types),
    },
  ]
  return all.filter(({ same }) => !same).map(({ same: _same, ...change }) => change)
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

function secretWords(fingerprint: string | null): string {
  return fingerprint === null ? 'none' : `fingerprint ${fingerprint}`
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

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry))
}
