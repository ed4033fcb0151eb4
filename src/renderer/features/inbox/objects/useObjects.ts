import { useCallback, useEffect, useRef, useState } from 'react'
import { useAppState, useClient, useApp } from '../../../data/state/useApp.ts'
import { type Loaded, useCall, useLoad } from '../../../data/state/calls.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { useSettled } from '../../../ui/hooks/changes.ts'
import type { ObjectSummary, ObjectPage } from '../../../../shared/wireTypes.ts'

/** In a rush the list is read again at most this often, ms. */
const calmMs = 1000
const pageSize = 100

export interface Objects {
  /** Undefined while the first page is on its way. */
  list: ListedObjects | undefined
  /** Deliveries that are stored and not yet counted in the list. */
  behind: number
  loadingOlder: boolean
  loadOlder(this: void): Promise<void>
  problem: Problem | null
  reload(this: void): void
}

/** The objects that a filter finds, newest activity first, page by page; the first page is read again as things arrive. */
export function useObjects(environment: string, type: string | null, words: string): Objects {
  const client = useClient()
  const query = {
    environment,
    limit: pageSize,
    ...(type === null ? {} : { resourceType: type }),
    ...(words === '' ? {} : { q: words }),
  }
  const key = JSON.stringify(query)
  const first = useLoad(key, async (signal) => client.objects.list(query, { signal }), useActivity())
  const [known, setKnown] = useState<{ key: string; list: ListedObjects; first: ListedObjects } | null>(null)
  const page = first.data
  if (page !== undefined && (known?.key !== key || known.first !== page)) {
    setKnown({ key, list: known?.key === key ? mergePages(known.list, page) : page, first: page })
  }
  const list = known?.key === key ? known.list : undefined
  useReloadWhileBehind(first)

  const { run, busy, problem } = useCall(async (before: string) => ({
    key,
    page: await client.objects.list({ ...query, before }),
  }))
  const cursor = list?.next ?? null
  const asked = useRef<string | null>(null)
  const loadOlder = useCallback(async () => {
    const wanted = `${key} ${cursor}`
    if (cursor === null || asked.current === wanted) return
    asked.current = wanted
    const older = await run(cursor)
    if (older === undefined) asked.current = null
    else setKnown((now) => (now?.key === older.key ? { ...now, list: addPage(now.list, older.page) } : now))
  }, [key, cursor, run])
  return {
    list,
    behind: page?.behind ?? 0,
    loadingOlder: busy,
    loadOlder,
    problem: first.problem ?? problem,
    reload: first.reload,
  }
}

/** A list that does not count every stored delivery yet is read again until it does: a rebuild of the index has no events. */
function useReloadWhileBehind({ data, reload }: Loaded<ObjectPage>): void {
  useEffect(() => {
    if (data === undefined || data.behind === 0) return
    const timer = setTimeout(reload, calmMs)
    return () => clearTimeout(timer)
  }, [data, reload])
}

/** Changes when something was received or fetched, calmly. */
function useActivity(): string {
  const newest = useAppState(({ feed }) => `${feed.epoch} ${feed.window[0]?.id}`)
  const attempts = Object.values(useAppState(({ feed }) => feed.lastAttempts)).join()
  return useSettled(`${newest} ${attempts}`, calmMs)
}

export const objectListId = 'object-list'
export const storyPaneId = 'object-story'

/** Type and id of an object of an environment. */
export type ShownObject = Pick<ObjectSummary, 'resourceType' | 'resourceId'>

/** The object whose story is shown: the chosen one, else the newest of the list, which then stays while newer ones come. */
export function useShown(chosen: ShownObject | null, items: readonly ShownObject[] = []): ShownObject | null {
  const [kept, setKept] = useState<ShownObject | null>(null)
  const isListed = kept !== null && items.some((item) => objectKey(item) === objectKey(kept))
  const first = isListed ? kept : (items[0] ?? null)
  if (first !== kept) setKept(first)
  return chosen ?? first
}

/** Returns a function that opens the story of an object. */
export function useChooseObject(): (object: ObjectSummary) => void {
  const { navigation, store } = useApp()
  return useCallback(
    ({ resourceType, resourceId }: ObjectSummary) => {
      const { objects } = store.getState().route
      navigation.go({ objects: { ...objects, chosen: { resourceType, resourceId } } }, true)
    },
    [navigation, store],
  )
}

type ListedObjects = Pick<ObjectPage, 'items' | 'next'>

/** The key of an object in its environment: types compare without case, ids exactly. */
export function objectKey({ resourceType, resourceId }: Pick<ObjectSummary, 'resourceType' | 'resourceId'>): string {
  return `${resourceType.toLowerCase()}\n${resourceId}`
}

/**
 * A first page that was read again, with what had been loaded below it. Objects move up with each notification, so
 * what the new page has goes from the rest. When the two have nothing in common, the gap between them is not known, and
 * the new page stands alone. Pure.
 */
export function mergePages(known: ListedObjects, first: ListedObjects): ListedObjects {
  if (first.next === null) return first
  const fresh = new Set(first.items.map(objectKey))
  const rest = known.items.filter((item) => !fresh.has(objectKey(item)))
  if (rest.length === known.items.length || rest.length === 0) return first
  return { items: [...first.items, ...rest], next: known.next }
}

/** An older page put below. Pure. */
export function addPage(known: ListedObjects, older: ListedObjects): ListedObjects {
  const listed = new Set(known.items.map(objectKey))
  return { items: [...known.items, ...older.items.filter((item) => !listed.has(objectKey(item)))], next: older.next }
}
