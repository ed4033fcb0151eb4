import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { attemptColumns, attemptOf } from '../write/attemptRow.ts'
import { batchTimesReader, type DeliveryTimes } from '../write/batchTimes.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { isVerified } from '../../../shared/model.ts'
import type { SnapshotBody, StoredAttempt } from '../records/attempts.ts'
import type { StoredDelivery, UnprovenPage } from '../records/deliveries.ts'

/** Every query for single things: a delivery, its body, attempts, documents. */
export interface Records {
  get(id: string): StoredDelivery | null
  body(id: string, start?: number, end?: number): Uint8Array | null
  documents(collection: string): { id: string; document: unknown }[]
  document(collection: string, id: string): unknown
  attempts(deliveryId: string): StoredAttempt[]
  snapshots(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    before?: Pick<StoredAttempt, 'id' | 'startedAt'>,
  ): StoredAttempt[]
  snapshotBodies(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    maxBytes: number,
  ): SnapshotBody[]
  unproven(after: string, secretIds: string[], count: number): UnprovenPage
}

/** Comes after every moment and every id. */
const after = Number.MAX_SAFE_INTEGER

/** Makes the queries of a connection that openReader made. */
export function createRecords(database: DatabaseSync): Records {
  const delivery = database.prepare(`SELECT ${headColumns}, d.body FROM deliveries AS d ${laterFacts} WHERE d.id = ?`)
  const heads = database.prepare(
    `SELECT d.id, ${headColumns} FROM deliveries AS d ${laterFacts} WHERE d.id > ? ORDER BY d.id LIMIT ?`,
  )
  const wholeBody = database.prepare('SELECT body FROM deliveries WHERE id = ?')
  const partOfBody = database.prepare('SELECT substr(body, ?, ?) AS body FROM deliveries WHERE id = ?')
  const timesOf = batchTimesReader(database)
  const readHidden = hiddenReader(database)
  const documents = database.prepare('SELECT id, json FROM documents WHERE collection = ? ORDER BY number')
  const document = database.prepare('SELECT json FROM documents WHERE collection = ? AND id = ?')
  const attempt = `SELECT id, ${attemptColumns} FROM attempts`
  const attempts = database.prepare(`${attempt} WHERE delivery_id = ? ORDER BY started_at, id`)
  const ofObject = `environment_id = ? AND resource_type = ? AND resource_id = ? AND kind = 'follow-up'
    AND status BETWEEN 200 AND 299 AND body IS NOT NULL`
  const newestFirst = 'ORDER BY started_at DESC, id DESC LIMIT ?'
  const snapshots = database.prepare(`${attempt} WHERE ${ofObject} AND (started_at, id) < (?, ?) ${newestFirst}`)
  const snapshotSizes = database.prepare(
    `SELECT id, delivery_id, started_at, length(body) AS size FROM attempts WHERE ${ofObject} ${newestFirst}`,
  )
  const attemptBody = database.prepare('SELECT body FROM attempts WHERE id = ?')

  return {
    get(id) {
      const row = delivery.get(idOf(id))
      if (row === undefined || readHidden()(idOf(id))) return null
      return storedDelivery(id, row, timesOf(idOf(id)))
    },
    body(id, start = 0, end) {
      const row =
        start === 0 && end === undefined
          ? wholeBody.get(idOf(id))
          : partOfBody.get(start + 1, Math.max(0, (end ?? Number.MAX_SAFE_INTEGER) - start), idOf(id))
      return row === undefined || readHidden()(idOf(id)) ? null : bytesOf(row['body'])
    },
    documents: (collection) =>
      documents.all(collection).map((row) => ({ id: String(row['id']), document: JSON.parse(String(row['json'])) })),
    document(collection, id) {
      const row = document.get(collection, id)
      return row === undefined ? null : JSON.parse(String(row['json']))
    },
    attempts: (deliveryId) => attempts.all(idOf(deliveryId)).map(attemptOf),
    snapshots: (environmentId, resourceType, resourceId, limit, before) => {
      const [at, id] = before === undefined ? [after, after] : [before.startedAt, Number(before.id)]
      return snapshots.all(environmentId, resourceType, resourceId, at, id, limit).map(attemptOf)
    },
    snapshotBodies(environmentId, resourceType, resourceId, limit, maxBytes) {
      let left = maxBytes
      return inReadTransaction(database, () =>
        snapshotSizes.all(environmentId, resourceType, resourceId, limit).map((row) => {
          const size = Number(row['size'])
          const fits = size <= left
          if (fits) left -= size
          return {
            id: String(row['id']),
            deliveryId: String(row['delivery_id']),
            startedAt: Number(row['started_at']),
            body: fits ? bytesOf(attemptBody.get(Number(row['id']))?.['body']) : null,
          }
        }),
      )
    },
    unproven(after, secretIds, count) {
      const rows = heads.all(Number(after), count)
      const ids = rows.flatMap((row) => {
        const { verdict, secretId, truncated } = headOf(row)
        const isProven = isVerified(verdict) && secretId !== null && secretIds.includes(secretId)
        return isProven || truncated ? [] : [String(row['id'])]
      })
      const last = rows.at(-1)?.['id']
      return { ids, looked: rows.length, last: last === undefined ? null : String(last) }
    },
  }
}

/** An id that is not a number finds nothing, which is what an unknown id does. */
function idOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : -1
}

/** SQLite gives null for the substring of an empty blob. */
function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array()
}

function storedDelivery(id: string, row: Record<string, unknown>, times: DeliveryTimes): StoredDelivery {
  const head = headOf(row)
  const body = bytesOf(row['body'])
  const { environmentId, verdict, secretId, answeredStatus, peerAddress, peerPort, tunnel, ...rest } = head
  const { handshake, answer, late, ...request } = rest
  return {
    id,
    environmentId,
    request: { ...request, body, peer: { address: peerAddress, port: peerPort } },
    verdict,
    secretId,
    answeredStatus,
    tunnel,
    handshake,
    answer,
    ending: late?.ending ?? null,
    sha256: createHash('sha256').update(body).digest('hex'),
    ...times,
    ...(late === null ? {} : { answeredAt: late.answeredAt }),
  }
}
