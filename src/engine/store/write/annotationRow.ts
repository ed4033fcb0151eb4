import type { DatabaseSync } from 'node:sqlite'

/** The user's pin and note on a delivery. */
export interface Annotation {
  pinned: boolean
  note: string | null
}

/** A change of it; an undefined field stays as it is. */
export interface AnnotationChange {
  deliveryId: string
  pinned?: boolean | undefined
  note?: string | null | undefined
}

export const noAnnotation: Annotation = { pinned: false, note: null }

export function annotationOf(row: Record<string, unknown> | undefined): Annotation {
  return row === undefined ? noAnnotation : { pinned: row['pinned'] === 1, note: row['note'] as string | null }
}

/** Makes a function that looks up what is on a delivery. */
export function annotationReader(database: DatabaseSync): (id: number) => Annotation {
  const find = database.prepare(`SELECT pinned, note FROM annotations WHERE delivery_id = ?`)
  return (id) => annotationOf(find.get(id))
}

/** Makes a function that changes it in the open transaction of the writer. An empty one is removed. */
export function annotationWriter(database: DatabaseSync): (change: AnnotationChange) => void {
  const before = annotationReader(database)
  const put = database.prepare('INSERT OR REPLACE INTO annotations (delivery_id, pinned, note) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM annotations WHERE delivery_id = ?')
  return ({ deliveryId, ...change }) => {
    const id = Number(deliveryId)
    const known = before(id)
    const pinned = change.pinned ?? known.pinned
    const note = change.note === undefined ? known.note : change.note
    if (pinned || note !== null) put.run(id, pinned ? 1 : 0, note)
    else remove.run(id)
  }
}
