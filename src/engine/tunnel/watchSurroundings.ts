import { networkInterfaces } from 'node:os'

export interface Surroundings {
  wakeTickMs: number
  networkTickMs: number
  /** Milliseconds since the epoch. */
  now: () => number
  /** The addresses of this machine as a text that changes when they do. May throw. */
  networks?: (() => string) | undefined
}

/** A pause this much longer than the tick is no delay: the machine slept, ms. */
const sleptMs = 5000

/** Calls `onStir` when the machine woke from sleep or its network changed. Returns how to stop. */
export function watchSurroundings(
  { wakeTickMs, networkTickMs, now, networks = addresses }: Surroundings,
  onStir: () => void,
): () => void {
  // The system answers with an error when the process has no file descriptors left. That is not a change.
  const read = () => {
    try {
      return networks()
    } catch {
      return null
    }
  }
  let lastTick = now()
  let lastNetworks = read()
  const wake = setInterval(() => {
    const at = now()
    if (at - lastTick > wakeTickMs + sleptMs) onStir()
    lastTick = at
  }, wakeTickMs).unref()
  const network = setInterval(() => {
    const current = read()
    if (current === null) return
    if (lastNetworks !== null && current !== lastNetworks) onStir()
    lastNetworks = current
  }, networkTickMs).unref()
  return () => {
    clearInterval(wake)
    clearInterval(network)
  }
}

function addresses(): string {
  return Object.entries(networkInterfaces())
    .flatMap(([name, entries]) =>
      (entries ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n')
}
