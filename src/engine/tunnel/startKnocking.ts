interface Knocking {
  everyMs: number
  knock: (signal: AbortSignal) => Promise<boolean>
  /** The server that did not take connections takes them again. */
  onBack: () => void
}

/** After so many failed knocks, they become five times rarer. */
const eager = 300

/**
 * Asks a server that is down again and again whether it takes connections, so that the tunnel is back soon after it
 * although its tries are far apart by then. Returns how to stop.
 */
export function startKnocking({ everyMs, knock, onBack }: Knocking): () => void {
  const controller = new AbortController()
  let wasDown = false
  let count = 0
  let timer: NodeJS.Timeout | undefined

  const wait = () => {
    count += 1
    timer = setTimeout(() => void ask(), count < eager ? everyMs : everyMs * 5)
  }
  async function ask(): Promise<void> {
    const isUp = await knock(AbortSignal.any([controller.signal, AbortSignal.timeout(2000)])).catch(() => false)
    if (controller.signal.aborted) return
    wait()
    if (isUp && wasDown) onBack()
    wasDown = !isUp
  }
  void ask()
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
