import type { Host } from '../src/host/shells/types.ts'

/** Resolves when a condition holds: looks at once, and again at each event of the host. */
export async function untilHolds(host: Host, condition: () => Promise<boolean>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      condition().then((holds) => {
        if (!holds) return
        subscription.stop()
        resolve()
      }, reject)
    }
    const subscription = host.subscribe(null, look)
    look()
  })
}
