import { notOurs } from '../organization/webhookConfig.ts'
import type { World } from '../world/createWorld.ts'
import type { OutboxJob, SandboxState } from '../state/state.ts'
import { deliveryHeaders } from './deliveryHeaders.ts'
import { postBytes, type Outcome } from './postBytes.ts'
import { createHmac } from 'node:crypto'

/** Milliseconds until the answer must be here. Documented by comparable services; see the assumptions. */
const answerTimeout = 3000
/** The secret of `wrong-signature`. */
const anotherSecret = 'the-secret-of-some-other-organization'

/** Any 2xx means that the receiver has it. */
export function isSuccess(outcome: Outcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300
}

/** Whether the service tries again: not after an answer that says that the request itself is wrong. */
export function mayRetry(outcome: Outcome): boolean {
  return 'problem' in outcome || outcome.status < 400 || outcome.status > 499 || [408, 429].includes(outcome.status)
}

/** Why an outcome is no success, as a sentence, or null when it is one. */
export function problemOf(outcome: Outcome): string | null {
  if ('problem' in outcome) {
    return outcome.problem
  }
  return isSuccess(outcome) ? null : `The receiver answered ${outcome.status}; only a 2xx counts as received.`
}

/** Input of an attempt. */
export interface SendingOptions {
  state: SandboxState
  /** Name of the header that carries the signature. */
  signatureHeader: string
  /** Where it may send to; null: anywhere. */
  mayReceive: World['mayReceive']
}

/** One attempt with the url and secret of this moment, so that a corrected webhook-config repairs what still waits. */
export async function attemptDelivery(
  job: OutboxJob,
  { state, signatureHeader, mayReceive }: SendingOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const address = state.webhookConfig.url
  const secret = state.secrets.sharedSecret
  if (address === null || secret === null) {
    return { problem: 'The webhook-config has no url or no shared secret.' }
  }
  const url = new URL(address)
  // A state of another port may hold any address.
  if (mayReceive?.(url) === false) return { problem: notOurs }
  const body = Buffer.from(job.body)
  const signed = job.signedBody === undefined ? body : Buffer.from(job.signedBody)
  const keys = { right: secret, previous: state.secrets.previousSecret ?? secret, wrong: anotherSecret }
  const signature = job.signing === 'none' ? null : signBody(keys[job.signing], signed)
  const headers = deliveryHeaders({
    notificationId: job.entry.notificationId,
    appId: state.organization.id,
    host: url.host,
    contentLength: body.length,
    signatureHeader,
    signature,
    aheadMs: job.aheadMs,
  })
  const outcome = await postBytes({ url, headers, body, timeout: answerTimeout, signal })
  if (job.lostAnswers === undefined || job.lostAnswers === 0 || 'problem' in outcome) {
    return outcome
  }
  job.lostAnswers -= 1
  return { problem: `${url.host} answered, but the answer did not come back: it was lost on purpose.` }
}

/**
 * The signature of a notification: Base64Encode(Hmac-Sha256(sharedSecret, webhookPayload)), interface document 6.3.
 * The secret is taken as UTF-8 text.
 */
export function signBody(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}
