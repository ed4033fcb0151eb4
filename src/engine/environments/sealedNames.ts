import { type EnvironmentRecord, type SealedSecret, type SecretName, secretNames } from './environmentRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

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
export function namesAfter(
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
