/** Listeners of one kind of event. `Said`: what each of them is called with. */
export interface Listeners<Said extends readonly unknown[]> {
  /** Returns how to stop listening. */
  add(listener: (...said: Said) => void): () => void
  /** Calls each, in the order in which they came. */
  call(...said: Said): void
  clear(): void
  readonly size: number
}

export function createListeners<Said extends readonly unknown[] = []>(): Listeners<Said> {
  const listeners = new Set<(...said: Said) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call: (...said) => {
      for (const listener of listeners) listener(...said)
    },
    clear: () => listeners.clear(),
    get size() {
      return listeners.size
    },
  }
}
