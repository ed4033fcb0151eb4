import { sameInterruptionMs } from '../../host/shells/shellOptions.ts'

/** Resolves when the reader of the output has gone (`| head`): nothing more can be written. */
export async function untilOutputClosed(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve())
  })
}

/**
 * Resolves at SIGINT, SIGTERM or SIGHUP (its terminal was closed), so that the caller can stop cleanly. A second signal ends
 * the process at once: Ctrl+C twice is meant.
 */
export async function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const onSignal = (_name: NodeJS.Signals, number: number) => {
      if (askedAt !== undefined && performance.now() - askedAt > sameInterruptionMs) process.exit(128 + number)
      askedAt ??= performance.now()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}
