import type { Store } from '../store/store.ts'

/** How long an unused case stays open, ms. Closing it frees its threads and files. */
const idleMs = 60_000
/** Maximum number of open cases. */
const maxOpen = 3

interface Held {
  open: Promise<Store>
  users: number
  usedAt: number
}

/** Opens cases when they are read, and closes them when they are no longer in use. */
export function holdCases(open: (id: string) => Promise<Store>, now: () => number) {
  const held = new Map<string, Held>()
  const sweep = setInterval(() => void closeIdle().catch(() => undefined), idleMs / 4).unref()

  async function close(id: string): Promise<void> {
    const entry = held.get(id)
    held.delete(id)
    const store = await entry?.open.catch(() => undefined)
    await store?.close()
  }
  async function closeIdle(): Promise<void> {
    const idle = [...held].filter(([, { users, usedAt }]) => users === 0 && now() - usedAt >= idleMs)
    await Promise.all(idle.map(async ([id]) => close(id)))
  }
  async function makeRoom(): Promise<void> {
    const [oldest] = [...held].filter(([, { users }]) => users === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    if (held.size >= maxOpen && oldest !== undefined) await close(oldest[0])
  }
  function hold(id: string): Held {
    const before = held.get(id)
    if (before !== undefined) return before
    const entry: Held = { open: open(id), users: 0, usedAt: now() }
    entry.open.catch(() => held.delete(id))
    held.set(id, entry)
    return entry
  }
  return {
    close,
    async use<T>(id: string, read: (store: Store) => Promise<T>): Promise<T> {
      if (!held.has(id)) await makeRoom()
      const entry = hold(id)
      entry.users += 1
      try {
        return await read(await entry.open)
      } finally {
        entry.users -= 1
        entry.usedAt = now()
      }
    },
    async stop(): Promise<void> {
      clearInterval(sweep)
      await Promise.all([...held.keys()].map(close))
    },
  }
}
