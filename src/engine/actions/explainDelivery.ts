import { headerValues } from '../../shared/headers.ts'
import { isVerified } from '../../shared/model.ts'
import { serviceScheme } from '../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Explanation } from '../../shared/wireTypes.ts'
import { findingInWords } from '../../shared/words/signature/findings.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Explainer } from '../explaining/startExplainer.ts'
import type { ExplainInput } from '../signature/explain/types.ts'
import { signedRequest } from '../signature/signedRequest.ts'
import type { Store } from '../store/store.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import { unknownDelivery } from '../failures/expectedFailure.ts'

export interface ExplainTools {
  store: Pick<Store, 'get' | 'list'>
  environments: Pick<Environments, 'get' | 'verifier' | 'knownSecrets'>
  explainer: Explainer
}

/** A header may belong to another delivery: the newest are compared, up to this number, and only small ones. */
const neighbours = { deliveries: 60, bytes: 64 * 1024 }

/**
 * Why the signature of a delivery fails; or, given a digest, what the code that computed it hashed.
 * Throws ExpectedFailure when there is no such delivery.
 */
export async function explainDelivery(
  tools: ExplainTools,
  { id, digest, first = false }: { id: string; digest?: string | undefined; first?: boolean | undefined },
  signal?: AbortSignal,
): Promise<Explanation> {
  const explanation = await tools.explainer.explain(async () => inputFor(tools, id, digest), {
    signal,
    untilProof: first,
  })
  return { ...explanation, findings: explanation.findings.map(findingInWords) }
}

async function inputFor(tools: ExplainTools, id: string, digest: string | undefined): Promise<ExplainInput> {
  const stored = await tools.store.get(id)
  if (stored === null) throw unknownDelivery(id)
  const verifier = tools.environments.verifier(stored.environmentId)
  const scheme = verifier?.scheme ?? serviceScheme
  const request = {
    ...signedRequest(stored.request, verifier?.publicUrl ?? null),
    contentLength: stored.request.contentLength,
  }
  const target: ExplainInput['target'] =
    digest === undefined ? { direction: 'wire' } : { direction: 'receiver', digest }
  const hasOthers = !isVerified(stored.verdict) && (digest !== undefined || mayHaveSignature(stored, scheme))
  const others = hasOthers ? await otherDeliveries(tools.store, stored, scheme.header) : []
  const secrets = tools.environments.knownSecrets(stored.environmentId)
  const own = tools.environments.get(stored.environmentId)?.sharedSecrets ?? []
  const isProven =
    isVerified(stored.verdict) && stored.secretId !== null && !own.some(({ id: known }) => known === stored.secretId)
  return { request, scheme, secrets, target, others, isProven }
}

/** Without a signature there is nothing to search for in other deliveries. */
function mayHaveSignature({ request }: StoredDelivery, { header, alsoIn, pointer }: SignatureScheme): boolean {
  return headerValues(request.headers, header).length > 0 || alsoIn !== undefined || pointer !== undefined
}

async function otherDeliveries(
  store: ExplainTools['store'],
  stored: StoredDelivery,
  header: string,
): Promise<ExplainInput['others']> {
  const [signature] = headerValues(stored.request.headers, header)
  const [newest, alike] = await Promise.all([
    store.list({ limit: neighbours.deliveries, environment: stored.environmentId }),
    // The same signature on another delivery is found, however old that one is.
    signature === undefined || signature.length > 200 ? { items: [] } : store.list({ limit: 5, q: signature }),
  ])
  const ids = new Set(
    [...alike.items, ...newest.items].flatMap(({ id, size }) => (size <= neighbours.bytes ? [id] : [])),
  )
  ids.delete(stored.id)
  const others = await Promise.all([...ids].map(async (id) => store.get(id)))
  return others.flatMap((other) =>
    other === null || other.request.truncated
      ? []
      : [
          {
            deliveryId: other.id,
            body: other.request.body,
            signature: headerValues(other.request.headers, header)[0] ?? null,
          },
        ],
  )
}
