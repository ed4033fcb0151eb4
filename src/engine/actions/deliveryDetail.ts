import { headerLines } from '../../shared/headers.ts'
import { parseNotification } from '../../shared/parseNotification.ts'
import { fieldsOf, readEvent, type SenderEvent } from '../store/index/readEvent.ts'
import { recognizeSenders, type RecognizedSender } from '../store/index/recognizeSenders.ts'
import { answerLimitOf } from '../../shared/signature/answerLimits.ts'
import { handshakeOf as handshakeNamed } from '../../shared/signature/handshakes.ts'
import { serviceScheme } from '../../shared/signature/schemePresets.ts'
import type { Delivery, Explanation, Signature } from '../../shared/wireTypes.ts'
import type { AnswerEnding } from '../../shared/codes/responses.ts'
import type { AnswerRecord } from '../../shared/model.ts'
import { answerRemarkSentence } from '../../shared/words/responses.ts'
import { handshakeSentence } from '../../shared/words/handshakes.ts'
import type { ClockFacts } from '../latency/clockRemark.ts'
import { signedRequest } from '../signature/signedRequest.ts'
import { meaningOf } from '../store/index/meanings.ts'
import { attemptView } from '../store/write/attemptView.ts'
import type { DeliveryFacts, StoredDelivery } from '../store/records/deliveries.ts'
import type { Store } from '../store/store.ts'
import { claimedAddress } from '../tunnel/arrivedThrough.ts'
import { unknownDelivery } from '../failures/expectedFailure.ts'
import { explainDelivery, type ExplainTools } from './explainDelivery.ts'
import { signatureDetail } from './signatureDetail.ts'
import { senderTries } from './senderTries.ts'
import { timingOfDelivery } from './timingOfDelivery.ts'
import type { SharedSecretRecord } from '../environments/environmentRecord.ts'

/**
 * Everything of one delivery but its body. Throws ExpectedFailure when there is none with this id.
 * @param explain whether to search for the cause where the signature fails, which can take up to two seconds
 */
export async function deliveryDetail(
  tools: ExplainTools & { store: Pick<Store, 'facts' | 'senderClock'> },
  id: string,
  explain: boolean,
  signal?: AbortSignal,
): Promise<Delivery> {
  const [facts] = await tools.store.facts([id])
  if (facts == null) throw unknownDelivery(id)
  const [clock, signature] = await Promise.all([
    tools.store.senderClock(facts.stored.environmentId),
    signatureOfDelivery(tools, facts.stored, explain, signal),
  ])
  return describeDelivery(tools, facts, { clock, signature })
}

/**
 * A delivery as the outside sees it, from what is stored of it. Pure but for the clock.
 * @param checked.clock what the newest deliveries of its environment say of the sender's clock
 */
export function describeDelivery(
  tools: Pick<ExplainTools, 'environments'>,
  facts: DeliveryFacts,
  { clock, signature }: { clock: ClockFacts; signature: Signature },
): Delivery {
  const { stored, summary, attempts } = facts
  const { notification, problem } = parseNotification(stored.request.body)
  const { request } = stored
  const event = eventOf(tools, stored)
  return {
    ...summary,
    // The list follows a later check some milliseconds after it.
    verdict: stored.verdict,
    target: request.target,
    httpVersion: request.httpVersion,
    headers: headerLines(request.headers),
    trailers: headerLines(request.trailers),
    peer: request.peer,
    tunnel: stored.tunnel,
    claimedAddress: claimedAddress(request.headers),
    truncated: request.truncated,
    contentLength: request.contentLength,
    sha256: stored.sha256,
    createdAtUtc: event === null ? notification.createdAtUtc : isoOrNull(event.happenedAt),
    organizationId: notification?.organizationId ?? null,
    changes: notification?.changesText ?? null,
    looksLike: looksLike(tools, stored),
    notificationProblem: request.truncated ? notWhole : event === null && stored.handshake === null ? problem : null,
    ...handshakeView(tools, stored),
    answeredStatus: stored.answeredStatus,
    ...answerView(stored),
    senderTries: senderTries(facts, presetOf(tools, stored)),
    committedAt: isoOrNull(stored.committedAt),
    answeredAt: isoOrNull(stored.answeredAt),
    timing: timingOfDelivery(facts, notification?.createdAtUtc ?? null, limitOf(tools, stored), clock),
    signature,
    attempts: attempts.map(attemptView),
  }
}

const notWhole =
  'The body is not whole, so it cannot be read as a notification: it was larger than the limit, or its sender went away.'

/** Event of a delivery from a different sender; null for the service's own. */
function eventOf(
  { environments }: Pick<ExplainTools, 'environments'>,
  { environmentId, request }: StoredDelivery,
): SenderEvent | null {
  const record = environments.get(environmentId)
  const meaning = record === undefined ? null : meaningOf(record)
  return meaning === null ? null : readEvent(request.headers, request.body, meaning)
}

/** Senders that a delivery looks like, if its environment's own sender did not sign it. Empty if nothing matches. */
function looksLike({ environments }: Pick<ExplainTools, 'environments'>, stored: StoredDelivery): RecognizedSender[] {
  const { request, verdict, environmentId } = stored
  const record = environments.get(environmentId)
  if (record === undefined || verdict === 'valid' || verdict === 'valid-previous') return []
  const found = recognizeSenders(request.headers, fieldsOf(request.headers, request.body))
  const isItself = record.kind === 'sender' && found.some(({ scheme }) => scheme === record.signatureScheme)
  const isOwn = record.signatureScheme === 'own' && record.kind === 'sender' && verdict === 'invalid'
  return isItself || isOwn ? [] : found
}

/** Handshake of a delivery, with its secret that awaits approval; empty if it was not a handshake. */
function handshakeView(
  { environments }: Pick<ExplainTools, 'environments'>,
  { id, environmentId, handshake }: StoredDelivery,
): Pick<Delivery, 'handshakeDetail'> {
  if (handshake === null) return {}
  const { name, why, ...rest } = handshake
  const offered = environments.get(environmentId)?.handshakes.offered.find(({ deliveryId }) => deliveryId === id)
  return {
    handshakeDetail: {
      ...rest,
      why,
      label: handshakeNamed(name)?.label ?? name,
      problem: why === null ? null : handshakeSentence(why),
      offered: offered === undefined ? null : { id: offered.id, fingerprint: offered.fingerprint },
    },
  }
}

/** Null also where the environment is gone: which sender it was is then not known. */
function limitOf(
  { environments }: Pick<ExplainTools, 'environments'>,
  { environmentId }: StoredDelivery,
): number | null {
  const record = environments.get(environmentId)
  return record === undefined ? null : answerLimitOf(record)
}

/** The preset of another sender than the service, whose schedule may be known. */
function presetOf(
  { environments }: Pick<ExplainTools, 'environments'>,
  { environmentId }: StoredDelivery,
): string | null {
  const record = environments.get(environmentId)
  return record?.kind === 'sender' ? record.signatureScheme : null
}

/** A rule's answer and how it ended. */
function answerView({
  answer,
  answeredStatus,
  ending,
  request,
}: StoredDelivery): Pick<Delivery, 'answeredBy' | 'answer'> {
  if (answer === null) return { answeredBy: null }
  const { remarks, ...rest } = answer
  return {
    answeredBy: answer.by,
    answer: {
      ...rest,
      status: rest.by === null || rest.by.kind === 'forward-rule' ? answeredStatus : rest.status,
      ending: ending ?? endingOf(answer, Date.now() - request.receivedAt),
      remarks: remarks.map((why) => ({ why, message: answerRemarkSentence(why) })),
    },
  }
}

/** An answer that waits for longer than this was never noted, because Hookscope ended before, ms. */
const longestWaitMs = 70_000

/**
 * Ending of an answer without a record: it went out with the commit, is pending, or Hookscope stopped before sending it.
 */
function endingOf({ by, delayMs, reset, truncateAt }: AnswerRecord, age: number): AnswerEnding {
  if (reset !== null && delayMs === 0) return 'reset'
  if (delayMs > 0 || by?.kind === 'forward-rule') return age < longestWaitMs ? 'waiting' : 'unknown'
  return truncateAt === null ? 'sent' : 'truncated'
}

/** Signature check of a stored delivery. */
export async function signatureOfDelivery(
  tools: ExplainTools,
  stored: StoredDelivery,
  explain: boolean,
  signal: AbortSignal | undefined,
): Promise<Signature> {
  const verifier = tools.environments.verifier(stored.environmentId)
  const scheme = verifier?.scheme ?? serviceScheme
  const secrets = [...(verifier?.secrets ?? []), ...(verifier?.retired ?? [])]
  const request = signedRequest(stored.request, verifier?.publicUrl ?? null)
  const explanation = await explanationOf(tools, stored, explain, signal)
  const proven = explanation.findings.flatMap((finding) => finding.secret?.fingerprint ?? [])
  const record = tools.environments.get(stored.environmentId)
  const kept = record?.sharedSecrets.filter(({ id }) => secrets.some((secret) => secret.id === id)) ?? []
  // A secret that proved it and is gone since must not be replaced by another.
  const secretId = stored.secretId ?? secretToExpect(kept, stored.request.receivedAt, proven)
  const secret = secrets.find(({ id }) => id === secretId)
  return signatureDetail(request, scheme, { verdict: stored.verdict, secret, secrets }, explanation)
}

/** A valid signature of a scheme that knows no age has nothing to explain. */
async function explanationOf(
  tools: ExplainTools,
  stored: StoredDelivery,
  explain: boolean,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  const scheme = tools.environments.verifier(stored.environmentId)?.scheme
  if (stored.verdict === 'valid' && scheme?.toleranceSeconds == null) return { ...nothingSearched, state: 'not-needed' }
  return explain ? explainDelivery(tools, { id: stored.id }, signal) : nothingSearched
}

const nothingSearched: Explanation = {
  state: 'not-searched',
  findings: [],
  ruledOut: [],
  notTried: [],
  tried: 0,
  complete: true,
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

type KeptSecret = Pick<SharedSecretRecord, 'id' | 'fingerprint' | 'createdAt' | 'retiredAt'>

/**
 * The id of the secret that a signature which no secret proves is compared with; null when there is none. The secret that
 * a proof names comes first, then the one that was current when the delivery came: a later rotation must not change what is shown.
 * Pure.
 * @param secrets newest first
 * @param receivedAt ms since the epoch
 * @param proven fingerprints of the secrets that proofs name
 */
export function secretToExpect(
  secrets: readonly KeptSecret[],
  receivedAt: number,
  proven: readonly string[],
): string | null {
  // With one that was retired before it came, the two digests may be equal: it is why the signature is not valid.
  const notRetired = secrets.filter(({ retiredAt }) => retiredAt === null || retiredAt > receivedAt)
  const chosen =
    notRetired.find(({ fingerprint }) => proven.includes(fingerprint)) ??
    notRetired.find(({ createdAt }) => createdAt <= receivedAt) ??
    notRetired[0] ??
    secrets[0]
  return chosen?.id ?? null
}
