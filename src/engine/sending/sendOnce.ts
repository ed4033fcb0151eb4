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
  /** Signed, and with all that is secret in it. */
  request: UnsignedRequest
  record: ExchangeRecord
  /** The same as others may see it. */
  shown: SendExchange
  /** The port that it was sent from: names the delivery that our own receiver made of it. */
  localPort: number | null
}

/** Sends a request that is ready over a connection of its own. */
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
