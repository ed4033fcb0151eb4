import { ExpectedFailure } from '../engine/failures/expectedFailure.ts'
import type { HostShell } from '../host/shells/types.ts'
import type { MenuStateOfPage, Shell, ShellChoices } from '../shared/wireTypes.ts'
import type { DesktopMemory } from './desktopMemory.ts'
import { openPageRequests, type PageRequests } from './pageRequests.ts'

export interface DesktopShellOptions {
  memory: DesktopMemory
  dataFolder: string
  /** Null where nothing can be logged to a file. */
  logFile: string | null
  runtimes: Shell['runtimes']
  /** Whether closing the window asks a question where the user has not decided; a Mac does not. */
  asks: boolean
  /** Whether there is a tray now, in which the app can be found without its window. */
  hasTray(): boolean
  /** Whether the system takes notifications. */
  canNotify(): boolean
  /** Shows a file in the file manager; answers with a sentence when it cannot. */
  reveal(path: string): void
  /** Opens a folder; resolves with the system's problem, empty when there is none. */
  openFolder(path: string): Promise<string>
  onMenuState(state: MenuStateOfPage): void
  /** Opens or closes the API for commands and tools; resolves when that is done. */
  letJoin(on: boolean): Promise<void>
}

export interface DesktopShell extends HostShell {
  ask: PageRequests
}

const noTray =
  'This desktop has no notification area (tray), so Hookscope could not be found again without its window. Closing the window ends it.'

/** Parts of the desktop app outside of the page, behind the host's contract. */
export function openDesktopShell(options: DesktopShellOptions): DesktopShell {
  const { memory } = options
  const asked = openPageRequests()
  const choicesOf = ({ whenClosed, ...others }: ShellChoices): ShellChoices => ({
    whenClosed: whenClosed === 'ask' && !options.asks ? 'keep' : whenClosed,
    ...others,
  })
  const view = (): Shell => ({
    can: {
      menus: true,
      background: options.hasTray(),
      ask: options.asks,
      notify: options.canNotify(),
      closeToTools: true,
      links: true,
      showFiles: true,
    },
    backgroundProblem: options.hasTray() ? null : noTray,
    logFile: options.logFile,
    runtimes: options.runtimes,
    choices: choicesOf(memory.choices()),
  })
  return {
    view,
    ask: asked,
    choose: async (change) => {
      try {
        memory.choose(change)
      } catch (error) {
        throw new ExpectedFailure({ code: 'choice-not-kept', fields: { detail: String(error) } })
      }
      if (change.letJoin !== undefined) await options.letJoin(change.letJoin)
      return view()
    },
    show: async (what) => {
      const path = what === 'log' ? options.logFile : options.dataFolder
      if (path === null) throw new ExpectedFailure({ code: 'no-log-file', fields: {} })
      if (what === 'log') {
        options.reveal(path)
        return path
      }
      const problem = await options.openFolder(path)
      if (problem !== '') throw new ExpectedFailure({ code: 'file-not-opened', fields: { path, detail: problem } })
      return path
    },
    setMenuState: options.onMenuState,
    requests: (signal) => asked.listen(signal),
  }
}
