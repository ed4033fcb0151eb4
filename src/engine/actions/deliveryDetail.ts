import { headerLines, headerValues } from '../../shared/headers.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import type { Delivery, Signature } from '../../shared/wireTypes.ts'
import { attemptView } from '../attemptView.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { serviceScheme } from '../signature/scheme.ts'
import { signatureOf } from '../signature/verifySignature.ts'
import type { Store, StoredDelivery } from '../store/types.ts'
import { noDelivery } from './expectedFailure.ts'
import { summaryOf } from './summaryOf.ts'

/** Everything of one delivery but its body. Throws ExpectedFailure when there is none with this id. */
export async function deliveryDetail(store: Store, environments: Environments, id: string): Promise<Delivery> {
  const [stored, summary, attempts] = await Promise.all([store.get(id), summaryOf(store, id), store.attempts(id)])
  if (stored === null || summary === null) throw noDelivery(id)
  const { notification, problem } = parseNotification(stored.request.body)
  const { request } = stored
  return {
    ...summary,
    target: request.target,
    httpVersion: request.httpVersion,
    headers: headerLines(request.headers),
    trailers: headerLines(request.trailers),
    peer: request.peer,
    truncated: request.truncated,
    contentLength: request.contentLength,
    sha256: stored.sha256,
    createdAtUtc: notification?.createdAtUtc ?? null,
    organizationId: notification?.organizationId ?? null,
    changes: notification?.changesText ?? null,
    notificationProblem: request.truncated ? notWhole : problem,
    committedAt: isoOrNull(stored.committedAt),
    answeredAt: isoOrNull(stored.answeredAt),
    signature: signatureDetail(stored, environments),
    attempts: attempts.map(attemptView),
  }
}

const notWhole =
  'The body is not whole, so it cannot be read as a notification: it was larger than the limit, or its sender went away.'

/** The check spelled out: what came, what the secret gives, which secret it was. */
function signatureDetail(stored: StoredDelivery, environments: Environments): Signature {
  const verifier = environments.verifier(stored.environmentId)
  const scheme = verifier?.scheme ?? serviceScheme
  const secrets = verifier?.secrets ?? []
  const received = headerValues(stored.request.headers, scheme.header)
  // A secret that proved it and is gone since must not be stood in for by another.
  const secret = stored.secretId === null ? secrets[0] : secrets.find(({ id }) => id === stored.secretId)
  return {
    verdict: stored.verdict,
    scheme: scheme.id,
    header: scheme.header,
    received: received.length === 0 ? null : received.join(', '),
    expected:
      secret === undefined || stored.request.truncated ? null : signatureOf(stored.request.body, scheme, secret),
    secret: secret === undefined ? null : { label: secret.label, fingerprint: secret.fingerprint },
    explanation: {
      state: stored.verdict === 'valid' || stored.verdict === 'valid-previous' ? 'not-needed' : 'unexplained',
      findings: [],
    },
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
