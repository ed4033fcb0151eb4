import { webhookTypes } from '../../shared/model.ts'
import type { Environment, Status, WebhookConfig, WebhookConfigInput } from '../../shared/wireTypes.ts'

/** The webhook-config as the form holds it. Pure functions only; the screen draws them. */
export interface WebhookConfigForm {
  url: string
  enabled: boolean
  /** A new secret; null keeps the current one. */
  sharedSecret: string | null
  /** Of the ten documented types. */
  knownTypes: string[]
  /** Types beyond them, as typed: separated by commas or spaces. */
  otherTypes: string
}

const known: readonly string[] = webhookTypes

/** What is stored as wanted, as a form without edits. */
export function storedForm({ desired }: WebhookConfig): WebhookConfigForm {
  return {
    url: desired.url,
    enabled: desired.enabled,
    sharedSecret: null,
    knownTypes: known.filter((type) => desired.webhookTypes.includes(type)),
    otherTypes: desired.webhookTypes.filter((type) => !known.includes(type)).join(', '),
  }
}

/** All types of a form, each once: the documented ones in their order, then the others as typed. */
export function typesOf(form: WebhookConfigForm): string[] {
  const others = form.otherTypes.split(/[\s,;]+/).filter((type) => type !== '')
  return [...new Set([...form.knownTypes, ...others])]
}

/** What goes to the service. */
export function inputOf(form: WebhookConfigForm): WebhookConfigInput {
  const { enabled, sharedSecret } = form
  return {
    url: form.url.trim(),
    enabled,
    webhookTypes: typesOf(form),
    ...(sharedSecret === null || sharedSecret === '' ? {} : { sharedSecret }),
  }
}

/** Fields that make an apply pointless, with what each takes. */
export function problemsOf(
  form: WebhookConfigForm,
  hasSecret: boolean,
): Partial<Record<'url' | 'sharedSecret', string>> {
  const url = URL.parse(form.url.trim())
  const urlIsGood = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  const willHaveSecret = hasSecret || (form.sharedSecret !== null && form.sharedSecret !== '')
  return {
    ...(urlIsGood
      ? {}
      : {
          url: 'Give an absolute address that starts with http:// or https://, without a user name or password in it.',
        }),
    ...(form.enabled && !willHaveSecret
      ? { sharedSecret: 'Without a shared secret nothing can be verified. Generate one, or leave the config disabled.' }
      : {}),
  }
}

/**
 * Why deliveries may not arrive although the service takes the values: sentences about the address and the types.
 */
export function warningsOf(
  form: WebhookConfigForm,
  environment: Pick<Environment, 'kind' | 'receiverPath'>,
  receiver: Pick<Status['receiver'], 'url'>,
): string[] {
  const warnings: string[] = []
  const url = URL.parse(form.url.trim())
  if (url !== null && environment.kind === 'service' && isLoopback(url.hostname)) {
    warnings.push(
      `${url.host} is this machine only: a service elsewhere cannot reach it. Give the public address of a tunnel or proxy that passes requests on to the receiver.`,
    )
  } else if (url !== null && form.url.trim() !== receiver.url && url.pathname !== environment.receiverPath) {
    warnings.push(
      `The path differs from the receiver's (${hideKey(environment.receiverPath)}). What passes requests on has to restore it, or they are answered 404.`,
    )
  }
  if (form.enabled && typesOf(form).length === 0) {
    warnings.push('No type is chosen, so the service has nothing to send.')
  }
  return warnings
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** Only as much of a receiver address as is needed to recognise it: the key in it is a secret. */
export function hideKey(text: string): string {
  return text.replace(/(\/in\/.{4})[^/?#]*/, '$1…')
}
