/** The native menus, as data: what is on offer on each platform, and when. */
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { contextMenuTemplate } from '../../src/desktop/contextMenuTemplate.ts'
import { type MenuEntry, type MenuPlatform, type MenuState, menuTemplate } from '../../src/desktop/menuTemplate.ts'
import { commands, menuCommandIds } from '../../src/shared/commands/commands.ts'
import { sections } from '../../src/renderer/commands/screens.ts'

const platforms: readonly MenuPlatform[] = ['darwin', 'linux', 'win32']
const quiet: MenuState = { offered: [], checked: [], devTools: false, updates: false }
const everything: MenuState = { offered: menuCommandIds, checked: menuCommandIds, devTools: true, updates: true }

/** The accelerators that Electron gives to roles (lib/browser/api/menu-item-roles), as far as our menus use them. */
const roleAccelerators: Partial<Record<string, Partial<Record<MenuPlatform, string>>>> = {
  close: { darwin: 'CmdOrCtrl+W', linux: 'CmdOrCtrl+W', win32: 'CmdOrCtrl+W' },
  copy: { darwin: 'CmdOrCtrl+C', linux: 'CmdOrCtrl+C', win32: 'CmdOrCtrl+C' },
  cut: { darwin: 'CmdOrCtrl+X', linux: 'CmdOrCtrl+X', win32: 'CmdOrCtrl+X' },
  hide: { darwin: 'CmdOrCtrl+H' },
  hideOthers: { darwin: 'Cmd+Alt+H' },
  minimize: { darwin: 'CmdOrCtrl+M', linux: 'CmdOrCtrl+M', win32: 'CmdOrCtrl+M' },
  paste: { darwin: 'CmdOrCtrl+V', linux: 'CmdOrCtrl+V', win32: 'CmdOrCtrl+V' },
  pasteAndMatchStyle: { darwin: 'Cmd+Option+Shift+V' },
  quit: { darwin: 'CmdOrCtrl+Q', linux: 'CmdOrCtrl+Q' },
  redo: { darwin: 'Shift+CmdOrCtrl+Z', linux: 'Shift+CmdOrCtrl+Z', win32: 'CmdOrCtrl+Y' },
  resetZoom: { darwin: 'CmdOrCtrl+0', linux: 'CmdOrCtrl+0', win32: 'CmdOrCtrl+0' },
  selectAll: { darwin: 'CmdOrCtrl+A', linux: 'CmdOrCtrl+A', win32: 'CmdOrCtrl+A' },
  toggleDevTools: { darwin: 'Alt+Cmd+I', linux: 'Ctrl+Shift+I', win32: 'Ctrl+Shift+I' },
  togglefullscreen: { darwin: 'Ctrl+Cmd+F', linux: 'F11', win32: 'F11' },
  undo: { darwin: 'CmdOrCtrl+Z', linux: 'CmdOrCtrl+Z', win32: 'CmdOrCtrl+Z' },
  zoomIn: { darwin: 'CmdOrCtrl+Plus', linux: 'CmdOrCtrl+Plus', win32: 'CmdOrCtrl+Plus' },
  zoomOut: { darwin: 'CmdOrCtrl+-', linux: 'CmdOrCtrl+-', win32: 'CmdOrCtrl+-' },
}

function flat(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])])
}

function inMenu(template: readonly MenuEntry[], label: string): MenuEntry[] {
  const found = template.find((entry) => entry.label === label)?.submenu
  if (found === undefined) throw new Error(`no menu ${label}`)
  return [...found]
}

const nameOf = (entry: MenuEntry) => entry.role ?? entry.label ?? '-'

describe.each(platforms)('the menus on %s', (platform) => {
  const template = menuTemplate(platform, everything)

  test('give no accelerator to two entries, and take none of a role', () => {
    const taken = flat(template).flatMap(
      (entry) => entry.accelerator ?? roleAccelerators[entry.role ?? '']?.[platform] ?? [],
    )
    expect(taken.length).toBeGreaterThan(15)
    expect(taken.filter((accelerator, at) => taken.indexOf(accelerator) !== at)).toEqual([])
  })

  test('use only roles and fields that Electron has', () => {
    // Checked by the compiler: without its act, an entry has Electron's type.
    const plain = flat(template).map(({ act: _act, submenu: _submenu, ...entry }) => entry)
    expect(plain satisfies Omit<MenuItemConstructorOptions, 'submenu'>[]).toHaveLength(flat(template).length)
  })

  test('quit once, and name each command once', () => {
    const all = flat(template)
    expect(all.filter(({ role }) => role === 'quit')).toHaveLength(1)
    expect(all.filter(({ role }) => role === 'close')).toHaveLength(1)
    const ids = all.flatMap(({ act }) => (act !== undefined && 'command' in act ? [act.command] : []))
    expect([...ids].sort()).toEqual([...menuCommandIds].sort())
  })

  test('lead to every screen', () => {
    const labels = flat(template).map(({ label }) => label?.replace('…', ''))
    for (const { command } of sections) expect(labels).toContain(commands[command].label)
  })

  test('never begin, end or go on with a line after a line', () => {
    for (const { submenu = [] } of template) {
      const lines = submenu.map(({ type }) => type === 'separator')
      expect([lines[0], lines.at(-1)]).toEqual([false, false])
      expect(lines.filter((isLine, at) => isLine && lines[at + 1] === true)).toEqual([])
    }
  })

  test('offer commands of a delivery only while the page offers them', () => {
    const enabled = (state: MenuState) => inMenu(menuTemplate(platform, state), 'Delivery').map(({ enabled: on }) => on)
    expect(new Set(enabled(quiet))).toEqual(new Set([false]))
    expect(new Set(enabled(everything))).toEqual(new Set([true]))
    const one = inMenu(menuTemplate(platform, { ...quiet, offered: ['delivery.replay'] }), 'Delivery')
    expect(one.filter(({ enabled: on }) => on).map(({ label }) => label)).toEqual([commands['delivery.replay'].label])
  })

  test('mark the list as paused, and say that it is the list', () => {
    const pause = (checked: MenuState['checked']) =>
      inMenu(menuTemplate(platform, { ...everything, checked }), 'View').find(({ type }) => type === 'checkbox')
    expect(pause([])).toMatchObject({ label: 'Pause the list', checked: false })
    expect(pause(['list.pause'])).toMatchObject({ checked: true })
  })

  test('hold the developer tools only while developing', () => {
    const has = (devTools: boolean) =>
      flat(menuTemplate(platform, { ...quiet, devTools })).some(({ role }) => role === 'toggleDevTools')
    expect([has(true), has(false)]).toEqual([true, false])
  })

  test('look for updates only in a build with a feed of its own', () => {
    const entry = (updates: boolean) =>
      inMenu(menuTemplate(platform, { ...quiet, updates }), 'Help').find(({ label }) => label === 'Check for updates…')
    expect(entry(true)).toMatchObject({ act: { shell: 'check-updates' } })
    expect(entry(false)).toBeUndefined()
  })
})

test('keys that the page listens for itself are never taken by a menu, which only a Mac can do by not showing them', () => {
  const entry = (platform: MenuPlatform) => {
    const found = inMenu(menuTemplate(platform, everything), 'Edit').find(({ label }) => label === 'Find a command')
    return { keys: found?.accelerator, taken: found?.registerAccelerator }
  }
  // Electron's `registerAccelerator` is for Linux and Windows.
  expect(entry('darwin')).toEqual({ keys: undefined, taken: undefined })
  expect(entry('linux')).toEqual({ keys: 'CmdOrCtrl+K', taken: false })
  expect(entry('win32')).toEqual(entry('linux'))
})

test('the order of the menus and their first entries are those of the platform', () => {
  const menus = (platform: MenuPlatform) => menuTemplate(platform, quiet).map(({ label }) => label)
  expect(menus('darwin')).toEqual(['Hookscope', 'File', 'Edit', 'View', 'Go', 'Delivery', 'Window', 'Help'])
  expect(menus('linux')).toEqual(menus('darwin').slice(1))
  expect(menus('win32')).toEqual(menus('linux'))
  const mac = menuTemplate('darwin', quiet)
  expect(inMenu(mac, 'Hookscope').map(nameOf)).toEqual([
    'about',
    '-',
    'Settings…',
    '-',
    'services',
    '-',
    'hide',
    'hideOthers',
    'unhide',
    '-',
    'quit',
  ])
  const file = ['Open case file…', 'New environment…', 'Import environments…', 'Export…', 'Copy receiver URL', '-']
  expect(inMenu(mac, 'File').map(nameOf)).toEqual([...file, 'close'])
  const linux = menuTemplate('linux', quiet)
  expect(inMenu(linux, 'File').map(nameOf)).toEqual([...file, 'Settings', '-', 'quit'])
  expect(inMenu(linux, 'Help').map(nameOf).at(-1)).toBe('About Hookscope')
})

describe('a right click', () => {
  const place = {
    isEditable: false,
    selectionText: '',
    formControlType: 'none',
    editFlags: { canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
  }
  const shown = (change: Partial<typeof place>) =>
    contextMenuTemplate({ ...place, ...change }).map((entry) => [nameOf(entry), entry.enabled])

  test('on nothing in particular opens nothing', () => {
    expect(shown({})).toEqual([])
    expect(shown({ selectionText: ' \n ' })).toEqual([])
  })

  test('on selected text copies it', () => {
    expect(shown({ selectionText: '5a915ae3' })).toEqual([['copy', true]])
  })

  test('in a field cuts, copies, pastes and selects, as far as there is something', () => {
    expect(shown({ isEditable: true, formControlType: 'input-text' })).toEqual([
      ['cut', true],
      ['copy', true],
      ['paste', true],
      ['-', undefined],
      ['selectAll', true],
    ])
    const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: false }
    expect(shown({ isEditable: true, editFlags }).map(([, enabled]) => enabled)).toEqual([
      false,
      false,
      true,
      undefined,
      false,
    ])
  })

  test('in a password field copies nothing out', () => {
    expect(shown({ isEditable: true, formControlType: 'input-password' }).slice(0, 3)).toEqual([
      ['cut', false],
      ['copy', false],
      ['paste', true],
    ])
  })
})
