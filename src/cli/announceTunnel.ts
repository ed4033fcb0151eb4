import type { Host } from '../host/types.ts'
import type { Status } from '../shared/wireTypes.ts'
import { remark } from './terminal.ts'

type View = Pick<Status['tunnel'], 'state' | 'publicUrl' | 'problem' | 'provider'>

/**
 * Says on stderr when the public address changes, or is out of reach, until it is stopped.
 * @param announced the tunnel's state as last announced
 */
export function announceTunnel(host: Pick<Host, 'subscribe'>, announced: View): () => void {
  let last = announced
  const subscription = host.subscribe(null, (events) => {
    for (const { event } of events) {
      if (event.type !== 'tunnel') continue
      const sentence = newsOf(last, event.tunnel)
      if (sentence === null) continue
      remark(sentence)
      last = event.tunnel
    }
  })
  return subscription.stop
}

function newsOf(last: View, { state, publicUrl, problem, provider }: View): string | null {
  const why = problem === null ? '' : `: ${problem}`
  switch (state) {
    case 'online':
      if (last.state === 'online' && last.publicUrl === publicUrl) return null
      return `The receiver is reached from outside at ${publicUrl ?? ''}.`
    case 'failed':
      return last.state === 'failed' ? null : `The tunnel (${provider.label}) cannot be opened${why}`
    case 'reconnecting':
      return last.state === 'reconnecting' ? null : `The tunnel (${provider.label}) was lost and is opened again${why}`
    case 'off':
    case 'starting':
    case 'checking':
    case 'degraded':
      return null
  }
}
