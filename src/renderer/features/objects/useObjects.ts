import { useCallback, useRef, useState } from 'react'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'
import type { Problem } from '../../data/wire/problem.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { useCall } from '../../data/state/useCall.ts'
import { addPage, type ListedObjects, mergePages } from './mergePages.ts'

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

/** Changes when something was received or fetched, calmly. */
function useActivity(): string {
  const newest = useAppState(({ feed }) => `${feed.epoch} ${feed.window[0]?.id}`)
  const attempts = Object.values(useAppState(({ feed }) => feed.lastAttempts)).join()
  return useSettled(`${newest} ${attempts}`, calmMs)
}
