import type { Environments } from '../environments/openEnvironments.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { ExpectedFailure, noDelivery, noEnvironment } from '../failures/expectedFailure.ts'
import { signedRequest } from '../signature/signedRequest.ts'
import { fingerprintOf, verificationSecret } from '../signature/keys/verificationSecret.ts'
import { verifySignature } from '../signature/verifySignature.ts'
import type { Store } from '../store/store.ts'

/** The verdict of a secret on one stored delivery. */
export interface SecretCheck {
  /** It gives the signature that came. */
  proves: boolean
  fingerprint: string
}

/**
 * Whether a secret, token or public key proves a stored delivery by the scheme of its environment. Nothing is kept.
 * Throws ExpectedFailure when there is no such delivery, or its environment is gone.
 */
export async function checkSecret(
  { store, environments }: { store: Pick<Store, 'get'>; environments: Pick<Environments, 'verifier'> },
  deliveryId: string,
  text: string,
): Promise<SecretCheck> {
  const stored = await store.get(deliveryId)
  if (stored === null) throw noDelivery(deliveryId)
  const verifier = environments.verifier(stored.environmentId)
  if (verifier === undefined) throw noEnvironment(stored.environmentId)
  const { scheme, publicUrl } = verifier
  const secret = verificationSecret({ id: '', label: '', text, current: true }, scheme)
  const { verdict } = verifySignature(signedRequest(stored.request, publicUrl), scheme, [secret])
  return { proves: verdict === 'valid', fingerprint: fingerprintOf(text) }
}

/**
 * Makes a secret that another environment has the current one of this environment, too; the others stay accepted.
 * Throws ExpectedFailure when there is no such environment, or none has a secret with this fingerprint.
 */
export async function shareSecret(
  environments: Pick<Environments, 'knownSecrets' | 'update' | 'get'>,
  id: string,
  fingerprint: string,
): Promise<EnvironmentRecord> {
  if (environments.get(id) === undefined) throw noEnvironment(id)
  const known = environments.knownSecrets(id).find((secret) => secret.fingerprint === fingerprint)
  if (known === undefined) throw new ExpectedFailure({ code: 'signing-secret-unknown', fields: { fingerprint } })
  return environments.update(id, { sharedSecret: Buffer.from(known.bytes).toString('utf8') })
}
