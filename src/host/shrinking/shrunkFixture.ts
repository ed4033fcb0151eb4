import { schemeName, secretVariable } from '../../engine/actions/testCase.ts'
import { ExpectedFailure, noDelivery } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { redacted } from '../../shared/credentials.ts'
import type { Fixture, Shrink } from '../../shared/wireTypes.ts'

/**
 * The smallest delivery that a search has found as a fixture. It expects what the sender does: 2xx, so that it fails until the
 * fault is fixed. Throws ExpectedFailure where the search has found none.
 */
export async function shrunkFixture(
  { store, environments }: Pick<Engine, 'store' | 'environments'>,
  { smallest, deliveryId, sentence, signedWith }: Shrink,
): Promise<Fixture> {
  if (smallest === null) throw new ExpectedFailure({ code: 'shrink-without-result', fields: {} })
  const delivery = await store.get(deliveryId)
  if (delivery === null) throw noDelivery(deliveryId)
  const scheme = environments.verifier(delivery.environmentId)?.scheme
  const name = environments.get(delivery.environmentId)?.name
  const { method, path, headers, body } = smallest
  const known = environments.knownSecrets(delivery.environmentId).some(({ label }) => label === signedWith)
  const isSigned = signedWith !== null && scheme !== undefined && name !== undefined
  return {
    hookscope: 'fixture',
    version: 1,
    ...(sentence === '' ? {} : { description: sentence }),
    request: { method, path, headers: headers.filter(([, value]) => !value.includes(redacted)), body },
    ...(isSigned
      ? { sign: { scheme: schemeName(scheme), secret: known ? { environment: name } : { env: secretVariable } } }
      : {}),
    expect: { status: '2xx' },
  }
}
