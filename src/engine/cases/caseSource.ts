import { redacted } from '../../shared/credentials.ts'
import { isVerified } from '../../shared/model.ts'
import type { DeliveryFile, ForeignDelivery } from '../../shared/wireTypes.ts'
import { signatureOfDelivery } from '../actions/deliveryDetail.ts'
import type { DeliverySource } from '../actions/deliverySource.ts'
import { explainDelivery, type ExplainTools } from '../actions/explainDelivery.ts'
import { storyOfObject } from '../actions/storyOfObject.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Explainer } from '../explaining/startExplainer.ts'
import { unknownDelivery } from '../failures/expectedFailure.ts'
import { attemptView } from '../store/write/attemptView.ts'
import type { StoredDelivery } from '../store/types.ts'
import { caseReader, idInCase } from './caseReader.ts'
import type { CaseShelf } from './caseShelf.ts'
import { recordOf, recordedDeliveries } from './createTaker.ts'
import { type ForeignVerifier, foreignVerifier, recheck } from './recheck.ts'

export interface CaseSourceTools {
  shelf: CaseShelf
  environments: Pick<Environments, 'knownSecrets'>
  explainer: Explainer
}

/** What the file says of a delivery, without the bytes of its body, which are in the store. Null where it has none. */
export async function recordedDelivery(
  shelf: Pick<CaseShelf, 'use'>,
  caseId: string,
  id: string,
): Promise<DeliveryFile | null> {
  const text = await shelf.use(caseId, (store) => store.document<string>(recordedDeliveries, idInCase(caseId, id)))
  return text === null ? null : (JSON.parse(text) as DeliveryFile)
}

/** A delivery of a case, with what is needed to check it again. */
interface Found {
  file: DeliveryFile
  stored: StoredDelivery
  verifier: ForeignVerifier | null
}

/**
 * The deliveries of a case: each as its sender saw it, checked again here with one's own secrets. Calls throw
 * ExpectedFailure where there is no such case or delivery.
 */
export function caseSource({ shelf, environments, explainer }: CaseSourceTools, caseId: string): DeliverySource {
  const store = caseReader(shelf, caseId)
  const environmentOf = (id: string) => {
    const own = idInCase(caseId, id)
    return shelf.document(caseId).environments.find((environment) => environment.id === own)
  }

  async function find(id: string): Promise<Found> {
    const [file, stored] = await Promise.all([recordedDelivery(shelf, caseId, id), store.get(id)])
    if (file === null || stored === null) throw unknownDelivery(id)
    const environment = environmentOf(stored.environmentId)
    return { file, stored, verifier: foreignVerifier(environment, file.delivery, environments.knownSecrets('')) }
  }

  /** What explains one's own deliveries explains these, too, with the environments of the file. */
  function explainTools({ verifier }: Found): ExplainTools {
    const checked =
      verifier === null ? undefined : { ...verifier, publicUrl: null, handshakes: { on: [], verifyToken: null } }
    return {
      store,
      explainer,
      environments: {
        knownSecrets: environments.knownSecrets,
        get: (id) => {
          const environment = environmentOf(id)
          return environment === undefined ? undefined : recordOf(environment)
        },
        verifier: () => checked,
      },
    }
  }

  function foreignOf({ file, stored }: Found, again: ForeignDelivery['recheck']): ForeignDelivery {
    const { delivery, redactions, note } = file
    const environment = environmentOf(stored.environmentId)
    return {
      caseId,
      caseName: shelf.document(caseId).name,
      originalId: delivery.id,
      ownScheme: environment?.signatureScheme === 'own' ? environment.scheme : null,
      verdict: delivery.verdict,
      recheck: again,
      redactions,
      note,
    }
  }

  return {
    store,
    async detail(id, explain, signal) {
      const found = await find(id)
      const { file, stored } = found
      const { delivery } = file
      const again = recheck(file, stored.request, found.verifier)
      const verdict = again.verdict ?? delivery.verdict
      // The secret that proves it here; where none does, the one that should have signed it, as its sender saw.
      const [provenBy] = again.fingerprints
      const secretId = (isVerified(verdict) ? provenBy : delivery.signature.secret?.fingerprint) ?? null
      const [attempts, signature] = await Promise.all([
        store.attempts(id),
        again.state === 'cannot'
          ? delivery.signature
          : signatureOfDelivery(explainTools(found), { ...stored, verdict, secretId }, explain, signal),
      ])
      return {
        ...delivery,
        id,
        environmentId: stored.environmentId,
        verdict,
        attempts: attempts.map(attemptView),
        signature,
        foreign: foreignOf(found, again),
      }
    },
    async explain(asked, signal) {
      const found = await find(asked.id)
      const { delivery, body, redactions } = found.file
      // A search over a different body would prove a wrong cause.
      if (body.sha256 === redacted || redactions.proof !== null) return delivery.signature.explanation
      const explanation = await explainDelivery(explainTools(found), asked, signal)
      const isProven = explanation.state === 'explained' || asked.digest !== undefined
      return !isProven && delivery.signature.explanation.state === 'explained'
        ? delivery.signature.explanation
        : explanation
    },
    story: (object) => storyOfObject(store, object, true),
  }
}
