import { isLoopback } from '../../../../shared/loopback.ts'
import { shortReceiverKey } from '../../../../shared/receiverKey.ts'
import { webhookTypes } from '../../../../shared/model.ts'
import type {
  Environment,
  Status,
  WebhookConfig,
  WebhookConfigInput,
  WebhookConfigPreview,
} from '../../../../shared/wireTypes.ts'
import { webhookConfigWords, type ConfigField, fieldLabels, sendingSentences, typeWords, valueWords } from './words.ts'

/** The webhook-config as the form holds it. Pure functions only; the screen draws them. */
export interface WebhookConfigForm {
  url: string
  enabled: boolean
  /** A new secret; null keeps the current one. */
  sharedSecret: string | null
  /** Documented types. */
  knownTypes: string[]
  /** Types beyond the ten documented ones. */
  otherTypes: string[]
  /** Text typed for the next type; included in an apply once it is valid. */
  typedType: string
}

const known: readonly string[] = webhookTypes

/**
 * Converts the desired config into a form without edits. If nothing was applied yet the form is enabled: the first apply either
 * starts deliveries or asks for the missing secret, and never reports success for a config that sends nothing.
 */
export function storedForm({ desired, applied }: WebhookConfig): WebhookConfigForm {
  return {
    url: desired.url,
    enabled: desired.enabled || applied === null,
    sharedSecret: null,
    knownTypes: known.filter((type) => desired.webhookTypes.includes(type)),
    otherTypes: desired.webhookTypes.filter((type) => !known.includes(type)),
    typedType: '',
  }
}

/** All types of a form: the documented ones in their order, then the others as given. */
function typesOf({ knownTypes, otherTypes, typedType }: WebhookConfigForm): string[] {
  const typed = typedType.trim()
  const goesAlong = typed !== '' && typeProblem(typed, otherTypes) === null
  return [...knownTypes, ...otherTypes, ...(goesAlong ? [typed] : [])]
}

/** Returns the engine's input for an apply. */
export function inputOf(form: WebhookConfigForm): WebhookConfigInput {
  const { enabled, sharedSecret } = form
  return {
    url: form.url.trim(),
    enabled,
    webhookTypes: typesOf(form),
    ...(sharedSecret === null || sharedSecret === '' ? {} : { sharedSecret }),
  }
}

/** Invalid fields, with the fix for each. */
export function problemsOf(
  form: WebhookConfigForm,
  hasSecret: boolean,
): Partial<Record<'url' | 'sharedSecret' | 'typedType', string>> {
  const url = URL.parse(form.url.trim())
  const urlIsGood = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  const type = typedProblem(form.typedType, form.otherTypes)
  const willHaveSecret = hasSecret || (form.sharedSecret !== null && form.sharedSecret !== '')
  return {
    ...(urlIsGood ? {} : { url: webhookConfigWords.giveUrl }),
    ...(form.enabled && !willHaveSecret ? { sharedSecret: webhookConfigWords.giveSecret } : {}),
    ...(type === null ? {} : { typedType: type }),
  }
}

interface ConfigWarnings {
  /** About the address; null without a warning. */
  address: string | null
  /** A public address would fix that. */
  needsTunnel: boolean
  /** About the types. */
  types: string | null
}

/** Why deliveries may not arrive although the service takes the values. */
export function warningsOf(
  form: WebhookConfigForm,
  environment: Pick<Environment, 'kind' | 'receiverPath'>,
  receiver: Pick<Status['receiver'], 'url'>,
): ConfigWarnings {
  const types = form.enabled && typesOf(form).length === 0 ? webhookConfigWords.noType : null
  const url = URL.parse(form.url.trim())
  if (url !== null && environment.kind === 'service' && isLoopback(url.hostname)) {
    return { address: webhookConfigWords.onlyThisMachine(url.host), needsTunnel: true, types }
  }
  const leadsElsewhere = url !== null && form.url.trim() !== receiver.url && url.pathname !== environment.receiverPath
  const address = leadsElsewhere ? webhookConfigWords.otherPath(shortReceiverKey(environment.receiverPath)) : null
  return { address, needsTunnel: false, types }
}

/** Together with the ten documented types, the contract's maximum is 100. */
const maxOthers = 90

/** Describes why a text is not a valid extra type, or null when it is. Pure. */
export function typeProblem(text: string, others: readonly string[]): string | null {
  const { otherKnown, otherTwice, otherLong, otherTooMany, otherCharacters } = webhookConfigWords
  if (webhookTypes.some((type) => type === text)) return otherKnown(text)
  if (others.includes(text)) return otherTwice(text)
  if (text.length > 200) return otherLong
  if (!/^[\p{L}\p{N}._:/-]+$/u.test(text)) return otherCharacters
  return others.length >= maxOthers ? otherTooMany : null
}

/** Returns the first problem of the typed text, or null; an empty field is valid. Pure. */
function typedProblem(typed: string, others: readonly string[]): string | null {
  const pieces = typed.split(/\s+/).filter((piece) => piece !== '')
  return pieces.map((piece) => typeProblem(piece, others)).find((problem) => problem !== null) ?? null
}

export interface OtherTypes {
  otherTypes: string[]
  typedType: string
}

/**
 * Parses the typed text: splits it at commas, semicolons and blanks, adds the valid types, and leaves the rest in the
 * field. Pure.
 */
export function typesTyped(others: readonly string[], text: string): OtherTypes {
  if (!/[\s,;]/.test(text.trimStart())) return { otherTypes: [...others], typedType: text.trimStart() }
  const otherTypes = [...others]
  const left: string[] = []
  for (const piece of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    if (typeProblem(piece, otherTypes) === null) otherTypes.push(piece)
    else left.push(piece)
  }
  return { otherTypes, typedType: left.join(' ') }
}

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
