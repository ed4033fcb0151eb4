import type { TunnelMachine } from './machineTypes.ts'
import { lastOnlineUrl, withState } from './tunnelHistory.ts'
import type { TunnelHistoryEntry } from './types.ts'

/** Remembers what the tunnel went through, and where it was reached before. */
export class TunnelMemory {
  #history: readonly TunnelHistoryEntry[]
  #lastUrl: string | null = null
  #previousUrl: string | null = null

  constructor(history: readonly TunnelHistoryEntry[]) {
    this.#history = history
  }

  get history(): readonly TunnelHistoryEntry[] {
    return this.#history
  }

  /** Where it was online before it had to take another address; null when it keeps its own. */
  get previousUrl(): string | null {
    return this.#previousUrl
  }

  /** A provider is about to be opened. */
  begin(provider: string): void {
    this.#lastUrl = lastOnlineUrl(this.#history, provider)
    this.#previousUrl = null
  }

  /** Notes the machine's state; true when that is news for the history. */
  note(machine: TunnelMachine, provider: string, now: number): boolean {
    if (machine.state === 'online' && machine.publicUrl !== this.#lastUrl) {
      this.#previousUrl = this.#lastUrl
      this.#lastUrl = machine.publicUrl
    }
    const before = this.#history
    this.#history = withState(before, machine, provider, now)
    return this.#history !== before
  }
}
