import { randomUUID } from 'node:crypto'
import { parseDeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import { unknownKeyReason } from '../../shared/filter/unknownFilterKey.ts'
import type { HookscopeEvent, SavedFilter } from '../../shared/wireTypes.ts'
import type { Store } from '../store/store.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'

export interface SavedFilterTools {
  store: Store
  events: { publish(events: readonly HookscopeEvent[]): void }
}

const collection = 'saved-filters'
/** A longer list could not be searched by eye. */
const max = 200

/** The saved filters in the order of their names. */
export async function listSavedFilters({ store }: SavedFilterTools): Promise<SavedFilter[]> {
  const kept = await store.documents<Omit<SavedFilter, 'id'>>(collection)
  return kept
    .map(({ id, document: { name, filter } }) => ({ id, name, filter }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Throws ExpectedFailure when the name is taken, or the filter has a key or value that cannot be understood. */
export async function createSavedFilter(
  tools: SavedFilterTools,
  input: { name: string; filter: string },
): Promise<SavedFilter> {
  const known = await listSavedFilters(tools)
  if (known.length >= max) {
    throw new ExpectedFailure({ code: 'too-many-filters', fields: { max } })
  }
  return put(tools, known, { id: randomUUID(), ...input })
}

/** Renames it, or gives it another filter. */
export async function updateSavedFilter(
  tools: SavedFilterTools,
  id: string,
  { name, filter }: { name?: string | undefined; filter?: string | undefined },
): Promise<SavedFilter> {
  const known = await listSavedFilters(tools)
  const before = known.find((saved) => saved.id === id)
  if (before === undefined) throw noSavedFilter(id)
  return put(tools, known, { id, name: name ?? before.name, filter: filter ?? before.filter })
}

export async function removeSavedFilter(tools: SavedFilterTools, id: string): Promise<{ removed: string }> {
  const known = await listSavedFilters(tools)
  if (!known.some((saved) => saved.id === id)) throw noSavedFilter(id)
  await tools.store.removeDocument(collection, id)
  await announce(tools)
  return { removed: id }
}

async function put(tools: SavedFilterTools, known: readonly SavedFilter[], saved: SavedFilter): Promise<SavedFilter> {
  const { id, name, filter } = saved
  if (known.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())) {
    throw new ExpectedFailure({ code: 'filter-name-taken', fields: { name } })
  }
  const { problem, unknownKeys } = parseDeliveryFilter(filter, Date.now())
  const [unknown] = unknownKeys.map(unknownKeyReason)
  const why = problem ?? unknown
  if (why !== undefined) throw new ExpectedFailure({ code: 'filter-unreadable', fields: { problem: why } })
  await tools.store.putDocument(collection, id, { name, filter })
  await announce(tools)
  return saved
}

async function announce(tools: SavedFilterTools): Promise<void> {
  tools.events.publish([{ type: 'saved-filters', savedFilters: await listSavedFilters(tools) }])
}

function noSavedFilter(id: string): ExpectedFailure {
  return new ExpectedFailure({ code: 'no-saved-filter', fields: { id: id.slice(0, 80) } })
}
