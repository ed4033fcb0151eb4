import type { Deletion } from '../../shared/wireTypes.ts'
import { ExpectedFailure, noDelivery } from '../failures/expectedFailure.ts'
import type { DeletionPick } from '../store/records/deletions.ts'
import type { Store } from '../store/store.ts'

type Tools = { store: Pick<Store, 'hideDeliveries' | 'undoDeletion'> }

/** Deletes deliveries: hidden at once, removed when the time to undo is over. Nothing to delete is no failure. */
export async function deleteDeliveries({ store }: Tools, pick: DeletionPick): Promise<Deletion> {
  const deletion = await store.hideDeliveries(pick)
  if (deletion === null) return { deletion: null, deliveries: 0, pinnedKept: 0, undoUntil: null }
  const { id, deliveries, pinnedKept, undoUntil } = deletion
  if (deliveries === 0) return { deletion: null, deliveries, pinnedKept, undoUntil: null }
  return { deletion: id, deliveries, pinnedKept, undoUntil: new Date(undoUntil).toISOString() }
}

/** Deletes one delivery, pinned or not. Throws ExpectedFailure when there is none with this id. */
export async function deleteDelivery(tools: Tools, id: string): Promise<Deletion> {
  const deletion = await deleteDeliveries(tools, { ids: [id] })
  if (deletion.deletion === null) throw noDelivery(id)
  return deletion
}

/** Brings back what a deletion hid. Throws ExpectedFailure when its time is over. */
export async function undeleteDeliveries({ store }: Tools, id: string): Promise<{ deliveries: number }> {
  const deliveries = await store.undoDeletion(id)
  if (deliveries === null) throw new ExpectedFailure({ code: 'deletion-settled', fields: {} })
  return { deliveries }
}
