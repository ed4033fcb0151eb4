import { redacted } from '../../shared/credentials.ts'
import { isVerified } from '../../shared/model.ts'
import type { CaseEnvironment, DeliveryFile, ForeignDelivery } from '../../shared/wireTypes.ts'
import { signatureOfDelivery } from '../actions/deliveryDetail.ts'
import type { DeliverySource } from '../actions/deliverySource.ts'
import { explainDelivery, type ExplainTools } from '../actions/explainDelivery.ts'
import { storyOfObject } from '../actions/storyOfObject.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Explainer } from '../explaining/startExplainer.ts'
import { unknownDelivery } from '../failures/expectedFailure.ts'
import { attemptView } from '../store/write/attemptView.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import { caseReader, idInCase } from './caseReader.ts'
import type { CaseShelf } from './caseShelf.ts'
import { type CaseDocument, recordOf, recordedDeliveries } from './createImporter.ts'
import { type ForeignVerifier, foreignVerifier, recheck } from './recheck.ts'

export interface CaseSourceTools {
  shelf: CaseShelf
  environments: Pick<Environments, 'knownSecrets'>
  explainer: Explainer
}

/** Reads the piece of the file for a delivery, without the bytes of its body, which the store has. Null where there is none. */
export async function recordedDelivery(
  shelf: Pick<CaseShelf, 'use'>,
  caseId: string,
  id: string,
): Promise<DeliveryFile | null> {
  const text = await shelf.use(caseId, (store) => store.document<string>(recordedDeliveries, idInCase(caseId, id)))
  return text === null ? null : (JSON.parse(text) as DeliveryFile)
}

/** A delivery of a case as its sender saw it, with the means to check it here. */
interface Found {
  document: CaseDocument
  file: DeliveryFile
  stored: StoredDelivery
  environment: CaseEnvironment | undefined
  verifier: ForeignVerifier | null
}

/**
 * The deliveries of a case: each as its sender saw it, checked again with one's own secrets. Calls throw ExpectedFailure
 * where there is no such case or delivery.
 */
export function caseSource(tools: CaseSourceTools, caseId: string): DeliverySource {
  const store = caseReader(tools.shelf, caseId)

  async function find(id: string): Promise<Found> {
    const document = tools.shelf.document(caseId)
    const [file, stored] = await Promise.all([recordedDelivery(tools.shelf, caseId, id), store.get(id)])
    if (file === null || stored === null) throw unknownDelivery(id)
    const environment = environmentOf(document, stored.environmentId)
    const verifier = foreignVerifier(environment, file.delivery, tools.environments.knownSecrets(''))
    return { document, file, stored, environment, verifier }
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
          : signatureOfDelivery(explainTools(tools, store, found), { ...stored, verdict, secretId }, explain, signal),
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
      const explanation = await explainDelivery(explainTools(tools, store, found), asked, signal)
      const isProven = explanation.state === 'explained' || asked.digest !== undefined
      return !isProven && delivery.signature.explanation.state === 'explained'
        ? delivery.signature.explanation
        : explanation
    },
    story: (object) => storyOfObject(store, object, true),
  }
}

function environmentOf({ id: caseId, environments }: CaseDocument, id: string): CaseEnvironment | undefined {
  const inFile = idInCase(caseId, id)
  return environments.find((environment) => environment.id === inFile)
}

/** Explains deliveries of a case like one's own, with the environments of the file. */
function explainTools(
  { environments, explainer }: CaseSourceTools,
  store: ExplainTools['store'],
  { document, verifier }: Found,
): ExplainTools {
  const checked =
    verifier === null ? undefined : { ...verifier, publicUrl: null, handshakes: { on: [], verifyToken: null } }
  return {
    store,
    explainer,
    environments: {
      knownSecrets: environments.knownSecrets,
      get: (id) => {
        const environment = environmentOf(document, id)
        return environment === undefined ? undefined : recordOf(environment)
      },
      verifier: () => checked,
    },
  }
}

function foreignOf({ document, file, environment }: Found, again: ForeignDelivery['recheck']): ForeignDelivery {
  const { delivery, redactions, note } = file
  return {
    caseId: document.id,
    caseName: document.name,
    originalId: delivery.id,
    ownScheme: environment?.signatureScheme === 'own' ? environment.scheme : null,
    verdict: delivery.verdict,
    recheck: again,
    redactions,
    note,
  }
}
