import { shareSecret } from '../../engine/actions/fittingSecret.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { fetchPublicKeys, publicKeyUrl } from '../../engine/actions/fetchPublicKeys.ts'
import { type EnvironmentRecord, withNewReceiverKey } from '../../engine/environments/environmentRecord.ts'
import { withRetired, withRotation, withSenderTold } from '../../engine/environments/rotation.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about the secrets of an environment: the receiver's path, shared secrets, reveal. */
export function secretRoutes(
  os: Implementer,
  { engine, tools }: RouterParts,
  existing: (id: string) => EnvironmentRecord,
) {
  const { environments } = engine
  const view = (record: EnvironmentRecord) => environments.view(record)

  return {
    renewReceiverPath: os.environments.renewReceiverPath.handler(async ({ input: { id } }) => {
      existing(id)
      return view(await environments.change(id, withNewReceiverKey))
    }),
    reveal: os.environments.reveal.handler(({ input }) => {
      existing(input.id)
      const text = environments.reveal(input.id, input.secret, input.secretId)
      if (text === null) throw new ExpectedFailure({ code: 'secret-not-set', fields: {} })
      return { text }
    }),
    publicKeyUrl: os.environments.publicKeyUrl.handler(async ({ input: { id } }) => ({
      url: await publicKeyUrl(engine, id),
    })),
    fetchPublicKeys: os.environments.fetchPublicKeys.handler(async ({ input: { id, url } }) =>
      view(await fetchPublicKeys(engine, id, url)),
    ),
    rotateSecret: os.environments.rotateSecret.handler(async ({ input: { id, sharedSecret, quietMinutes } }) => {
      existing(id)
      const wish = { text: sharedSecret ?? null, quietMinutes }
      return view(await environments.change(id, (record) => withRotation(record, wish, tools.seal, tools.now())))
    }),
    senderTold: os.environments.senderTold.handler(async ({ input: { id } }) => {
      existing(id)
      return view(await environments.change(id, (record) => withSenderTold(record, tools.now())))
    }),
    endRotation: os.environments.endRotation.handler(async ({ input: { id } }) => {
      existing(id)
      return view(await environments.change(id, (record) => ({ ...record, rotation: null })))
    }),
    shareSecret: os.environments.shareSecret.handler(async ({ input: { id, fingerprint } }) =>
      view(await shareSecret(environments, id, fingerprint)),
    ),
    retireSecret: os.environments.retireSecret.handler(async ({ input: { id, secretId, retired } }) => {
      const secret = existing(id).sharedSecrets.find((entry) => entry.id === secretId)
      if (secret === undefined) {
        throw new ExpectedFailure({ code: 'no-such-secret', fields: {} })
      }
      if (retired && existing(id).sharedSecrets[0]?.id === secretId) {
        throw new ExpectedFailure({ code: 'current-secret-stays', fields: {} })
      }
      const retiredAt = retired ? tools.now() : null
      return view(await environments.change(id, (record) => withRetired(record, secretId, retiredAt)))
    }),
  }
}
