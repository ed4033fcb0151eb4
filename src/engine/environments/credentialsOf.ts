import type { Identity, ServiceCredentials } from '../service/serviceCredentials.ts'
import type { EnvironmentRecord } from './environmentRecord.ts'
import { hiddenNames, nameOf } from './sealedNames.ts'
import type { SecretSeal } from './secretSeal.ts'

/** Addresses and credentials for the service of an environment, in clear; a secret that is not set is an empty text. */
export function credentialsOf(
  record: EnvironmentRecord | undefined,
  identity: Identity,
  seal: SecretSeal,
): ServiceCredentials | undefined {
  if (record === undefined) return undefined
  const secret = identity === 'master' ? record.password : record.readonlyPassword
  return {
    environmentId: record.id,
    authUrl: record.authUrl,
    baseUrl: record.baseUrl,
    clientId: nameOf(record, 'clientId', seal),
    audience: nameOf(record, 'audience', seal),
    hidden: hiddenNames(record, seal),
    username: identity === 'master' ? record.username : record.readonlyUsername,
    password: secret === null ? '' : (seal.unseal(secret.sealed) ?? ''),
    identity,
  }
}
