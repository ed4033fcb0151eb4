import type { DatabaseSync } from 'node:sqlite'

/** When a delivery was committed and answered, ms since the epoch; null when that was not noted (yet). */
export interface DeliveryTimes {
  committedAt: number | null
  answeredAt: number | null
}

interface BatchRow {
  firstId: number
  deliveries: number
  committedAt: number
  answeredAfter: DataView
}

const unknown: DeliveryTimes = { committedAt: null, answeredAt: null }

/** Makes a function that looks up the times of a delivery. Asked in order of ids, it reads each batch once. */
export function batchTimesReader(database: DatabaseSync): (id: number) => DeliveryTimes {
  const find = database.prepare('SELECT * FROM batch_times WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1')
  let last: BatchRow | undefined
  const isIn = (batch: BatchRow | undefined, id: number): batch is BatchRow =>
    batch !== undefined && id >= batch.firstId && id < batch.firstId + batch.deliveries

  return (id) => {
    if (!isIn(last, id)) last = batchOf(find.get(id))
    if (!isIn(last, id)) return unknown
    const after = last.answeredAfter.getInt32((id - last.firstId) * 4, true)
    return { committedAt: last.committedAt, answeredAt: after < 0 ? null : last.committedAt + after }
  }
}

function batchOf(row: Record<string, unknown> | undefined): BatchRow | undefined {
  if (row === undefined) return undefined
  const bytes = row['answered_after'] as Uint8Array
  return {
    firstId: Number(row['first_id']),
    deliveries: Number(row['deliveries']),
    committedAt: Number(row['committed_at']),
    answeredAfter: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }
}
