import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { withOfferDecided } from '../../engine/environments/handshakeRecord.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { handshakes } from '../../shared/signature/handshakes.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about handshakes: which are answered, and the secrets that they brought. */
export function handshakeRoutes(
  os: Implementer,
  { engine, tools }: RouterParts,
  existing: (id: string) => EnvironmentRecord,
) {
  const { environments } = engine
  const available = handshakes.map(({ name, label, senders, evidence, source }) => {
    return { name, label, senders: [...senders], evidence, source }
  })
  const view = (record: EnvironmentRecord) => ({ ...environments.view(record).handshakes, available })

  return {
    handshakes: os.environments.handshakes.handler(({ input: { id } }) => view(existing(id))),
    setHandshakes: os.environments.setHandshakes.handler(async ({ input: { id, on, verifyToken } }) => {
      existing(id)
      return view(await environments.update(id, { handshakes: [...new Set(on)], verifyToken }))
    }),
    decideOffered: os.environments.decideOffered.handler(async ({ input: { id, secretId, accept } }) => {
      existing(id)
      const record = await environments.change(id, (before) => {
        const after = withOfferDecided(before, secretId, accept, tools.seal, tools.now())
        if (after === null) throw new ExpectedFailure({ code: 'no-such-offer', fields: {} })
        return after
      })
      return view(record)
    }),
  }
}
