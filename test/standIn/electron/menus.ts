/** `Menu` as data: roles are checked, items can be pressed by their labels. */
import type { MenuLine } from '../wire.ts'
import { answer, note, settings } from './link.ts'

const knownRoles = new Set(
  (
    'about appMenu close copy cut delete editMenu fileMenu forceReload front help hide hideOthers minimize paste ' +
    'pasteAndMatchStyle quit redo reload resetZoom selectAll services showSubstitutions startSpeaking stopSpeaking ' +
    'toggleDevTools togglefullscreen undo unhide viewMenu window windowMenu zoom zoomIn zoomOut'
  )
    .toLowerCase()
    .split(' '),
)

type Template = Electron.MenuItemConstructorOptions

const popups: Menu[] = []

export class Menu {
  readonly template: readonly Template[]
  static #application: Menu | null = null

  private constructor(template: readonly Template[]) {
    this.template = template
  }
  static buildFromTemplate(template: Template[]): Menu {
    check(template)
    return new Menu(template)
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
    note('Menu.setApplicationMenu', { menu: menu === null ? null : describe(menu.template) })
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
  popup(_options?: { window?: unknown; x?: number; y?: number }): void {
    popups.push(this)
    note('menu.popup', { menu: describe(this.template) })
  }
}

export function describe(template: readonly Template[]): MenuLine[] {
  return template.map(({ label, role, type, accelerator, enabled, checked, submenu }) => ({
    ...(label === undefined ? {} : { label }),
    ...(role === undefined ? {} : { role }),
    ...(type === undefined ? {} : { type }),
    ...(typeof accelerator === 'string' ? { accelerator } : {}),
    ...(enabled === undefined ? {} : { enabled }),
    ...(checked === undefined ? {} : { checked }),
    ...(Array.isArray(submenu) ? { submenu: describe(submenu) } : {}),
  }))
}

/** Presses the item that these labels lead to. */
export function press(template: readonly Template[], path: readonly string[]): void {
  const [first, ...rest] = path
  const item = template.find(({ label, role }) => label === first || role === first)
  if (item === undefined) throw new Error(`There is no item "${first}" among ${JSON.stringify(describe(template))}.`)
  if (rest.length > 0) return press(Array.isArray(item.submenu) ? item.submenu : [], rest)
  if (item.enabled === false) throw new Error(`"${first}" is disabled.`)
  if (item.click === undefined) throw new Error(`"${first}" has no click of ours.`)
  item.click(undefined as never, undefined, {})
}

function check(template: readonly Template[]): void {
  for (const { role, type, label, submenu } of template) {
    if (role !== undefined && !knownRoles.has(role.toLowerCase())) throw new Error(`Unknown role ${role}`)
    if (role === undefined && type !== 'separator' && label === undefined)
      throw new Error('An item needs a label or a role.')
    if (Array.isArray(submenu)) check(submenu)
  }
}

/** The items with this accelerator that its keys press, apart from what the page does with them. */
function byKeys(template: readonly Template[], accelerator: string): Template[] {
  return template.flatMap((item) => [
    // `registerAccelerator` is for Linux and Windows; a menu of macOS takes the keys of whatever it shows.
    ...(item.accelerator === accelerator && (item.registerAccelerator !== false || settings.platform === 'darwin')
      ? [item]
      : []),
    ...(Array.isArray(item.submenu) ? byKeys(item.submenu, accelerator) : []),
  ])
}

/** Presses the keys of an accelerator while the page lets them through; answers with the labels of what they pressed. */
answer('pressKeys', (accelerator: string) => {
  const items = byKeys(Menu.getApplicationMenu()?.template ?? [], accelerator).filter(
    ({ enabled }) => enabled !== false,
  )
  for (const item of items) item.click?.(undefined as never, undefined, {})
  return items.map(({ label }) => label)
})
answer('menu', () => describe(Menu.getApplicationMenu()?.template ?? []))
answer('pressMenu', (...path: string[]) => press(Menu.getApplicationMenu()?.template ?? [], path))
answer('pressPopup', (...path: string[]) => press(popups.at(-1)?.template ?? [], path))
