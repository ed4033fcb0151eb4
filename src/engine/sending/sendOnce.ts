import type { Secrets } from '../../shared/redaction/handedOut.ts'
import type { SendExchange } from '../../shared/wireTypes.ts'
import { exchangeRecord, type ExchangeRecord } from '../outbound/exchangeRecord.ts'
import type { Refuse } from '../outbound/guardedConnector.ts'
import { startOutbound } from '../outbound/startOutbound.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import type { Signing } from './prepareRequest.ts'
import { deadlineMs, exchangeOf, maxAnswerBytes } from './runSend.ts'

/** One request that was sent, and the answer. */
export interface SentOnce {
  /** The signed request, with its secrets. */
  request: UnsignedRequest
  record: ExchangeRecord
  /** The same with its secrets redacted. */
  shown: SendExchange
  /** The local port of the connection, by which our own receiver's delivery is found. */
  localPort: number | null
}

/** Sends a prepared request over a new connection. */
export async function sendOnce(
  request: UnsignedRequest,
  { refuse, signing, secrets, signal }: { refuse: Refuse; signing: Signing; secrets: Secrets; signal: AbortSignal },
): Promise<SentOnce> {
  const outbound = startOutbound({ refuse })
  try {
    const result = await outbound.send({ ...request, deadlineMs, maxBodyBytes: maxAnswerBytes, signal })
    const record = exchangeRecord(result, null)
    return { request, record, shown: exchangeOf(request, record, { signing, secrets }), localPort: result.localPort }
  } finally {
    await outbound.close()
  }
}
