import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { HostShell } from './types.ts'

/** A shell that is a page in a browser: no menus, no tray, no notifications. `logFile`: null where it logs to none. */
export function plainShell(logFile: string | null = null): HostShell {
  const view = () => ({
    can: {
      menus: false,
      background: false,
      ask: false,
      notify: false,
      closeToTools: false,
      links: false,
      showFiles: false,
    },
    backgroundProblem: null,
    logFile,
    runtimes: [{ name: 'Node.js', version: process.versions.node }],
    choices: { whenClosed: 'keep' as const, notify: false, letJoin: true },
  })
  return {
    view,
    choose: () => Promise.reject(notHere()),
    show: () => Promise.reject(notHere()),
    setMenuState: () => undefined,
    async *requests() {},
  }
}

function notHere(): ExpectedFailure {
  return new ExpectedFailure({ code: 'desktop-only', fields: {} })
}
