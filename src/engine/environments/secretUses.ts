import type { Store } from '../store/store.ts'

/** When each shared secret last proved a delivery. */
export interface SecretUses {
  note(secretId: string, at: number): void
  /** Milliseconds since the epoch, or null when it was never seen. */
  last(secretId: string): number | null
  /** Writes what is not written yet. */
  stop(): Promise<void>
}

/** Uses are noted in memory and written at most once in this time, ms: no delivery waits for it. */
const writeEveryMs = 5000

/** Reads the uses of earlier runs. Uses of the last seconds before a crash are forgotten. */
export async function openSecretUses(store: Store, warn: (message: string) => void): Promise<SecretUses> {
  const stored = (await store.documents<Record<string, number>>('settings')).find(({ id }) => id === 'secret-uses')
  const uses = new Map(Object.entries(stored?.document ?? {}))
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await store.putDocument('settings', 'secret-uses', Object.fromEntries(uses)).catch((error: unknown) => {
      warn(`The last uses of shared secrets could not be written and are tried again later: ${String(error)}`)
    })
  }

  return {
    note: (secretId, at) => {
      // Deliveries that are kept at the same time may end in another order than they came.
      if ((uses.get(secretId) ?? 0) >= at) return
      uses.set(secretId, at)
      timer ??= setTimeout(() => void write(), writeEveryMs).unref()
    },
    last: (secretId) => uses.get(secretId) ?? null,
    stop: async () => {
      if (timer !== undefined) await write()
    },
  }
}
