import type { ImportRemark } from '../../shared/codes/imports.ts'
import { webhookTypes } from '../../shared/model.ts'
import type { EnvironmentsFile, EnvironmentsImport } from '../../shared/wireTypes.ts'
import { changedEnvironment } from '../environments/changedEnvironment.ts'
import { type EnvironmentRecord, newEnvironmentRecord } from '../environments/environmentRecord.ts'
import { freeName } from '../environments/names.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { SecretSeal } from '../environments/secretSeal.ts'
import { checkScheme } from './checkScheme.ts'
import { ExpectedFailure, noEnvironment } from '../failures/expectedFailure.ts'

interface FileTools {
  environments: Environments
  seal: SecretSeal
  now: () => number
}

/**
 * Settings of environments without any secret: no password, no shared secret, no receiver key.
 * @param ids separated by commas; all but the sandbox when undefined
 */
export function exportEnvironments({ environments, now }: FileTools, ids: string | undefined): EnvironmentsFile {
  const records =
    ids === undefined
      ? environments.all().filter(({ kind }) => kind !== 'sandbox')
      : [...new Set(ids.split(',').map((id) => id.trim()))].map((id) => {
          const record = environments.get(id)
          if (record === undefined) throw noEnvironment(id)
          return record
        })
  return {
    format: 'hookscope-environments',
    version: 1,
    exportedAt: new Date(now()).toISOString(),
    environments: records.map(portable),
  }
}

function portable(record: EnvironmentRecord): EnvironmentsFile['environments'][number] {
  const { name, colour, production, authUrl, baseUrl, clientId, audience, secretNames, username, readonlyUsername } =
    record
  const { signatureScheme, signatureHeader, ownScheme, resourcePaths } = record
  const { followUnverified, followTunnel, onQuit, webhookConfig, signatureSetting, apiKeyHeader } = record
  return {
    name,
    ...(record.kind === 'sender' ? { kind: 'sender' as const } : {}),
    ...(colour === null ? {} : { colour }),
    ...(production ? { production } : {}),
    authUrl,
    baseUrl,
    // Empty where they are secrets.
    clientId,
    audience,
    sealedNames: secretNames,
    username,
    readonlyUsername,
    signatureScheme,
    signatureHeader,
    ...(apiKeyHeader === '' ? {} : { apiKeyHeader }),
    ...(signatureSetting === '' ? {} : { signatureSetting }),
    ...(record.handshakes.on === null ? {} : { handshakes: record.handshakes.on }),
    resourcePaths,
    followUnverified,
    followTunnel,
    onQuit,
    ...(ownScheme === null ? {} : { ownScheme }),
    webhookTypes: webhookConfig.desired.webhookTypes,
  }
}

/** Makes the environments of a file; none when anything in it is wrong. A name that is taken gets a number. Throws ExpectedFailure. */
export async function importEnvironments(
  { environments, seal, now }: FileTools,
  file: EnvironmentsImport,
): Promise<{ records: EnvironmentRecord[]; remarks: ImportRemark[] }> {
  if (file.environments.length === 0) {
    throw new ExpectedFailure({ code: 'file-without-environments', fields: {} })
  }
  const settings = file.environments.map((entry) => ({ ...withoutSecrets(entry), followUnverified: false }))
  for (const entry of settings) checkScheme(null, entry)
  const records = await environments.add((taken) => {
    const made: EnvironmentRecord[] = []
    for (const entry of settings) {
      const name = freeName(entry.name, [...taken, ...made.map((record) => record.name)])
      const types = entry.webhookTypes ?? webhookTypes
      made.push(changedEnvironment(newEnvironmentRecord(name, 'service', types), { ...entry, name }, seal, now()))
    }
    return made
  })
  return { records, remarks: remarksOf(file, records) }
}

function withoutSecrets(entry: EnvironmentsImport['environments'][number]): EnvironmentsFile['environments'][number] {
  const { password: _a, readonlyPassword: _b, sharedSecret: _c, sharedSecrets: _d, ...settings } = entry
  return settings
}

function remarksOf(file: EnvironmentsImport, records: readonly EnvironmentRecord[]): ImportRemark[] {
  const renamed = file.environments.flatMap(({ name: from }, index): ImportRemark[] => {
    const to = records[index]?.name ?? from
    return to === from ? [] : [{ code: 'renamed', fields: { from, to } }]
  })
  const brought = file.environments.some((entry) =>
    [entry.password, entry.readonlyPassword, entry.sharedSecret, entry.sharedSecrets].some((it) => it !== undefined),
  )
  return [
    ...renamed,
    ...unverifiedRemark(file, records),
    { code: brought ? 'secrets-left-out' : 'secrets-to-enter', fields: {} },
  ]
}

/**
 * Following unverified deliveries must not be switched on by a file from elsewhere: anyone who knows a receiver path could
 * then steer requests. Nothing in the file can accept it, so the user switches it on.
 */
function unverifiedRemark(file: EnvironmentsImport, records: readonly EnvironmentRecord[]): ImportRemark[] {
  const names = records.flatMap(({ name }, index) =>
    file.environments[index]?.followUnverified === true ? [name] : [],
  )
  return names.length === 0 ? [] : [{ code: 'unverified-left-off', fields: { names } }]
}
