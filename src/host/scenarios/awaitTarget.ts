import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'

/** Wait for an app that is started together with the run, ms. */
const startMs = 10_000
const pollMs = 100

/** Resolves once something listens at the target, with whether it did at once. Throws ExpectedFailure where nothing does. */
export async function awaitTarget(target: string, signal: AbortSignal, limitMs = startMs): Promise<boolean> {
  const { hostname, port, protocol, host } = new URL(target)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  let isFirst = true
  for (const end = performance.now() + limitMs; !signal.aborted; isFirst = false) {
    if (await listens(bare, number)) return isFirst
    if (performance.now() > end)
      throw new ExpectedFailure({ code: 'scenario-target-silent', fields: { host, limitMs } })
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
  }
  return false
}

async function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.setTimeout(1000, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
