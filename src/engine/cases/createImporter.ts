import type { CaseRefusal } from '../../shared/codes/caseFiles.ts'
import type { CapturedRequest, Verdict } from '../../shared/model.ts'
import type { CaseEnvironment, CaseFile, DeliveryFile } from '../../shared/wireTypes.ts'
import { refusalSentence } from '../../shared/words/caseFiles.ts'
import { newEnvironmentRecord } from '../environments/environmentRecord.ts'
import type { KnownSecret } from '../signature/explain/types.ts'
import type { NewAttempt } from '../store/records/attempts.ts'
import type { Store } from '../store/store.ts'
import { caseLimits } from './limits.ts'
import type { FileKind } from './readFile.ts'
import type { DeliveryPiece, Piece } from './readPiece.ts'
import { type ForeignVerifier, foreignVerifier, recheck } from './recheck.ts'

/** An opened file as a whole. A document of its store. */
export interface CaseDocument extends Omit<CaseFile, 'environments'> {
  environments: CaseEnvironment[]
}

type FileDelivery = DeliveryFile['delivery']

/** Collection of the pieces of the file, as JSON text by delivery: the colleague's view, with its redactions. */
export const recordedDeliveries = 'recorded-deliveries'

/** Maximum number and bytes of deliveries that wait for the store. */
const maxPending = { deliveries: 200, bytes: 64 * 1024 * 1024 }

/** Collects the pieces of a file and keeps its deliveries in the store of the case. */
export function createImporter(store: Store, known: readonly KnownSecret[]) {
  const state: Omit<CaseDocument, 'id' | 'name' | 'openedAt'> = {
    from: 'case',
    head: null,
    deliveries: 0,
    size: 0,
    environments: [],
    rechecked: { same: 0, different: 0, cannot: 0 },
    refused: [],
    refusedCount: 0,
    cutOff: false,
  }
  const backlog = createBacklog()
  const verifierOf = verifierCache(known, (id) => state.environments.find((environment) => environment.id === id))
  let ended = false
  const refuse = (line: number, why: CaseRefusal): void => {
    state.refusedCount += 1
    if (state.refused.length < caseLimits.refusals) state.refused.push({ line, why, sentence: refusalSentence(why) })
  }
  return {
    state,
    refuse,
    count: (bytes: number) => (state.size += bytes),
    setKind: (kind: FileKind) => {
      state.from = kind
      state.cutOff = kind === 'case'
    },
    setHead: (head: NonNullable<CaseFile['head']>) => {
      state.head ??= head
    },
    /** The file ends in this line, without its line feed. One that cannot be read was cut, where the file has no end. */
    endInLine(line: number, piece: Piece) {
      const isUnread = piece.kind === 'refused' && (piece.why.code === 'not-json' || piece.why.code === 'not-utf8')
      if (!state.cutOff || !isUnread) return
      const why: CaseRefusal = { code: 'cut-line', fields: {} }
      state.refused = state.refused.map((one) =>
        one.line === line ? { line, why, sentence: refusalSentence(why) } : one,
      )
    },
    end(line: number, said: number) {
      const found = state.deliveries
      ended = true
      state.cutOff = false
      if (said !== found) refuse(line, { code: 'other-count', fields: { said, found } })
    },
    async addEnvironment(line: number, environment: CaseEnvironment) {
      if (state.environments.some(({ id }) => id === environment.id)) {
        return refuse(line, { code: 'environment-twice', fields: {} })
      }
      if (state.environments.length >= caseLimits.environments) {
        return refuse(line, { code: 'too-many-environments', fields: { most: caseLimits.environments } })
      }
      state.environments.push(environment)
      // The index reads here what deliveries of a sender mean.
      await store.putDocument('environments', environment.id, recordOf(environment))
    },
    async addDelivery(line: number, piece: DeliveryPiece): Promise<void> {
      if (ended || state.deliveries >= caseLimits.deliveries) {
        refuse(
          line,
          ended
            ? { code: 'after-the-end', fields: {} }
            : { code: 'too-many-deliveries', fields: { most: caseLimits.deliveries } },
        )
        return
      }
      state.deliveries += 1
      const { file, bytes, recorded } = piece
      const request = requestOf(file, bytes)
      const again = recheck(file, request, verifierOf(file))
      state.rechecked[again.state] += 1
      const kept = keep(store, piece, request, again.verdict ?? file.delivery.verdict)
      await backlog.add(kept, bytes.length + recorded.length)
    },
    settle: backlog.settle,
  }
}

/** Work that goes on while the next piece is read; waits where there is much of it. */
function createBacklog() {
  const pending = new Set<Promise<unknown>>()
  let pendingBytes = 0
  const failures: unknown[] = []
  const throwFailure = (): void => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    async add(work: Promise<unknown>, bytes: number): Promise<void> {
      const watched: Promise<unknown> = work
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          pending.delete(watched)
          pendingBytes -= bytes
        })
      pending.add(watched)
      pendingBytes += bytes
      while (pending.size >= maxPending.deliveries || pendingBytes > maxPending.bytes) await Promise.race(pending)
      throwFailure()
    },
    async settle(): Promise<void> {
      await Promise.all(pending)
      throwFailure()
    },
  }
}

/** The check of each environment, prepared once. */
function verifierCache(
  known: readonly KnownSecret[],
  find: (id: string) => CaseEnvironment | undefined,
): (file: DeliveryFile) => ForeignVerifier | null {
  const verifiers = new Map<string, ForeignVerifier | null>()
  return ({ delivery }) => {
    const { environmentId, signature } = delivery
    const environment = find(environmentId)
    const own = environment === undefined ? (signature.secret?.fingerprint ?? '') : ''
    const key = `${environmentId} ${signature.scheme} ${own}`
    const before = verifiers.get(key)
    if (before !== undefined) return before
    const verifier = foreignVerifier(environment, delivery, known)
    if (verifiers.size > 1000) verifiers.clear()
    verifiers.set(key, verifier)
    return verifier
  }
}

async function keep(
  store: Store,
  { file: { delivery }, recorded }: DeliveryPiece,
  request: CapturedRequest,
  verdict: Verdict,
): Promise<void> {
  const { environmentId, answeredStatus, handshake, handshakeDetail, followUp, headline, pinned, note } = delivery
  const deliveryId = await store.append({
    environmentId,
    request,
    verdict,
    secretId: null,
    answeredStatus,
    tunnel: delivery.tunnel,
    handshake:
      handshake === undefined || handshakeDetail === undefined
        ? null
        : {
            name: handshake,
            outcome: handshakeDetail.outcome,
            checked: handshakeDetail.checked,
            why: handshakeDetail.why,
            answer: handshakeDetail.answer,
          },
  })
  await Promise.all([
    store.putDocument(recordedDeliveries, deliveryId, recorded),
    ...delivery.attempts.map((attempt) => store.addAttempt(attemptOf(attempt, deliveryId, delivery))),
    followUp.state === 'none' && headline === null
      ? undefined
      : store.putFollowUp({ deliveryId, environmentId, notificationId: null, followUp, headline }),
    pinned || note !== null ? store.annotate({ deliveryId, pinned, note }) : undefined,
  ])
}

/** The request of a delivery of a file. */
function requestOf({ delivery, body }: DeliveryFile, bytes: Uint8Array): CapturedRequest {
  return {
    method: delivery.method,
    target: delivery.target,
    httpVersion: delivery.httpVersion,
    headers: delivery.headers.flat(),
    trailers: delivery.trailers.flat(),
    body: bytes,
    truncated: delivery.truncated || !body.complete,
    size: delivery.size,
    contentLength: delivery.contentLength,
    receivedAt: Date.parse(delivery.receivedAt),
    peer: delivery.peer,
  }
}

/** An attempt of a file, for the delivery that has this id here. */
function attemptOf(
  { startedAt, bodyBase64, requestBodyBase64, replayed, forwarded, ...attempt }: FileDelivery['attempts'][number],
  deliveryId: string,
  { environmentId, resourceType, resourceId }: FileDelivery,
): NewAttempt {
  const fetched = attempt.kind === 'follow-up' ? { resourceType, resourceId } : { resourceType: null, resourceId: null }
  return {
    ...attempt,
    ...fetched,
    deliveryId,
    environmentId,
    startedAt: Date.parse(startedAt),
    body: bytesOf(bodyBase64, attempt.body),
    requestBody: bytesOf(requestBodyBase64, attempt.requestBody) ?? undefined,
    replayed: replayed ?? undefined,
    forwarded: forwarded ?? undefined,
  }
}

function bytesOf(base64: string | undefined, text: string | null | undefined): Uint8Array | null {
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  return text == null ? null : Buffer.from(text)
}

/** An environment of a file as a record, without any secret: nothing is ever received, fetched or sent for it. */
export function recordOf({ id, name, kind, signatureScheme, scheme }: CaseEnvironment) {
  const record = newEnvironmentRecord(name, kind, [])
  return { ...record, id, signatureScheme, ownScheme: signatureScheme === 'own' ? scheme : null }
}
