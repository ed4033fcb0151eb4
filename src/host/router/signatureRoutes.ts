import { verifyGiven } from '../../engine/actions/verifyGiven.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { schemePresets } from '../../shared/signature/schemePresets.ts'
import type { Implementer } from './routerParts.ts'

/** The part of the router that is about how senders sign, and about checking everything again. */
export function signatureRoutes(os: Implementer, engine: Engine) {
  const { verifications } = engine
  return {
    schemes: os.signatures.schemes.handler(() => [...schemePresets]),
    verifyGiven: os.signatures.verifyGiven.handler(async ({ input, signal }) => verifyGiven(engine, input, signal)),
    verifyAll: os.signatures.verifyAll.handler(() => verifications.start()),
    cancel: os.signatures.cancel.handler(() => verifications.cancel()),
  }
}
