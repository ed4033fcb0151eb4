import type { PublicAccess } from '../engine/publicAccess/startPublicAccess.ts'
import type { Tunnel } from '../shared/wireTypes.ts'

/**
 * Begins to wait now: the next time that the tunnel is online or has failed, or how it is when time is up.
 * @param persistent whether what went wrong once is waited out; else the first trouble ends the waiting
 */
export function tunnelSettled(
  publicAccess: Pick<PublicAccess, 'onChange' | 'view'>,
  patienceMs: number,
  persistent: boolean,
): { view: Promise<Tunnel>; cancel(): void } {
  let settle: () => void = () => undefined
  const view = new Promise<Tunnel>((resolve) => {
    settle = () => {
      clearTimeout(timer)
      unwatch()
      resolve(publicAccess.view())
    }
    const unwatch = publicAccess.onChange(({ state, problem }) => {
      if (state === 'online' || state === 'failed' || (!persistent && problem !== null && state !== 'off')) settle()
    })
    const timer = setTimeout(settle, patienceMs)
  })
  return { view, cancel: settle }
}
