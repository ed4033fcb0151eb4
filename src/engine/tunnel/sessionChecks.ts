import { checkTunnel, type CheckResult } from './checkTunnel.ts'
import type { TunnelRunOptions } from './tunnelRunOptions.ts'
import type { TunnelSession } from './providers/provider.ts'

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
