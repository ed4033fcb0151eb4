import type { OpenedTunnel } from '../../../host/startup/tunnelAtStart.ts'
import type { HookscopeEvent, Status } from '../../../shared/wireTypes.ts'
import { remark } from '../../output/terminal.ts'

/** The line that reports where it listens. Scripts wait for its `Ctrl+C stops`. Pure. */
export function readyLine(
  { receiver, environment, dataFolder: folder }: Status,
  tunnel: OpenedTunnel | undefined,
  target: string | undefined,
): string {
  const path = receiver.url === null ? '' : new URL(receiver.url).pathname
  return [
    `Listening for "${environment.name}" at ${receiver.origin ?? ''}${path}.`,
    ...(tunnel?.url == null ? [] : [`Public: ${tunnel.url}${path}.`]),
    ...(tunnel?.problem == null
      ? []
      : [`The tunnel is not online yet: ${tunnel.problem} Until then only this machine can send.`]),
    ...(target === undefined ? [] : [`Each delivery is forwarded to ${target}.`]),
    `Data: ${folder}. Ctrl+C stops.`,
  ].join(' ')
}

type View = Pick<Status['tunnel'], 'state' | 'publicUrl' | 'problem' | 'provider'>

/** Reports on stderr when the public URL changes or is lost, after `start`. */
export function tunnelAnnouncer(): { start(reported: View): void; onEvent(event: HookscopeEvent): void } {
  /** As last reported; null before the start. */
  let last: View | null = null
  return {
    start: (reported) => {
      last = reported
    },
    onEvent: (event) => {
      if (event.type !== 'tunnel' || last === null) return
      const sentence = changeOf(last, event.tunnel)
      if (sentence === null) return
      remark(sentence)
      last = event.tunnel
    },
  }
}

function changeOf(last: View, { state, publicUrl, problem, provider }: View): string | null {
  const why = problem === null ? '' : `: ${problem}`
  switch (state) {
    case 'online':
      if (last.state === 'online' && last.publicUrl === publicUrl) return null
      return `The receiver is public at ${publicUrl ?? ''}.`
    case 'failed':
      return last.state === 'failed' ? null : `The tunnel (${provider.label}) could not be opened${why}`
    case 'reconnecting':
      return last.state === 'reconnecting' ? null : `The tunnel (${provider.label}) was lost and is reconnecting${why}`
    case 'off':
    case 'starting':
    case 'checking':
    case 'degraded':
      return null
  }
}
