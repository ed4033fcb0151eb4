import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { missingCredential, type MissingCredential, type ServiceCredentials } from '../service/serviceCredentials.ts'
import type { ApiKey } from '../service/startServiceClient.ts'

/** The credentials for the follow-ups of an environment; undefined when there is no such environment. */
export function followUpCredentials(environments: Environments, environmentId: string): ServiceCredentials | undefined {
  const isSender = environments.get(environmentId)?.kind === 'sender'
  return environments.credentials(environmentId, isSender ? 'master' : environments.followUpIdentity(environmentId))
}

/** The key for the API of another sender, empty while none is given; null for environments of the service. */
export function apiKeyOf(
  environments: Environments,
  environmentId: string,
  { password }: ServiceCredentials,
): ApiKey | null {
  const record = environments.get(environmentId)
  return record?.kind === 'sender' ? { header: record.apiKeyHeader, text: password } : null
}

/**
 * Makes a function that says which credential of an environment is missing. It is asked for each delivery, and opening the
 * sealed secrets costs more than all else there: a record, which never changes, is looked at once.
 */
export function missingCredentials(environments: Environments): (environmentId: string) => MissingCredential | null {
  const known = new WeakMap<EnvironmentRecord, MissingCredential | null>()
  return (environmentId) => {
    const record = environments.get(environmentId)
    // A sender's key does not belong to the service's credentials: without one nothing of it comes this far.
    if (record === undefined || record.kind === 'sender') return null
    const before = known.get(record)
    if (before !== undefined) return before
    const credentials = followUpCredentials(environments, environmentId)
    const missing = credentials === undefined ? null : missingCredential(credentials)
    known.set(record, missing)
    return missing
  }
}
