import {
  type CommandEntry,
  type CommandMenu,
  commands,
  type MenuCommandId,
  menuCommandIds,
} from '../shared/commands/commands.ts'

/** The roles of Electron that our menus use. Labels and keys of a role are the platform's. */
export type MenuRole =
  | 'about'
  | 'close'
  | 'copy'
  | 'cut'
  | 'delete'
  | 'front'
  | 'help'
  | 'hide'
  | 'hideOthers'
  | 'minimize'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'quit'
  | 'redo'
  | 'resetZoom'
  | 'selectAll'
  | 'services'
  | 'toggleDevTools'
  | 'togglefullscreen'
  | 'undo'
  | 'unhide'
  | 'window'
  | 'zoom'
  | 'zoomIn'
  | 'zoomOut'

/** Actions of the shell, which need no page. */
export type ShellAct =
  | 'about'
  | 'check-updates'
  | 'copy-receiver'
  | 'open-case-file'
  | 'open-failure'
  | 'quit'
  | 'reload'
  | 'show'
  | 'show-data-folder'
  | 'show-log'

/** The action of a click: a command of the page, or an action of the shell. */
export type MenuAct = { command: MenuCommandId } | { shell: ShellAct }

/** An entry of a native menu, in the form of Electron's own; `act` takes the place of its `click`. */
export interface MenuEntry {
  label?: string
  role?: MenuRole
  type?: 'separator' | 'checkbox'
  accelerator?: string
  registerAccelerator?: boolean
  enabled?: boolean
  checked?: boolean
  submenu?: readonly MenuEntry[]
  act?: MenuAct
}

/** Input of the menus. */
export interface MenuState {
  /** Commands that the page offers now; empty without a page. */
  offered: readonly MenuCommandId[]
  /** Commands that have a check mark now. */
  checked: readonly MenuCommandId[]
  /** The developer tools can be opened: not in an installed app. */
  devTools: boolean
  /** Updates can be looked up: only a build with a feed of its own. */
  updates: boolean
}

export type MenuPlatform = 'darwin' | 'linux' | 'win32'

/** The menu of menus of a platform, with the roles and the order that its people expect. Pure. */
export function menuTemplate(platform: MenuPlatform, state: MenuState): MenuEntry[] {
  const isMac = platform === 'darwin'
  const of = (menu: CommandMenu) => entriesOf(menu, isMac, state)
  return [
    ...(isMac ? [appMenu(of('settings'))] : []),
    fileMenu(isMac, of('file'), of('settings')),
    editMenu(isMac, of('edit')),
    viewMenu(state.devTools, of('view')),
    { label: 'Go', submenu: of('go') },
    { label: 'Delivery', submenu: of('delivery') },
    windowMenu(isMac),
    helpMenu(isMac, state.updates, of('help')),
  ]
}

/** The commands of a menu, in the order of their table. */
function entriesOf(menu: CommandMenu, isMac: boolean, state: MenuState): MenuEntry[] {
  return menuCommandIds.flatMap((id) => {
    const { label, menu: place } = commands[id]
    if (place?.in !== menu) return []
    const isOffered = place.when === 'always' || state.offered.includes(id)
    return [
      {
        label,
        act: { command: id },
        enabled: isOffered,
        ...keysOf(place, isMac),
        ...(place.checkable === true ? { type: 'checkbox' as const, checked: state.checked.includes(id) } : {}),
      },
    ]
  })
}

/**
 * The accelerator of a command. Keys that the page listens for itself are left to it, or one press could act twice: Linux and
 * Windows show them without registering them, and a menu of macOS, which takes all keys that it shows, does not show them.
 */
function keysOf(
  place: NonNullable<CommandEntry['menu']>,
  isMac: boolean,
): Pick<MenuEntry, 'accelerator' | 'registerAccelerator'> {
  const { accelerator, pageHasKeys } = place
  if (accelerator === undefined || (pageHasKeys === true && isMac)) return {}
  return pageHasKeys === true ? { accelerator, registerAccelerator: false } : { accelerator }
}

const line: MenuEntry = { type: 'separator' }

function appMenu(settings: readonly MenuEntry[]): MenuEntry {
  return {
    label: 'Hookscope',
    submenu: [
      { role: 'about' },
      line,
      ...withEllipsis(settings),
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
}

/** Settings open a screen that waits for input, which a Mac marks with three dots. */
function withEllipsis(settings: readonly MenuEntry[]): MenuEntry[] {
  return settings.map((entry) => ({ ...entry, label: `${entry.label ?? ''}…` }))
}

function fileMenu(isMac: boolean, file: readonly MenuEntry[], settings: readonly MenuEntry[]): MenuEntry {
  return {
    label: 'File',
    submenu: [
      // Not the page's command: a page may ask for a file only during a click in it.
      { label: commands['cases.open'].label, accelerator: 'CmdOrCtrl+O', act: { shell: 'open-case-file' } },
      ...file,
      line,
      ...(isMac ? [{ role: 'close' as const }] : [...settings, line, { role: 'quit' as const }]),
    ],
  }
}

function editMenu(isMac: boolean, edit: readonly MenuEntry[]): MenuEntry {
  return {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(isMac ? [{ role: 'pasteAndMatchStyle' as const }] : []),
      { role: 'delete' },
      { role: 'selectAll' },
      line,
      ...edit,
    ],
  }
}

function viewMenu(devTools: boolean, view: readonly MenuEntry[]): MenuEntry {
  return {
    label: 'View',
    submenu: [
      ...view,
      line,
      // Not the role: that one reloads whatever has the focus, such as the developer tools.
      { label: 'Reload', accelerator: 'CmdOrCtrl+R', act: { shell: 'reload' } },
      line,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
      ...(devTools ? [{ role: 'toggleDevTools' as const }] : []),
    ],
  }
}

function windowMenu(isMac: boolean): MenuEntry {
  // The role names the menu for a Mac, which lists the windows in it.
  return {
    label: 'Window',
    role: 'window',
    submenu: [
      { role: 'minimize' },
      ...(isMac ? [{ role: 'zoom' as const }, line, { role: 'front' as const }] : [{ role: 'close' as const }]),
    ],
  }
}

function helpMenu(isMac: boolean, updates: boolean, help: readonly MenuEntry[]): MenuEntry {
  return {
    label: 'Help',
    role: 'help',
    submenu: [
      ...help,
      line,
      { label: 'Show log file', act: { shell: 'show-log' } },
      { label: 'Open data folder', act: { shell: 'show-data-folder' } },
      ...(updates ? [{ label: 'Check for updates…', act: { shell: 'check-updates' as const } }] : []),
      ...(isMac ? [] : [line, { label: 'About Hookscope', act: { shell: 'about' as const } }]),
    ],
  }
}
