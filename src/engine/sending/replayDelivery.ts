import { randomUUID } from 'node:crypto'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { ReplayInput } from '../../shared/wireTypes.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { secretsToHide } from '../environments/secretsToHide.ts'
import type { EventLog } from '../events/startEventLog.ts'
import { isAllowedTarget } from '../forwarding/ourAddresses.ts'
import { exchangeRecord } from '../outbound/exchangeRecord.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import { canSign, signRequest, type UnsignedRequest } from '../signature/signRequest.ts'
import { fingerprintOf, type VerificationSecret, verificationSecret } from '../signature/keys/verificationSecret.ts'
import { missingHash } from '../signature/verifySignature.ts'
import type { Replayed, StoredAttempt } from '../store/records/attempts.ts'
import type { Store } from '../store/store.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import { ExpectedFailure, noDelivery, noEnvironment } from '../failures/expectedFailure.ts'
import { keepReplay, requestTo } from './storedDelivery.ts'

export interface ReplayTools {
  store: Pick<Store, 'get' | 'addAttempt'>
  environments: Pick<Environments, 'all' | 'verifier' | 'knownSecrets'>
  events: Pick<EventLog, 'publish'>
  outbound: {
    /** Sends to apps on this machine. */
    app: Outbound
    /** Sends anywhere except to ourselves; used for hosts that the user allowed. */
    allowed: Outbound
    /** Also sends to our own receiver, which the user confirmed. */
    receiver: Outbound
    /** The same through its public URL. */
    publicReceiver: Outbound
  }
  /** Whether this is the public origin of our receiver. */
  isOwnOrigin(origin: string): boolean
  /** Aborts requests in flight. */
  signal: AbortSignal
  now(): number
}

/** Maximum bytes of an answer that are stored. */
const maxAnswerBytes = 1024 * 1024
/** Timeout of the whole exchange. */
const deadlineMs = 30_000

/**
 * Sends a delivery again to an address that the user chose: unchanged, or with a different method, headers, body or
 * signature. Stores the request as an attempt with its result, and the body only if it differs from the delivery's. Sends
 * no credentials of the service: only what the delivery carried or the user typed. Throws ExpectedFailure if it cannot be
 * sent at all; nothing is stored then.
 */
export async function replayDelivery(tools: ReplayTools, input: ReplayInput): Promise<StoredAttempt> {
  const delivery = await tools.store.get(input.id)
  if (delivery === null) throw noDelivery(input.id)
  const { toReceiver } = input
  const outbound = await outboundFor(tools, input)
  const { request, signedWith } = requestFor(tools, delivery, input)
  const result = await outbound.send({ ...request, deadlineMs, maxBodyBytes: maxAnswerBytes, signal: tools.signal })
  if (!result.ok && result.error.code === 'REFUSED_ADDRESS') {
    throw new ExpectedFailure({ code: toReceiver ? 'leads-to-hookscope' : 'leads-to-receiver', fields: {} })
  }
  const sent = { request, record: exchangeRecord(result, null), signedWith }
  // Fields of an edited body are kept as the user typed them.
  return keepReplay(tools, delivery, sent, { ...secretsToHide(tools), pointers: [] })
}

/** Chooses the connections that may reach the address. Throws ExpectedFailure where none may. */
async function outboundFor(
  { outbound, isOwnOrigin }: ReplayTools,
  { url, toReceiver, allowHost }: ReplayInput,
): Promise<Outbound> {
  const { origin, hostname } = new URL(url)
  const allowed = allowHost === undefined ? [] : [allowHost]
  if (isOwnOrigin(origin)) {
    if (toReceiver) return outbound.publicReceiver
    throw new ExpectedFailure({ code: 'leads-to-receiver', fields: {} })
  }
  if (!(await isAllowedTarget(origin, allowed)))
    throw new ExpectedFailure({ code: 'host-not-allowed', fields: { host: hostname } })
  if (!(await isAllowedTarget(origin, []))) return outbound.allowed
  return toReceiver ? outbound.receiver : outbound.app
}

/** The request to send, and the secret that signed it, if any did. */
interface ReadyRequest {
  request: UnsignedRequest
  signedWith: Replayed['signedWith']
}

/** Builds the request. Pure except for the timestamp of the signature. */
function requestFor(tools: ReplayTools, delivery: StoredDelivery, input: ReplayInput): ReadyRequest {
  const unsigned = requestTo(delivery, new URL(input.url).href, input)
  if (input.signature === 'received') return { request: unsigned, signedWith: undefined }
  return signed(tools, delivery.environmentId, unsigned, input)
}

function signed(
  tools: ReplayTools,
  environmentId: string,
  request: UnsignedRequest,
  input: Pick<ReplayInput, 'secret' | 'secretFingerprint'>,
): ReadyRequest {
  const verifier = tools.environments.verifier(environmentId)
  if (verifier === undefined) throw noEnvironment(environmentId)
  const { scheme } = verifier
  const secret = chosenSecret(tools, environmentId, scheme, input) ?? verifier.secrets[0]
  if (secret === undefined) throw new ExpectedFailure({ code: 'no-secret-to-sign', fields: {} })
  const hash = missingHash(scheme)
  if (hash !== null) throw new ExpectedFailure({ code: 'hash-missing', fields: { hash } })
  if (!canSign(scheme)) throw new ExpectedFailure({ code: 'only-sender-signs', fields: { scheme: scheme.label } })
  const result = signRequest(request, scheme, secret, { at: tools.now(), id: `msg_${randomUUID()}` })
  const { label, fingerprint } = secret
  if (result === null) throw new ExpectedFailure({ code: 'signing-secret-unusable', fields: { label } })
  return { request: result, signedWith: { label, fingerprint } }
}

/** The secret that the user typed or named; undefined for the current one. */
function chosenSecret(
  { environments }: ReplayTools,
  environmentId: string,
  scheme: SignatureScheme,
  { secret: typed, secretFingerprint: fingerprint }: Pick<ReplayInput, 'secret' | 'secretFingerprint'>,
): VerificationSecret | undefined {
  const made = (label: string, text: string | Uint8Array) =>
    verificationSecret({ id: '', label, text, current: true }, scheme)
  if (typed !== undefined) return made(fingerprintOf(typed), typed)
  if (fingerprint === undefined) return undefined
  const known = environments.knownSecrets(environmentId).find((secret) => secret.fingerprint === fingerprint)
  if (known === undefined) throw new ExpectedFailure({ code: 'signing-secret-unknown', fields: { fingerprint } })
  return made(known.label, known.bytes)
}
