import type { Store } from '../store/store.ts'
import type { TunnelHistoryEntry } from '../tunnel/types.ts'
import type { TunnelChoice } from './tunnelChoice.ts'
import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters = `${letters}0123456789`

/** A long random name for the tunnel's address, that cannot be guessed or taken by chance. Make it once and keep it. */
export function randomTunnelName(): string {
  const rest = Array.from({ length: 23 }, () => characters[randomInt(characters.length)])
  return `${letters[randomInt(letters.length)]}${rest.join('')}`
}

/** State of the tunnel that is kept from start to start. */
export interface TunnelMemory {
  choice(): TunnelChoice
  choose(change: Partial<TunnelChoice>): void
  /** Of earlier runs. */
  history: readonly TunnelHistoryEntry[]
  keepHistory(entries: readonly TunnelHistoryEntry[]): void
}

/** Reads what earlier runs kept. A failed write is reported to `warn` and stops nothing. */
export async function openTunnelMemory(store: Store, warn: (message: string) => void): Promise<TunnelMemory> {
  const settings = await store.documents<unknown>('settings')
  const kept = <T>(id: string) => settings.find((entry) => entry.id === id)?.document as T | undefined
  let choice = kept<TunnelChoice>('tunnel') ?? { provider: null, open: false, name: randomTunnelName(), values: {} }
  const keep = (id: string, document: unknown) => {
    store.putDocument('settings', id, document).catch((error: unknown) => {
      warn(`What was chosen for the tunnel could not be kept: ${String(error)}`)
    })
  }
  return {
    choice: () => choice,
    choose: (change) => {
      choice = { ...choice, ...change }
      keep('tunnel', choice)
    },
    history: kept<{ entries: TunnelHistoryEntry[] }>('tunnel-history')?.entries ?? [],
    keepHistory: (entries) => keep('tunnel-history', { entries }),
  }
}
