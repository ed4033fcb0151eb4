import type { OutboxJob, SandboxState, StateSecrets } from './state.ts'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOf(value: unknown, test: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && test(item))
}

function areTexts(record: Record<string, unknown>, names: string[]): boolean {
  return names.every((name) => typeof record[name] === 'string')
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

function isJob(job: Record<string, unknown>): boolean {
  const names = ['notificationId', 'resourceType', 'action', 'at', 'state'] satisfies (keyof OutboxJob['entry'])[]
  return (
    areTexts(job, ['body', 'signing']) &&
    isRecord(job['entry']) &&
    areTexts(job['entry'], names) &&
    Number.isInteger(job['entry']['attempt']) &&
    isTextOrNull(job['entry']['nextAttemptAt'])
  )
}

export function areSecrets(value: unknown): value is StateSecrets {
  return (
    isRecord(value) &&
    areTexts(value, ['signingKey']) &&
    isTextOrNull(value['sharedSecret']) &&
    isRecord(value['passwords']) &&
    Object.values(value['passwords']).every((password) => typeof password === 'string')
  )
}

/** Whether something read from a file is a state this version wrote. `secrets` is checked apart (areSecrets). */
export function isState(value: unknown): value is Omit<SandboxState, 'secrets'> {
  if (!isRecord(value) || value['version'] !== 1) {
    return false
  }
  const { random, organization, webhookConfig, last } = value
  return (
    typeof value['seeded'] === 'boolean' &&
    Number.isFinite(value['clock']) &&
    Array.isArray(random) &&
    random.length === 4 &&
    random.every((word) => Number.isInteger(word)) &&
    isRecord(organization) &&
    areTexts(organization, ['id', 'name', 'phone', 'email']) &&
    isListOf(value['users'], (user) => areTexts(user, ['id', 'email', 'role'])) &&
    isListOf(value['refreshTokens'], (token) => areTexts(token, ['hash', 'userId', 'family'])) &&
    isRecord(webhookConfig) &&
    isTextOrNull(webhookConfig['url']) &&
    typeof webhookConfig['enabled'] === 'boolean' &&
    Array.isArray(webhookConfig['webhookTypes']) &&
    isListOf(value['objects'], (object) => areTexts(object, ['type', 'id']) && isRecord(object['fields'])) &&
    isListOf(value['jobs'], isJob) &&
    (last === null || (isRecord(last) && areTexts(last, ['notificationId', 'resourceType', 'action', 'body'])))
  )
}
