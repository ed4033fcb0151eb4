import type { DatabaseSync } from 'node:sqlite'
import { attemptColumns, attemptValues } from './attemptRow.ts'
import { annotationWriter } from './annotationRow.ts'
import { changeWriter } from './changeWriter.ts'
import type { CounterWriter } from './counters.ts'
import { forwardWriter } from './forwardRow.ts'
import { jobLanes } from './jobLanes.ts'
import { jobWriter } from './jobWriter.ts'
import type { Operation, OperationAnswer } from './operations.ts'
import { usualDelete } from '../schema/freeSpace.ts'
import { hiddenWriter } from './hiddenWriter.ts'
import type { LateAnswer } from '../records/deliveries.ts'
import { removalWriter } from './removalWriter.ts'

/** Makes a function that writes one operation in the open transaction and returns its answer. */
export function operationWriter(
  database: DatabaseSync,
  counters: CounterWriter,
): (operation: Operation) => OperationAnswer {
  const places = attemptColumns.replaceAll(/\w+/g, '?')
  const addAttempt = database.prepare(`INSERT INTO attempts (${attemptColumns}) VALUES (${places})`)
  const putVerdict = database.prepare(
    'INSERT OR REPLACE INTO later_verdicts (delivery_id, verdict, secret_id, checked_at) VALUES (?, ?, ?, ?)',
  )
  const noteAnswer = lateAnswerWriter(database)
  const probe = database.prepare('UPDATE store SET id = id')
  const annotate = annotationWriter(database)
  const lanes = jobLanes(database)
  const removal = removalWriter(database, counters, lanes)
  const jobs = jobWriter(database, lanes, removal.isGone)
  const hidden = hiddenWriter(database, lanes)
  const forwards = forwardWriter(database, lanes)
  const documents = documentWriter(database)
  const changes = changeWriter(database, removal.isGone)

  return (operation) => {
    switch (operation.kind) {
      case 'put-document':
      case 'remove-document':
        documents(operation)
        if (operation.kind === 'remove-document' && operation.collection === 'environments')
          changes.forget(operation.id)
        return null
      case 'add-attempt':
        if (removal.isGone(Number(operation.attempt.deliveryId))) return 0
        if (operation.forward !== undefined) forwards({ kind: 'put-forward', row: operation.forward })
        return Number(addAttempt.run(...attemptValues(operation.attempt)).lastInsertRowid)
      case 'probe':
        probe.run()
        return null
      case 'put-verdicts':
        for (const { deliveryId, before, verdict, secretId, checkedAt } of operation.changes) {
          if (removal.isGone(Number(deliveryId))) continue
          putVerdict.run(Number(deliveryId), verdict, secretId, checkedAt)
          counters.verdict(before, -1)
          counters.verdict(verdict, 1)
        }
        return null
      case 'note-answer':
        if (!removal.isGone(Number(operation.answer.deliveryId))) noteAnswer(operation.answer)
        return null
      case 'annotate':
        if (!removal.isGone(Number(operation.change.deliveryId))) annotate(operation.change)
        return null
      case 'remove-deliveries':
        return removal.remove(operation.ids, operation.unlessPinned ?? false)
      case 'hide-deliveries':
      case 'show-deliveries':
        return hidden(operation)
      case 'put-forward':
        if (!removal.isGone(Number(operation.row.deliveryId))) forwards(operation)
        return null
      case 'drop-forwards':
      case 'unlane-forwards':
        forwards(operation)
        return null
      case 'add-changes':
      case 'accept-changes':
        return changes.write(operation)
      case 'add-jobs':
      case 'claim-jobs':
      case 'start-job':
      case 'settle-job':
      case 'release-jobs':
      case 'requeue-jobs':
      case 'cancel-job':
      case 'cancel-jobs':
      case 'prefer-job':
      case 'resume-jobs':
      case 'put-follow-up':
        return jobs(operation)
    }
  }
}

function documentWriter(
  database: DatabaseSync,
): (operation: Extract<Operation, { kind: 'put-document' | 'remove-document' }>) => void {
  const put = database.prepare(
    `INSERT INTO documents (collection, id, json) VALUES (?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET json = excluded.json`,
  )
  const remove = database.prepare('DELETE FROM documents WHERE collection = ? AND id = ?')
  return (operation) => {
    const { collection, id } = operation
    withoutTraces(database, () => {
      if (operation.kind === 'put-document') put.run(collection, id, operation.json)
      else remove.run(collection, id)
    })
  }
}

/** Makes a function that keeps how a late answer ended. */
function lateAnswerWriter(database: DatabaseSync): (answer: LateAnswer) => void {
  const put = database.prepare(
    'INSERT OR REPLACE INTO late_answers (delivery_id, status, answered_at, ending) VALUES (?, ?, ?, ?)',
  )
  return ({ deliveryId, status, answeredAt, ending }) => void put.run(Number(deliveryId), status, answeredAt, ending)
}

/** Documents have sealed secrets and their fingerprints: the bytes of an old one are overwritten, not only freed. */
function withoutTraces(database: DatabaseSync, work: () => void): void {
  database.exec('PRAGMA secure_delete = ON')
  try {
    work()
  } finally {
    database.exec(usualDelete)
  }
}
