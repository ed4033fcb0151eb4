import type { EnvironmentInput } from '../../shared/wireTypes.ts'
import { fingerprintOf } from '../signature/keys/verificationSecret.ts'
import {
  type EnvironmentRecord,
  secretNames,
  type SealedSecret,
  type SharedSecretRecord,
  withSharedSecret,
  type SecretName,
} from './environmentRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

/** Fields that change an environment; what is absent or undefined stays as it is. */
export type EnvironmentChange = { [Field in keyof EnvironmentInput]?: EnvironmentInput[Field] | undefined }

/** The record with what was given; a secret that is given as an empty text is cleared. Pure. */
export function changedEnvironment(
  record: EnvironmentRecord,
  input: EnvironmentChange,
  seal: SecretSeal,
  now: number,
): EnvironmentRecord {
  const sealed = (text: string | undefined, before: SealedSecret | null): SealedSecret | null => {
    if (text === undefined) return before
    return text === '' ? null : { sealed: seal.seal(text), fingerprint: seal.fingerprint(text) }
  }
  const kind = record.kind === 'sandbox' ? record.kind : (input.kind ?? record.kind)
  const isOtherKind = (kind === 'sender') !== (record.kind === 'sender')
  const changed: EnvironmentRecord = {
    ...record,
    name: input.name ?? record.name,
    kind,
    colour: input.colour === undefined ? record.colour : input.colour,
    production: input.production ?? record.production,
    authUrl: input.authUrl ?? record.authUrl,
    baseUrl: input.baseUrl ?? record.baseUrl,
    ...namesAfter(record, input, seal),
    username: input.username ?? record.username,
    // The service's password must never become the key that is sent to another sender's API, nor the reverse.
    password: sealed(input.password, isOtherKind ? null : record.password),
    apiKeyHeader: input.apiKeyHeader ?? record.apiKeyHeader,
    readonlyUsername: input.readonlyUsername ?? record.readonlyUsername,
    readonlyPassword: sealed(input.readonlyPassword, record.readonlyPassword),
    ...schemeAfter(record, input),
    handshakes: handshakesAfter(record, input, seal),
    sharedSecrets: secretsAfter(record, input, seal, now),
    resourcePaths: input.resourcePaths ?? record.resourcePaths,
    followUnverified: input.followUnverified ?? record.followUnverified,
    followTunnel: input.followTunnel ?? record.followTunnel,
    onQuit: input.onQuit ?? record.onQuit,
    retention: input.retention ?? record.retention,
  }
  // "The credentials work" was seen of others; the sandbox only moves to another port at each start.
  const stillProven = record.kind === 'sandbox' || sameCredentials(record, changed, seal)
  return stillProven ? changed : { ...changed, proofs: { ...changed.proofs, token: null } }
}

/** Another scheme brings its own header with it, unless one is given too. */
function schemeAfter(record: EnvironmentRecord, input: EnvironmentChange) {
  const signatureScheme = input.signatureScheme ?? record.signatureScheme
  const isOther = signatureScheme !== record.signatureScheme
  return {
    signatureScheme,
    signatureHeader: input.signatureHeader ?? (isOther ? '' : record.signatureHeader),
    signatureSetting: input.signatureSetting ?? (isOther ? '' : record.signatureSetting),
    ownScheme: input.ownScheme ?? record.ownScheme,
  }
}

/** Another sender replaces the handshakes with its own. An empty verify token clears it. */
function handshakesAfter(record: EnvironmentRecord, input: EnvironmentChange, seal: SecretSeal) {
  const { handshakes } = record
  const isOther = input.signatureScheme !== undefined && input.signatureScheme !== record.signatureScheme
  const token = input.verifyToken
  return {
    ...handshakes,
    on: input.handshakes ?? (isOther ? null : handshakes.on),
    verifyToken:
      token === undefined
        ? handshakes.verifyToken
        : token === ''
          ? null
          : { sealed: seal.seal(token), fingerprint: seal.fingerprint(token) },
  }
}

/** `sharedSecrets` says all of them, newest first; `sharedSecret` puts one in front. A known secret keeps its id and label. */
function secretsAfter(record: EnvironmentRecord, input: EnvironmentChange, seal: SecretSeal, now: number) {
  const add = (secrets: SharedSecretRecord[], text: string) =>
    withSharedSecret(secrets, text, (clear) => seal.seal(clear), now)
  const wanted = input.sharedSecrets?.map(fingerprintOf)
  const kept = record.sharedSecrets.filter(({ fingerprint }) => wanted?.includes(fingerprint) ?? true)
  const all = (input.sharedSecrets ?? []).toReversed().reduce(add, kept)
  return input.sharedSecret === undefined ? all : add(all, input.sharedSecret)
}

function sameCredentials(before: EnvironmentRecord, after: EnvironmentRecord, seal: SecretSeal): boolean {
  const of = (record: EnvironmentRecord) => {
    const { authUrl, username, password } = record
    const names = secretNames.map((name) => nameOf(record, name, seal))
    return JSON.stringify([authUrl, ...names, username, password?.fingerprint])
  }
  return of(before) === of(after)
}

/** The client id and the audience as they are kept: each in clear, or sealed and its text empty. */
type KeptNames = Pick<EnvironmentRecord, SecretName | 'secretNames' | 'sealedNames'>

/** A name in clear, however it is kept; empty when it is not set. */
export function nameOf(record: KeptNames, name: SecretName, seal: SecretSeal): string {
  if (!record.secretNames.includes(name)) return record[name]
  const sealed = record.sealedNames[name]
  return sealed === undefined ? '' : (seal.unseal(sealed.sealed) ?? '')
}

/** The names that are kept as secrets, in clear: what no answer may repeat. */
export function hiddenNames(record: KeptNames, seal: SecretSeal): string[] {
  return record.secretNames.map((name) => nameOf(record, name, seal)).filter((text) => text !== '')
}

/** The names after a change: what is not given stays, in clear or sealed as `sealedNames` wishes from now on. Pure. */
function namesAfter(
  record: KeptNames,
  input: { [Name in SecretName]?: string | undefined } & { sealedNames?: readonly SecretName[] | undefined },
  seal: SecretSeal,
): KeptNames {
  const secret = secretNames.filter((name) => (input.sealedNames ?? record.secretNames).includes(name))
  const sealed: Partial<Record<SecretName, SealedSecret>> = {}
  const clear = { clientId: '', audience: '' }
  for (const name of secretNames) {
    const before = record.sealedNames[name]
    const text = input[name] ?? nameOf(record, name, seal)
    if (!secret.includes(name)) clear[name] = text
    else if (input[name] === undefined && before !== undefined) sealed[name] = before
    else if (text !== '') sealed[name] = { sealed: seal.seal(text), fingerprint: seal.fingerprint(text) }
  }
  return { ...clear, secretNames: secret, sealedNames: sealed }
}
