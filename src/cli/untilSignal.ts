import { sameInterruptionMs } from '../host/sameInterruption.ts'

/** Resolves when nobody reads the output any more (`| head`): nothing more can be written. */
export async function untilUnread(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve())
  })
}

/**
 * Resolves at SIGINT or SIGTERM, so that the caller can stop cleanly. A second signal ends the process at once: a person
 * who presses Ctrl+C again means it.
 */
export async function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const onSignal = (_name: NodeJS.Signals, number: number) => {
      if (askedAt !== undefined && performance.now() - askedAt > sameInterruptionMs) process.exit(128 + number)
      askedAt ??= performance.now()
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
