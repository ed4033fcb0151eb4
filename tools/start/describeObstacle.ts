import type { Obstacle } from './decide.ts'
import type { ShellEnd } from './runShell.ts'

/** Says why there is no desktop app, and what to do about it. */
export function describeObstacle(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'ci':
      return 'CI is set, so no window opens and Electron’s runtime is not fetched.'
    case 'root':
      return 'Electron’s sandbox does not run as root. Start Hookscope as another user to get the desktop app.'
    case 'no-display':
      return 'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.'
    case 'elsewhere-missing':
      return 'ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron’s runtime. Correct it or unset it.'
    case 'sandbox':
      return (
        `Electron’s sandbox cannot start on this system (${obstacle.problem.setting}). To allow it, run ` +
        `"sudo chown root:root ${obstacle.problem.helper} && sudo chmod 4755 ${obstacle.problem.helper}" once, ` +
        'and again after each npm ci; ' +
        'if an AppArmor profile allows it already, use "npm start -- --desktop".'
      )
    case 'unreachable':
      return `Electron’s runtime could not be fetched: the connection to ${obstacle.host} failed (${obstacle.code}). Check the network, HTTPS_PROXY or ELECTRON_MIRROR.`
    case 'http-status':
      return `Electron’s runtime could not be fetched: ${obstacle.host} answered ${obstacle.status}. ${adviceFor(obstacle.status)}`
    case 'checksum':
      return `Electron’s runtime from ${obstacle.host} was discarded: its SHA-256 digest is not the expected one. Check ELECTRON_MIRROR, or try again.`
    case 'stalled':
      return `Electron’s runtime could not be fetched: ${obstacle.host} sent nothing for ${obstacle.seconds} s. The next start tries again.`
    case 'too-slow':
      return `Electron’s runtime could not be fetched: after ${obstacle.seconds} s it was not complete. "npx install-electron" fetches it without a time limit.`
    case 'not-installed':
      return `Electron’s runtime could not be installed: ${obstacle.message}`
    case 'cancelled':
      return 'Fetching Electron’s runtime was cancelled.'
    case 'no-window':
      return `The desktop app showed no window for ${obstacle.seconds} s and was ended. Anything that it printed above may say more.`
    case 'ended-early':
      return `The desktop app ended right after it started (${describeEnd(obstacle.end)}). What it printed above says more.`
  }
}

function adviceFor(status: number): string {
  if (status === 407) return 'HTTPS_PROXY needs a user name and a password.'
  return status >= 500 ? 'The next start tries again.' : 'Check ELECTRON_MIRROR.'
}

function describeEnd({ code, signal, error }: ShellEnd): string {
  // The exit code of the system's loader when it cannot find a library.
  if (code === 127) return 'exit code 127: a system library is missing'
  return error ?? signal ?? `exit code ${code}`
}
