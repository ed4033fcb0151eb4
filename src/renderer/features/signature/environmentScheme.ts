import { schemePreset, serviceScheme } from '../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../shared/wireTypes.ts'

type Chosen = Pick<Environment, 'signatureScheme' | 'signatureHeader' | 'signatureSetting' | 'ownScheme'>

/** The scheme by which an environment's deliveries are checked: its own one or a preset, with its header. Pure. */
export function environmentScheme(environment: Chosen): SignatureScheme {
  const { signatureScheme, signatureHeader, signatureSetting, ownScheme } = environment
  const chosen = signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme)
  const scheme = { ...(chosen ?? serviceScheme), header: signatureHeader }
  return scheme.setting === undefined ? scheme : { ...scheme, setting: { ...scheme.setting, value: signatureSetting } }
}

/** Changes whenever a delivery might be judged otherwise: another scheme, or another set of secrets, of any environment. */
export function verifierVersion(environments: readonly (Chosen & Pick<Environment, 'id' | 'sharedSecrets'>)[]): string {
  return environments
    .map(({ id, signatureScheme, signatureHeader, signatureSetting, ownScheme, sharedSecrets }) => {
      const secrets = sharedSecrets.map((secret) => `${secret.id}${secret.retiredAt === null ? '' : '-'}`)
      return [id, signatureScheme, signatureHeader, signatureSetting, JSON.stringify(ownScheme), ...secrets].join(' ')
    })
    .join('\n')
}
