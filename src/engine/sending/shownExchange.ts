import { handedOutRequest, hideSecrets, type Secrets } from '../../shared/redaction/handedOut.ts'
import { shortReceiverKey } from '../../shared/receiverKey.ts'
import type { SendExchange } from '../../shared/wireTypes.ts'
import type { ExchangeRecord } from '../outbound/exchangeRecord.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import type { Signing } from './prepareRequest.ts'

/** An exchange as others may see it: without secrets. */
export function exchangeOf(
  request: UnsignedRequest,
  record: ExchangeRecord,
  { signing, secrets }: { signing: Signing; secrets: Secrets },
): SendExchange {
  const { body: _body, replaced, ...shown } = shownRequest(request, signing, secrets)
  // An app can repeat in its answer what it was sent.
  return {
    startedAt: new Date(record.startedAt).toISOString(),
    ...shown,
    status: record.status,
    responseHeaders: record.responseHeaders.map(([name, value]) => [name, hideSecrets(value, replaced)]),
    body: record.body === null ? null : hideSecrets(Buffer.from(record.body).toString('utf8'), replaced),
    bodyTruncated: record.bodyTruncated,
    error: record.error,
    timing: record.timing,
  }
}

/** A request as others may see it: without secrets, and without the secret path of our own receiver. Pure. */
export function shownRequest(request: UnsignedRequest, { secret, scheme }: Signing, secrets: Secrets) {
  const { url, headers, body, replaced } = handedOutRequest({ ...request, url: shortReceiverKey(request.url) }, secrets)
  return {
    method: request.method,
    url,
    requestHeaders: headers,
    size: request.body.length,
    body,
    replaced,
    signedWith:
      secret === null || scheme === null
        ? null
        : { label: secret.label, fingerprint: secret.fingerprint, scheme: scheme.label },
  }
}
