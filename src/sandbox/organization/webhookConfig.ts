import { webhookTypes, type WebhookType } from '../../shared/model.ts'
import { ApiProblem } from '../http/problem.ts'
import type { World } from '../world/createWorld.ts'
import type { Fields, Json, SandboxState } from '../state/state.ts'

/** Why a sandbox that is part of the app sends nowhere else. */
export const notOurs =
  'The built-in sandbox sends to the receiver of this Hookscope only. To send elsewhere, start a sandbox of its own: hookscope sandbox.'

const mask = '********'

type Config = SandboxState['webhookConfig'] & { sharedSecret: string | null }

/** The webhook-config as the API shows it, with the shared secret masked. Null: not set yet. */
export function showWebhookConfig({ webhookConfig, secrets }: SandboxState): Record<string, unknown> {
  return {
    url: webhookConfig.url,
    enabled: webhookConfig.enabled,
    sharedSecret: secrets.sharedSecret === null ? null : mask,
    webhookTypes: webhookConfig.webhookTypes,
  }
}

function problemOfUrl(value: Json): string | null {
  const url = typeof value === 'string' && /^https?:\/\//i.test(value) ? URL.parse(value) : null
  if (url === null) {
    return 'Give an absolute address that starts with http:// or https://.'
  }
  return url.username === '' && url.password === '' ? null : 'The address must not carry a username or password.'
}

function problemOfSecret(value: Json): string | null {
  if (typeof value !== 'string' || value === '' || value.length > 4096) {
    return 'Give a text of 1 to 4096 characters.'
  }
  return value === mask ? 'This is the mask that is shown in place of the secret. Give the secret itself.' : null
}

function isWebhookType(value: Json): value is WebhookType {
  return webhookTypes.some((type) => type === value)
}

function problemOfTypes(value: Json): string | null {
  if (!Array.isArray(value)) {
    return `Give a list of types. Possible are: ${webhookTypes.join(', ')}.`
  }
  const unknown = value
    .filter((type) => !isWebhookType(type))
    .map((type) => (typeof type === 'string' ? `"${type.slice(0, 60)}"` : 'a value that is no text'))
  return unknown.length === 0
    ? null
    : `Unknown: ${unknown.slice(0, 5).join(', ')}. Possible are: ${webhookTypes.join(', ')}.`
}

const checks: Record<keyof Config, (value: Json) => string | null> = {
  url: problemOfUrl,
  enabled: (value) => (typeof value === 'boolean' ? null : 'Give true or false.'),
  sharedSecret: problemOfSecret,
  webhookTypes: problemOfTypes,
}

function checkPatch(body: Fields): void {
  const errors: Record<string, string[]> = {}
  for (const [name, check] of Object.entries(checks)) {
    const value = body[name]
    const problem = value === undefined ? null : check(value)
    if (problem !== null) {
      errors[name] = [problem]
    }
  }
  if (Object.keys(errors).length > 0) {
    throw new ApiProblem(400, 'The webhook-config was not changed: a field is not valid.', errors)
  }
}

/**
 * Merges a partial webhook-config; nothing changes when anything is wrong. Unknown fields are ignored.
 * Throws ApiProblem 400, also where notifications would be enabled without a url or a shared secret.
 */
export function patchWebhookConfig({ state, mayReceive }: Pick<World, 'state' | 'mayReceive'>, body: Fields): void {
  checkPatch(body)
  if (typeof body['url'] === 'string' && mayReceive?.(new URL(body['url'])) === false) {
    throw new ApiProblem(400, 'The webhook-config was not changed: the url is not that of this app.', {
      url: [notOurs],
    })
  }
  const { url, enabled, sharedSecret, webhookTypes: types } = body
  const next: Config = { ...state.webhookConfig, sharedSecret: state.secrets.sharedSecret }
  if (typeof url === 'string') {
    next.url = url
  }
  if (typeof enabled === 'boolean') {
    next.enabled = enabled
  }
  if (typeof sharedSecret === 'string') {
    next.sharedSecret = sharedSecret
  }
  if (Array.isArray(types)) {
    next.webhookTypes = [...new Set(types.filter(isWebhookType))]
  }
  const missing = (['url', 'sharedSecret'] as const).filter((name) => next.enabled && next[name] === null)
  if (missing.length > 0) {
    throw new ApiProblem(
      400,
      `Notifications cannot be enabled without ${missing.join(' and ')}. Send ${missing.length > 1 ? 'them' : 'it'} along.`,
      Object.fromEntries(missing.map((name) => [name, ['Required while enabled is true.']])),
    )
  }
  state.webhookConfig = { url: next.url, enabled: next.enabled, webhookTypes: next.webhookTypes }
  const before = state.secrets.sharedSecret
  if (before !== null && before !== next.sharedSecret) {
    state.secrets.previousSecret = before
  }
  state.secrets.sharedSecret = next.sharedSecret
}
