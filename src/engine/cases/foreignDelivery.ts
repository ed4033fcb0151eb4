import { redacted } from '../../shared/credentials.ts'
import { isVerified } from '../../shared/model.ts'
import type { Delivery, Explanation } from '../../shared/wireTypes.ts'
import { type ExplainTools, explainDelivery } from '../actions/explainDelivery.ts'
import { signatureOfDelivery } from '../actions/deliveryDetail.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Explainer } from '../explaining/startExplainer.ts'
import { noDelivery } from '../failures/expectedFailure.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import { type CaseShelf, splitForeignId } from './caseShelf.ts'
import type { OpenCase } from './heldCases.ts'
import { readPiece } from './readPiece.ts'
import { type ForeignVerifier, foreignVerifier, recheck } from './recheck.ts'
import { recordOf } from './createTaker.ts'

export interface ForeignTools {
  shelf: CaseShelf
  environments: Pick<Environments, 'knownSecrets'>
  explainer: Explainer
}

/** A delivery out of a file as it is in its line, with what checking it again here says. Throws ExpectedFailure where there is none. */
export async function foreignDetail(
  tools: ForeignTools,
  foreignId: string,
  explain: boolean,
  signal?: AbortSignal,
): Promise<Delivery> {
  return onDelivery(tools, foreignId, async (found) => {
    const { file, stored, verifier, document, environment } = found
    const { delivery } = file
    const again = recheck(file, stored.request, verifier)
    const verdict = again.verdict ?? delivery.verdict
    // The one that proves it here; where none does, the one that it should be signed with by what the sender of the file saw.
    const [provenBy] = again.fingerprints
    const secretId = (isVerified(verdict) ? provenBy : delivery.signature.secret?.fingerprint) ?? null
    return {
      ...delivery,
      id: foreignId,
      environmentId: `${document.id}.${delivery.environmentId}`,
      verdict,
      attempts: delivery.attempts.map(({ bodyBase64: _body, requestBodyBase64: _requestBody, ...attempt }) => attempt),
      signature:
        again.state === 'cannot'
          ? delivery.signature
          : await signatureOfDelivery(explainTools(tools, found), { ...stored, verdict, secretId }, explain, signal),
      foreign: {
        caseId: document.id,
        caseName: document.name,
        originalId: delivery.id,
        ownScheme: environment?.signatureScheme === 'own' ? environment.scheme : null,
        verdict: delivery.verdict,
        recheck: again,
        redactions: file.redactions,
        note: file.note,
      },
    }
  })
}

/** Why the signature of a delivery out of a file fails: by what is known here, or as its sender saw it. */
export async function explainForeign(
  tools: ForeignTools,
  { id, digest, first }: { id: string; digest?: string | undefined; first?: boolean | undefined },
  signal?: AbortSignal,
): Promise<Explanation> {
  return onDelivery(tools, id, async (found) => {
    const { delivery, body, redactions } = found.file
    // A search over a body that is another one would prove what is not so.
    if (body.sha256 === redacted || redactions.proof !== null) return delivery.signature.explanation
    const explanation = await explainDelivery(
      explainTools(tools, found),
      { id: found.stored.id, digest, first },
      signal,
    )
    const isProven = explanation.state === 'explained' || digest !== undefined
    return !isProven && delivery.signature.explanation.state === 'explained'
      ? delivery.signature.explanation
      : explanation
  })
}

interface Found extends OpenCase {
  file: Extract<ReturnType<typeof readPiece>, { kind: 'delivery' }>['file']
  stored: StoredDelivery
  verifier: ForeignVerifier | null
  /** Of the sender, where the file has it. */
  environment: OpenCase['document']['environments'][number] | undefined
}

async function onDelivery<T>(tools: ForeignTools, foreignId: string, read: (found: Found) => Promise<T>): Promise<T> {
  const place = splitForeignId(foreignId)
  if (place === null) throw noDelivery(foreignId)
  return tools.shelf.use(place.caseId, async (open) => {
    const [line, stored] = await Promise.all([open.lines.read(Number(place.id)), open.store.get(place.id)])
    const piece = line === null ? null : readPiece(line)
    if (stored === null || piece?.kind !== 'delivery') throw noDelivery(place.id)
    const { file } = piece
    const environment = open.document.environments.find(({ id }) => id === file.delivery.environmentId)
    const verifier = foreignVerifier(environment, file.delivery, tools.environments.knownSecrets(''))
    return read({ ...open, file, stored, verifier, environment })
  })
}

/** What explains one's own deliveries explains these, too, over the store of their case and one's own secrets. */
function explainTools({ environments, explainer }: ForeignTools, { store, document, verifier }: Found): ExplainTools {
  const find = (id: string) => document.environments.find((environment) => environment.id === id)
  return {
    store,
    explainer,
    environments: {
      knownSecrets: environments.knownSecrets,
      get: (id) => {
        const environment = find(id)
        return environment === undefined ? undefined : recordOf(environment)
      },
      verifier: () =>
        verifier === null ? undefined : { ...verifier, publicUrl: null, handshakes: { on: [], verifyToken: null } },
    },
  }
}
