import { checkTunnel, type CheckResult } from './checkTunnel.ts'
import type { TunnelRunOptions } from './tunnelRunOptions.ts'
import type { TunnelSession } from './providers/provider.ts'

interface Knocking {
  everyMs: number
  knock: (signal: AbortSignal) => Promise<boolean>
  /** The server that did not take connections takes them again. */
  onBack: () => void
}

/** Number of failed knocks after which the interval is five times longer. */
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

/** Runs one check at a time; one of an earlier session is given up when that of a later one starts. */
export class SessionChecks {
  readonly #options: Pick<TunnelRunOptions, 'send' | 'probe'>
  readonly #onResult: (session: TunnelSession, result: CheckResult) => void
  #running: { session: TunnelSession; controller: AbortController; done: Promise<void> } | null = null

  constructor(
    options: Pick<TunnelRunOptions, 'send' | 'probe'>,
    onResult: (session: TunnelSession, result: CheckResult) => void,
  ) {
    this.#options = options
    this.#onResult = onResult
  }

  /** Resolves when the running check has ended. */
  get done(): Promise<void> {
    return this.#running?.done ?? Promise.resolve()
  }

  start(session: TunnelSession, deadlineMs: number): void {
    if (this.#running?.session === session) return
    this.abort()
    const controller = new AbortController()
    this.#running = { session, controller, done: this.#run(session, deadlineMs, controller) }
  }

  abort(): void {
    this.#running?.controller.abort()
    this.#running = null
  }

  async #run(session: TunnelSession, deadlineMs: number, controller: AbortController): Promise<void> {
    const { send, probe } = this.#options
    const { signal } = controller
    const result = await checkTunnel({ send, probe, publicUrl: session.publicUrl, deadlineMs, signal })
    if (signal.aborted) return
    this.#running = null
    this.#onResult(session, result)
  }
}
