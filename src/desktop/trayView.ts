import type { Status } from '../shared/wireTypes.ts'
import type { MenuEntry } from './menuTemplate.ts'

/** Whether a Linux desktop has a place for tray icons. Electron's own tray does not report it. */

/** Runs a program and answers with what it wrote; rejects when it is not there, fails or takes too long. */
type Run = (program: string, args: readonly string[]) => Promise<string>

const watcher = 'org.kde.StatusNotifierWatcher'
const path = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** Ways to ask the session's bus; either may be missing. */
const questions: readonly (readonly [program: string, args: readonly string[]])[] = [
  [
    'dbus-send',
    ['--session', '--print-reply', `--dest=${watcher}`, path, get, `string:${watcher}`, `string:${property}`],
  ],
  ['gdbus', ['call', '--session', '--dest', watcher, '--object-path', path, '--method', get, watcher, property]],
]

/** macOS and Windows always have one. On Linux the desktop is asked; no answer is a no: an app must not vanish. */
export async function findTray(platform: NodeJS.Platform, run: Run): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [program, args] of questions) {
    try {
      if (/\btrue\b/.test(await run(program, args))) return true
    } catch {
      // Not there, or no answer: the other one may.
    }
  }
  return false
}

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
