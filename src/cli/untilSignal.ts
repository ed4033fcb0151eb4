/**
 * Resolves at SIGINT or SIGTERM, so that the caller can stop cleanly. A second signal ends the process at once: a person
 * who presses Ctrl+C twice means it.
 */
export async function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const onSignal = () => {
      if (asked) process.exit(130)
      asked = true
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
