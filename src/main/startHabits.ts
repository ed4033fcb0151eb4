import { createRouterClient } from '@orpc/server'
import { app, type BrowserWindow, clipboard, dialog, Notification, shell as system } from 'electron'
import type { DesktopMemory } from '../desktop/desktopMemory.ts'
import { type DesktopShell, openDesktopShell } from '../desktop/desktopShell.ts'
import { openCaseFiles } from '../desktop/openCaseFiles.ts'
import type { MenuAct, ShellAct } from '../desktop/menuTemplate.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import type { Host } from '../host/shells/types.ts'
import { commands } from '../shared/commands/commands.ts'
import { identity, updateFeed } from '../shared/identity.ts'
import { caseFileType } from '../shared/caseFileType.ts'
import { type LinkPlace, parseLink } from '../shared/commands/links.ts'
import { setAbout, showAbout, showUpdate } from './dialogs.ts'
import { type Closing, openClosing } from './closing.ts'
import { registerLinks } from './links.ts'
import { bringUp, reloadPage } from './openWindow.ts'
import { openOutside } from './outside.ts'
import { setMenus } from './setMenu.ts'
import type { WindowKeeper } from './windowKeeper.ts'

export interface HabitsOptions {
  memory: DesktopMemory
  dataFolder: string
  /** Null where nothing is logged to a file. */
  logFile: string | null
  windows: WindowKeeper<BrowserWindow>
  /** Returns the address to show, also when the page is reloaded. */
  address: () => string
  /** Opens or closes the API for commands and tools. */
  letJoin: (on: boolean) => Promise<void>
  /** The engine, as soon as it has started. */
  host: () => Promise<Host>
  log: HostLog
}

export interface Habits {
  shell: DesktopShell
  closing: Closing
  /** Follows the engine: tray, badge and notifications say how it is. */
  follow(host: Host): Promise<void>
  /** Opens the place of a link. Any other link is refused with a line in the log. */
  openLink(link: string): void
  /** Opens a file next to the user's own deliveries; the page shows the result. */
  openFile(path: string): void
}

/** Starts everything that the desktop app has besides its window. The app must be ready. */
export function startHabits(options: HabitsOptions): Habits {
  const { memory, dataFolder, windows, log } = options
  const setMenu = setMenus((what) => act(what))
  const outside = openOutside({
    window: windows.shown,
    wantsNotices: () => memory.choices().notify,
    act: (what) => act(what),
    goTo: (place) => goTo(place),
    log,
  })
  const shell = openDesktopShell({
    memory,
    dataFolder,
    logFile: options.logFile,
    runtimes,
    asks: process.platform !== 'darwin',
    hasTray: () => process.platform === 'darwin' || outside.hasTray(),
    canNotify: () => Notification.isSupported(),
    reveal: (path) => system.showItemInFolder(path),
    openFolder: async (path) => system.openPath(path),
    onMenuState: setMenu,
    letJoin: options.letJoin,
  })
  const closing = openClosing(memory, outside.hasTray, log)
  setAbout(dataFolder, runtimes)
  setMenu({ offered: [], checked: [] })
  registerLinks()

  const acts: Record<ShellAct, () => unknown> = {
    about: async () => showAbout(dataFolder, runtimes, windows.shown()),
    'check-updates': async () => {
      const feed = updateFeed(identity)
      if (feed !== null) await showUpdate(feed, windows.shown())
    },
    'copy-receiver': async () => clipboard.writeText(outside.status()?.receiver.url ?? ''),
    'open-case-file': async () => (await chooseFiles(windows.shown())).forEach(openFile),
    'open-failure': () => goToFailure(outside.status()?.unseen.newest ?? null),
    quit: () => app.quit(),
    reload: () => {
      const window = windows.shown()
      if (window !== null) reloadPage(window, options.address())
    },
    show: () => bringUp(windows.show()),
    'show-data-folder': async () => show('data-folder'),
    'show-log': async () => show('log'),
  }

  function act(what: MenuAct): void {
    if ('shell' in what) {
      void acts[what.shell]()
      return
    }
    if (commands[what.command].menu?.when === 'always') bringUp(windows.show())
    shell.ask.send({ kind: 'command', id: what.command })
  }

  const openFile = fileOpener(options.host, shell, windows)

  function goTo(place: LinkPlace): void {
    bringUp(windows.show())
    shell.ask.send({ kind: 'go', place })
  }

  function goToFailure(id: string | null): void {
    if (id !== null) goTo({ kind: 'delivery', id })
  }

  async function show(what: 'data-folder' | 'log'): Promise<void> {
    await shell
      .show(what)
      .catch((error: unknown) => log('warn', 'a folder could not be shown', { error: String(error) }))
  }

  return {
    shell,
    closing,
    follow: outside.follow,
    openFile,
    openLink: (link) => {
      const place = parseLink(link)
      if (place === null) log('warn', 'a link was refused', { characters: link.length })
      else goTo(place)
    },
  }
}

const programs = { electron: 'Electron', chrome: 'Chromium', node: 'Node.js' } as const

/** The programs inside, as far as they say their version. */
const runtimes = Object.entries(programs).flatMap(([key, name]) => {
  const version = process.versions[key]
  return version === undefined ? [] : [{ name, version }]
})

function fileOpener(host: () => Promise<Host>, shell: DesktopShell, windows: WindowKeeper<BrowserWindow>) {
  const take = openCaseFiles(
    async () => createRouterClient((await host()).router, { context: {} }).caseFiles,
    (request) => shell.ask.send(request),
  )
  return (path: string): void => {
    bringUp(windows.show())
    void take(path)
  }
}

async function chooseFiles(window: BrowserWindow | null): Promise<string[]> {
  const options: Electron.OpenDialogOptions = {
    properties: ['openFile'],
    filters: [
      { name: 'Deliveries', extensions: [caseFileType.extension, 'json', 'ndjson', 'har'] },
      { name: 'All files', extensions: ['*'] },
    ],
  }
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return filePaths
}
