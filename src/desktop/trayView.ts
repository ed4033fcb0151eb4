import type { Status } from '../shared/wireTypes.ts'
import type { MenuEntry } from './menuTemplate.ts'

export type TrayLook = 'capturing' | 'unseen' | 'problem'

/** The content of the tray: its icon, what it says when pointed at, and its menu. */
export interface TrayView {
  look: TrayLook
  tooltip: string
  menu: readonly MenuEntry[]
}

/** Input of the tray; a part of the status. */
export interface TrayFacts {
  receiver: Pick<Status['receiver'], 'state' | 'origin' | 'url'>
  health: Pick<Status['health'], 'store'>
  tunnel: Pick<Status['tunnel'], 'state' | 'provider'>
  unseen: Status['unseen']
}

/** The tray for a state of the app; null: the engine has not started, or is stopping. Pure. */
export function trayView(facts: TrayFacts | null): TrayView {
  const { look, line } = facts === null ? { look: 'capturing' as const, line: 'Starting' } : stateOf(facts)
  const unseen = facts?.unseen.newest ?? null
  return {
    look,
    tooltip: `Hookscope: ${line}`,
    menu: [
      { label: line, enabled: false },
      { type: 'separator' },
      { label: 'Open Hookscope', act: { shell: 'show' } },
      ...(unseen === null ? [] : [{ label: 'Open newest failed delivery', act: { shell: 'open-failure' as const } }]),
      { label: 'Copy receiver URL', enabled: facts?.receiver.url != null, act: { shell: 'copy-receiver' } },
      { type: 'separator' },
      { label: 'Quit Hookscope', act: { shell: 'quit' } },
    ],
  }
}

/** The worst first: what keeps deliveries out, then what keeps the outside out, then what waits to be looked at. */
function stateOf({ receiver, health, tunnel, unseen }: TrayFacts): { look: TrayLook; line: string } {
  if (receiver.state === 'failed') return { look: 'problem', line: 'Receiver failed' }
  if (health.store === 'unavailable') return { look: 'problem', line: 'Deliveries cannot be stored' }
  if (isTunnelLost(tunnel.state)) return { look: 'problem', line: `Tunnel lost (${tunnel.provider.label})` }
  if (unseen.count > 0) return { look: 'unseen', line: countUnseen(unseen) }
  return { look: 'capturing', line: `Capturing on ${receiver.origin?.replace(/^https?:\/\//, '') ?? 'this machine'}` }
}

/** It was open, and now the outside cannot reach us. */
export function isTunnelLost(state: Status['tunnel']['state']): boolean {
  return state === 'reconnecting' || state === 'failed'
}

export function countUnseen({ count, more }: Status['unseen']): string {
  return `${count}${more ? '+' : ''} failed ${count === 1 && !more ? 'delivery' : 'deliveries'} not seen`
}
