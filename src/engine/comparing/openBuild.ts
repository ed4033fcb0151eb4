import { hideSecrets, type Secrets } from '../../shared/redaction/handedOut.ts'
import { secretsToHide } from '../environments/secretsToHide.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { exchangeRecord } from '../outbound/exchangeRecord.ts'
import { startOutbound } from '../outbound/startOutbound.ts'
import { prepareRequest, type Signing } from '../sending/prepareRequest.ts'
import { sendTarget, type TargetTools } from '../sending/sendTarget.ts'
import { requestAsItCame } from '../sending/storedDelivery.ts'
import type { SigningTools } from '../sending/signingOf.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import type { BuildAnswer } from './compareAnswers.ts'

export interface BuildTools extends TargetTools, SigningTools {
  environments: TargetTools['environments'] & SigningTools['environments']
}

/** One build of an app under test. */
export interface Build {
  url: string
  /** Sends a delivery, freshly signed, and answers what came back. Throws ExpectedFailure where it cannot be sent. */
  send(delivery: StoredDelivery, signal: AbortSignal): Promise<BuildAnswer & { bodyTruncated: boolean }>
  close(): Promise<void>
}

/** For one exchange, ms. */
const deadlineMs = 30_000
/** Bytes of an answer that are compared. */
const maxBodyBytes = 1024 * 1024

/** Throws ExpectedFailure for an address that nothing may be sent to. */
export function openBuild(
  tools: BuildTools,
  { to, allowHost, environmentId }: { to: string; allowHost: string | undefined; environmentId: string },
  signing: Signing,
): Build {
  const target = sendTarget(tools, { to, allowHost, environmentId })
  if (target.receiverOf !== null) throw new ExpectedFailure({ code: 'leads-to-hookscope', fields: {} })
  const outbound = startOutbound({ refuse: target.refuse })
  const secrets: Secrets = secretsToHide(tools, signing)
  return {
    url: target.url,
    send: async (delivery, signal) => {
      const request = prepareRequest(requestAsItCame(delivery, target.url), signing, Date.now())
      const record = exchangeRecord(await outbound.send({ ...request, deadlineMs, maxBodyBytes, signal }), null)
      // An app can repeat the secret that it was sent.
      const shown = hideSecrets(Buffer.from(record.body ?? []).toString('latin1'), secrets.texts)
      return {
        status: record.error === null ? record.status : null,
        headers: record.responseHeaders,
        body: Buffer.from(shown, 'latin1'),
        bodyTruncated: record.bodyTruncated,
        problem: record.error?.code ?? null,
        took: record.error === null ? record.timing.total : null,
      }
    },
    close: async () => outbound.close(),
  }
}
