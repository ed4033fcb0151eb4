import { setImmediate } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseRefusal } from '../../shared/codes/caseFiles.ts'
import type { Verdict } from '../../shared/model.ts'
import type { CaseEnvironment, CaseFile, DeliveryFile } from '../../shared/wireTypes.ts'
import { refusalSentence } from '../../shared/words/caseFiles.ts'
import { newEnvironmentRecord } from '../environments/environmentRecord.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import type { KnownSecret } from '../signature/explain/types.ts'
import { openStore } from '../store/openStore.ts'
import type { Store } from '../store/types.ts'
import { caseLimits } from './limits.ts'
import { createLineWriter } from './lineStore.ts'
import { type FileKind, readFile } from './readFile.ts'
import { type ForeignVerifier, foreignVerifier, recheck } from './recheck.ts'
import { requestOf } from './storedRequest.ts'

/** What is kept of an opened file beside its lines and its database. */
export interface CaseDocument extends Omit<CaseFile, 'environments'> {
  environments: CaseEnvironment[]
}

export interface TakeOptions {
  /** Folder of all cases. */
  folder: string
  /** The file's name, to be shown: nothing is opened by it. */
  name: string
  chunks: AsyncIterable<Uint8Array>
  known: readonly KnownSecret[]
  now: number
  signal?: AbortSignal | undefined
}

/** Names of the files in the folder of a case. */
export const caseFiles = { document: 'case.json', lines: 'lines.ndjson', places: 'lines.places' } as const

/** So many deliveries are handed to the store before it is waited for. */
const ahead = 200

/**
 * Takes a file into a folder of its own, piece by piece, with memory for a few of them. What cannot be taken is said. The
 * folder counts once `case.json` is in it; what was begun is removed when it ends early. Throws ExpectedFailure where
 * nothing of the file could be taken.
 */
export async function takeFile(options: TakeOptions): Promise<CaseDocument> {
  const id = `c${randomBytes(6).toString('hex')}`
  const folder = join(options.folder, id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const document = await takeInto(folder, id, options)
    await writeFile(join(folder, caseFiles.document), JSON.stringify(document), { mode: 0o600, flag: 'wx' })
    return document
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function takeInto(folder: string, id: string, { name, chunks, known, now, signal }: TakeOptions): Promise<CaseDocument> {
  const store = await openStore({ folder })
  try {
    const lines = await createLineWriter(join(folder, caseFiles.lines), join(folder, caseFiles.places))
    const taker = createTaker(store, known)
    try {
      for await (const { line, piece, raw } of readFile(counted(chunks, taker.count, signal), taker.setKind)) {
        if (piece.kind === 'refused') taker.refuse(line, piece.why)
        else if (piece.kind === 'head') taker.setHead(piece.head)
        else if (piece.kind === 'end') taker.end(line, piece.deliveries)
        else if (piece.kind === 'environment') await taker.addEnvironment(line, piece.environment)
        else if (await taker.addDelivery(line, piece.file, piece.bytes)) {
          await lines.add(raw ?? Buffer.from(JSON.stringify(piece.file)))
        }
        // Receiving goes on in between.
        await setImmediate()
      }
      await taker.settle()
    } finally {
      await lines.close()
    }
    const { state } = taker
    if (state.deliveries === 0) throw nothingTaken(state)
    return { id, name: shownName(name), openedAt: new Date(now).toISOString(), ...state }
  } finally {
    await store.close()
  }
}

function nothingTaken({ refused }: Pick<CaseDocument, 'refused'>): ExpectedFailure {
  return new ExpectedFailure({ code: 'file-without-deliveries', fields: { why: refused[0]?.sentence ?? '' } })
}

/** A name is shown and never used as a path. */
function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replaceAll(/\p{C}/gu, '').slice(0, 120) || 'case.hookscope'
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    if (count(chunk.length) > caseLimits.fileBytes) {
      throw new ExpectedFailure({ code: 'file-too-large', fields: { most: caseLimits.fileBytes } })
    }
    yield chunk
  }
  signal?.throwIfAborted()
}

/** What is known of a file so far, and how each piece adds to it. */
function createTaker(store: Store, known: readonly KnownSecret[]) {
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
  const verifiers = new Map<string, ForeignVerifier | null>()
  const pending = new Set<Promise<unknown>>()
  let ended = false
  let failed: unknown
  const later = async (work: Promise<unknown>): Promise<void> => {
    const watched: Promise<unknown> = work
      .catch((error: unknown) => {
        failed ??= error
      })
      .finally(() => pending.delete(watched))
    pending.add(watched)
    if (pending.size >= ahead) await Promise.race(pending)
    if (failed !== undefined) throw failed
  }
  const refuse = (line: number, why: CaseRefusal): void => {
    state.refusedCount += 1
    if (state.refused.length < caseLimits.refusals) state.refused.push({ line, why, sentence: refusalSentence(why) })
  }
  const verifierOf = (file: DeliveryFile): ForeignVerifier | null => {
    const { environmentId, signature } = file.delivery
    const environment = state.environments.find(({ id }) => id === environmentId)
    const key = `${environmentId} ${signature.scheme} ${environment === undefined ? (signature.secret?.fingerprint ?? '') : ''}`
    let verifier = verifiers.get(key)
    if (verifier === undefined) {
      verifier = foreignVerifier(environment, file.delivery, known)
      if (verifiers.size > 1000) verifiers.clear()
      verifiers.set(key, verifier)
    }
    return verifier
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
    async addDelivery(line: number, file: DeliveryFile, bytes: Uint8Array): Promise<boolean> {
      if (ended || state.deliveries >= caseLimits.deliveries) {
        refuse(
          line,
          ended
            ? { code: 'after-the-end', fields: {} }
            : { code: 'too-many-deliveries', fields: { most: caseLimits.deliveries } },
        )
        return false
      }
      state.deliveries += 1
      const request = requestOf(file, bytes)
      const again = recheck(file, request, verifierOf(file))
      state.rechecked[again.state] += 1
      await later(keep(store, file, request, again.verdict ?? file.delivery.verdict))
      return true
    },
    async settle() {
      await Promise.all(pending)
      if (failed !== undefined) throw failed
    },
  }
}

async function keep(
  store: Store,
  { delivery }: DeliveryFile,
  request: ReturnType<typeof requestOf>,
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
  if (followUp.state !== 'none' || headline !== null) {
    await store.putFollowUp({ deliveryId, environmentId, notificationId: null, followUp, headline })
  }
  if (pinned || note !== null) await store.annotate({ deliveryId, pinned, note })
}

/** An environment of a file as a record, without any secret: nothing is ever received, fetched or sent for it. */
export function recordOf({ id, name, kind, signatureScheme, scheme }: CaseEnvironment) {
  const record = newEnvironmentRecord(name, kind, [])
  return { ...record, id, signatureScheme, ownScheme: signatureScheme === 'own' ? scheme : null }
}
