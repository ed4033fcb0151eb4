import { schemePreset, serviceScheme } from '../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../shared/wireTypes.ts'

type Chosen = Pick<Environment, 'signatureScheme' | 'signatureHeader' | 'ownScheme'>

/** The scheme by which an environment's deliveries are checked: its own one or a preset, with its header. Pure. */
export function environmentScheme(environment: Chosen): SignatureScheme {
  const { signatureScheme, signatureHeader, ownScheme } = environment
  const chosen = signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme)
  return { ...(chosen ?? serviceScheme), header: signatureHeader }
}

/** Changes whenever a delivery might be judged otherwise: another scheme, or another set of secrets, of any environment. */
export function verifierVersion(environments: readonly (Chosen & Pick<Environment, 'id' | 'sharedSecrets'>)[]): string {
  return environments
    .map(({ id, signatureScheme, signatureHeader, ownScheme, sharedSecrets }) => {
      const secrets = sharedSecrets.map((secret) => `${secret.id}${secret.retiredAt === null ? '' : '-'}`)
      return [id, signatureScheme, signatureHeader, JSON.stringify(ownScheme), ...secrets].join(' ')
    })
    .join('\n')
}
