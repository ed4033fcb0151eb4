import type { DeliveryFacts, StoredDelivery } from '../records/deliveries.ts'
import type { BatchTimes } from './operations.ts'

/**
 * Remembers when each delivery was committed and answered until that can be written with a later batch: one row a
 * batch instead of one write a delivery.
 */
export interface AnswerTimes {
  committed(firstId: number, count: number, committedAt: number): void
  answered(id: number, answeredAt: number): void
  /** Returns the batches to write now: those that are fully answered or that newer ones have overtaken; or all. */
  take(all: boolean): BatchTimes[]
  /** Returns the unwritten times of a delivery, or null. */
  of(id: number): { committedAt: number; answeredAt: number | null } | null
}

interface Open {
  firstId: number
  committedAt: number
  answeredAfter: Int32Array<ArrayBuffer>
  unanswered: number
}

/** Maximum batches that wait for their last answers; older ones are written as they are. */
const maxOpenBatches = 8

export function createAnswerTimes(): AnswerTimes {
  let open: Open[] = []
  /** Handed over last and perhaps not on disk yet. Its numbers live in a copy: the originals went to another thread. */
  let writing: Open[] = []
  const find = (batches: Open[], id: number): Open | undefined =>
    batches.findLast((batch) => id >= batch.firstId && id < batch.firstId + batch.answeredAfter.length)

  return {
    committed(firstId, count, committedAt) {
      if (count > 0)
        open.push({ firstId, committedAt, answeredAfter: new Int32Array(count).fill(-1), unanswered: count })
    },
    answered(id, answeredAt) {
      const batch = find(open, id)
      if (batch === undefined) return
      // A clock that is set back must not make an answer come before its commit.
      batch.answeredAfter[id - batch.firstId] = Math.max(0, answeredAt - batch.committedAt)
      batch.unanswered -= 1
    },
    take(all) {
      const ripe = (batch: Open, index: number): boolean =>
        all || batch.unanswered <= 0 || index < open.length - maxOpenBatches
      if (open.length === 0) return []
      writing = open.filter(ripe)
      open = open.filter((batch, index) => !ripe(batch, index))
      return writing.map(({ firstId, committedAt, answeredAfter }) => ({
        firstId,
        count: answeredAfter.length,
        committedAt,
        answeredAfter: answeredAfter.slice(),
      }))
    },
    of(id) {
      const batch = find(open, id) ?? find(writing, id)
      if (batch === undefined) return null
      const after = batch.answeredAfter[id - batch.firstId] ?? -1
      return { committedAt: batch.committedAt, answeredAt: after < 0 ? null : batch.committedAt + after }
    },
  }
}

/** A delivery as stored, with the times that are known here but not written yet. */
export function withTimes(times: AnswerTimes, delivery: StoredDelivery | null): StoredDelivery | null {
  const known = delivery === null ? null : times.of(Number(delivery.id))
  if (delivery === null || known === null) return delivery
  return delivery.ending === null ? { ...delivery, ...known } : { ...delivery, committedAt: known.committedAt }
}

export function factsWithTimes(times: AnswerTimes, found: (DeliveryFacts | null)[]): (DeliveryFacts | null)[] {
  return found.map((facts) => {
    const stored = withTimes(times, facts?.stored ?? null)
    return facts === null || stored === null ? null : { ...facts, stored, before: withTimes(times, facts.before) }
  })
}
