/**
 * The one table of commands: what each is called, which keys and which menu it has, and when it can be used. Pure data.
 * The page's shortcuts, its palette and the overview of keys read it, and the desktop shell's native menus do, too. The
 * feature that a command belongs to registers its action.
 */

/** Where a command's keys work. The overview of keys has a part for each, in this order. */
export type KeyPlace = 'everywhere' | 'go' | 'list' | 'delivery' | 'body' | 'compare' | 'chart' | 'scenario' | 'present'

/** Targets of a context menu: a row of the inbox, of the objects, of a table of headers, or a value of a body. */
export type ContextPlace = 'delivery' | 'object' | 'header' | 'value'

/** The native menus that hold commands of the page. */
export type CommandMenu = 'file' | 'edit' | 'settings' | 'view' | 'go' | 'delivery' | 'help'

export interface CommandEntry {
  /** What it does: in the overview of keys, in native menus, and in the palette where it has no more exact title. */
  label: string
  /**
   * Its keys in the page, any of them does it: names as `KeyboardEvent.key` gives them ("j", "ArrowDown", "?",
   * "Shift+ArrowLeft"). "Mod+k" is Cmd on a Mac and Ctrl elsewhere; "g i" is one key after the other.
   */
  keys?: { place: KeyPlace; any: readonly string[] }
  /** Its place in the native menus of the desktop shell; in a menu, commands are in the order of this table. */
  menu?: {
    in: CommandMenu
    /** As Electron spells it: "CmdOrCtrl+F". Only the desktop shell has these; a browser's shortcuts stay the browser's. */
    accelerator?: string
    /** The page listens for the same keys itself: the menu does not take them. */
    pageHasKeys?: true
    /**
     * `always`: can be used at any time, and opens the window where there is none. `offered`: only while the page offers
     * it, such as those of a delivery while one is shown.
     */
    when: 'always' | 'offered'
    /** The page says whether it has a check mark. */
    checkable?: true
  }
  /** The context menus that offer it for what was hit, in the order of this table. */
  context?: readonly ContextPlace[]
}

const table = {
  'palette.open': {
    label: 'Find a command',
    keys: { place: 'everywhere', any: ['Mod+k'] },
    menu: { in: 'edit', accelerator: 'CmdOrCtrl+K', pageHasKeys: true, when: 'offered' },
  },
  'help.keys': {
    label: 'Keyboard shortcuts',
    keys: { place: 'everywhere', any: ['?'] },
    menu: { in: 'help', when: 'always' },
  },
  'go.inbox': go('Inbox', 'i', 1),
  'go.objects': go('Objects', 'o', 2),
  'go.case-files': { label: 'Case files', keys: { place: 'go', any: ['g e'] }, menu: { in: 'go', when: 'always' } },
  'go.shapes': { label: 'Shapes', keys: { place: 'go', any: ['g b'] }, menu: { in: 'go', when: 'always' } },
  'go.compose': { label: 'Send', keys: { place: 'go', any: ['g c'] }, menu: { in: 'go', when: 'always' } },
  'go.scenarios': { label: 'Scenarios', keys: { place: 'go', any: ['g y'] }, menu: { in: 'go', when: 'always' } },
  'go.presentation': go('Present the demo', 'p', 9),
  'go.forwarding': { label: 'Forward', keys: { place: 'go', any: ['g f'] }, menu: { in: 'go', when: 'always' } },
  'go.responses': {
    label: 'Simulate failures',
    keys: { place: 'go', any: ['g r'] },
    menu: { in: 'go', when: 'always' },
  },
  'go.check': { label: 'Test', keys: { place: 'go', any: ['g k'] }, menu: { in: 'go', when: 'always' } },
  'go.compare-builds': {
    label: 'Compare builds',
    keys: { place: 'go', any: ['g m'] },
    menu: { in: 'go', when: 'always' },
  },
  'go.orders': { label: 'Orders', keys: { place: 'go', any: ['g u'] }, menu: { in: 'go', when: 'always' } },
  'go.health': go('Monitor', 'h', 7),
  'go.go-live': go('Setup', 'l', 8),
  'go.access': go('Connection', 'a', 5),
  'go.secrets': { label: 'Secrets', keys: { place: 'go', any: ['g x'] }, menu: { in: 'go', when: 'always' } },
  'go.webhook-config': go('Webhook', 'w', 4),
  'go.object-paths': { label: 'Object paths', keys: { place: 'go', any: ['g d'] }, menu: { in: 'go', when: 'always' } },
  'go.contract': { label: 'Contract', keys: { place: 'go', any: ['g v'] }, menu: { in: 'go', when: 'always' } },
  'go.tunnel': go('Public URL', 't', 3),
  'go.sandbox': go('Sandbox', 's', 6),
  'go.general': { label: 'General', keys: { place: 'go', any: ['g n'] }, menu: { in: 'go', when: 'always' } },
  'go.settings': {
    label: 'Settings',
    keys: { place: 'go', any: ['g ,'] },
    menu: { in: 'settings', accelerator: 'CmdOrCtrl+,', when: 'always' },
  },

  'list.next': { label: 'Next delivery, older', keys: { place: 'list', any: ['j', 'ArrowDown'] } },
  'list.previous': { label: 'Previous delivery, newer', keys: { place: 'list', any: ['k', 'ArrowUp'] } },
  'list.first': { label: 'Newest', keys: { place: 'list', any: ['Home'] } },
  'list.last': { label: 'Oldest loaded', keys: { place: 'list', any: ['End'] } },
  'list.open': { label: 'Into the delivery', keys: { place: 'list', any: ['Enter'] } },
  'list.unfold': { label: 'Open or fold a thread', keys: { place: 'list', any: ['ArrowRight', 'ArrowLeft'] } },
  'list.pick': { label: 'Select the row, or put it back', keys: { place: 'list', any: [' '] } },
  'list.pickRange': { label: 'Select a range', keys: { place: 'list', any: ['Shift+ArrowDown', 'Shift+ArrowUp'] } },
  'list.pickAll': { label: 'Select all that is loaded', keys: { place: 'list', any: ['Mod+a'] } },
  'list.filter': { label: 'Filter', keys: { place: 'list', any: ['/'] } },
  /** The field in which one searches where one is: the body's search in a body, the objects', the inbox's filter. */
  'find.here': { label: 'Find', menu: { in: 'edit', accelerator: 'CmdOrCtrl+F', when: 'always' } },
  'list.live': { label: 'Live: follow the newest; again to pause the list', keys: { place: 'list', any: ['l'] } },
  /** Holds the list of deliveries still. The receiver goes on. */
  'list.pause': { label: 'Pause the list', menu: { in: 'view', when: 'offered', checkable: true } },
  'delivery.open': { label: 'Open', context: ['delivery'] },
  'delivery.copyId': { label: 'Copy id', context: ['delivery'] },
  'delivery.mark': {
    label: 'Mark to compare; two marked are compared',
    keys: { place: 'list', any: ['x'] },
    context: ['delivery'],
  },
  'list.back': {
    label: 'Back to the list; then clear the selection, then the filter',
    keys: { place: 'list', any: ['Escape'] },
  },

  'delivery.tabs': {
    label: 'Overview, Body, Headers, Signature, Object, Attempts',
    keys: { place: 'delivery', any: ['1', '2', '3', '4', '5', '6'] },
  },
  'delivery.followUp': {
    label: 'Run the follow-up again',
    keys: { place: 'delivery', any: ['f'] },
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.replay': {
    label: 'Replay',
    keys: { place: 'delivery', any: ['r'] },
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.compose': { label: 'Edit in Send', menu: { in: 'delivery', when: 'offered' }, context: ['delivery'] },
  'delivery.check': {
    label: 'Check my handler with this delivery',
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.testCase': {
    label: 'Save as test case',
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.copyCurl': {
    label: 'Copy as cURL',
    keys: { place: 'delivery', any: ['c'] },
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.copyLink': { label: 'Copy link', menu: { in: 'delivery', when: 'offered' } },
  'delivery.pin': {
    label: 'Pin or unpin',
    keys: { place: 'delivery', any: ['p'] },
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.delete': {
    label: 'Delete',
    keys: { place: 'list', any: ['Delete'] },
    menu: { in: 'delivery', when: 'offered' },
    context: ['delivery'],
  },
  'delivery.export': { label: 'Export…', context: ['delivery'] },
  'filter.only': { label: 'Filter by', context: ['delivery', 'header', 'object', 'value'] },
  'filter.without': { label: 'Exclude', context: ['delivery', 'header', 'value'] },
  'object.story': { label: 'Object history', context: ['delivery', 'object', 'value'] },
  'object.export': { label: 'Export this story…', context: ['delivery', 'object'] },
  'object.record': { label: 'Save story as scenario…', context: ['delivery', 'object'] },
  'object.orders': { label: 'Play in other orders…', context: ['object'] },
  'object.copyId': { label: 'Copy object id', context: ['delivery', 'object'] },
  'header.copyName': { label: 'Copy name', context: ['header'] },
  'header.copyValue': { label: 'Copy value', context: ['header'] },
  'header.copyLine': { label: 'Copy name and value', context: ['header'] },
  'value.copy': { label: 'Copy value', context: ['value'] },
  'value.copyField': { label: 'Copy field name', context: ['value'] },
  'value.copyPath': { label: 'Copy path', context: ['value'] },
  'environment.switch': { label: 'Switch environment', keys: { place: 'everywhere', any: ['e'] } },
  'environment.new': { label: 'New environment…', menu: { in: 'file', when: 'offered' } },
  'environment.import': { label: 'Import environments…', menu: { in: 'file', when: 'offered' } },
  'cases.open': { label: 'Open case file…' },
  'cases.export': { label: 'Export…', menu: { in: 'file', when: 'always' } },
  'environment.copyAddress': { label: 'Copy receiver URL', menu: { in: 'file', when: 'offered' } },

  'body.search': { label: 'Search in the body', keys: { place: 'body', any: ['/'] } },
  'body.beside': { label: 'Open all beside, in the tree', keys: { place: 'body', any: ['*'] } },
  'compare.swap': { label: 'Swap the two', keys: { place: 'compare', any: ['s'] } },
  'compare.only': { label: 'Differences only', keys: { place: 'compare', any: ['d'] } },
  'chart.move': {
    label: 'Along the chart, point by point',
    keys: { place: 'chart', any: ['ArrowLeft', 'ArrowRight'] },
  },
  'chart.extend': {
    label: 'Choose a stretch of time',
    keys: { place: 'chart', any: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
  },
  'chart.apply': { label: 'Filter the list by what is chosen', keys: { place: 'chart', any: ['Enter'] } },
  'chart.clear': { label: 'Clear the choice', keys: { place: 'chart', any: ['Escape'] } },

  'scenario.next': { label: 'Next step of a paused run', keys: { place: 'scenario', any: ['ArrowRight'] } },
  'scenario.toEnd': { label: 'Run a paused run to its end', keys: { place: 'scenario', any: ['Shift+ArrowRight'] } },

  'present.toggle': {
    label: 'Present: large and masked; again to end',
    keys: { place: 'present', any: ['P'] },
  },
  'stage.next': { label: 'Next step', keys: { place: 'present', any: ['ArrowRight', ' '] } },
  'stage.back': { label: 'Back a step; nothing is sent again', keys: { place: 'present', any: ['ArrowLeft'] } },
  'stage.remote': {
    label: "Back and next, with a presenter's remote",
    keys: { place: 'present', any: ['PageUp', 'PageDown'] },
  },
  'stage.inspect': { label: "Open the step's delivery in the inspector", keys: { place: 'present', any: ['o'] } },
  'stage.reset': { label: 'Start again', keys: { place: 'present', any: ['r'] } },
} as const satisfies Readonly<Record<string, CommandEntry>>

export type CommandId = keyof typeof table

type With<Part extends keyof CommandEntry> = {
  [Id in CommandId]: (typeof table)[Id] extends Record<Part, unknown> ? Id : never
}[CommandId]

/** The commands that have keys in the page. */
export type ShortcutId = With<'keys'>
/** The commands that native menus hold: the only ones that a shell may ask the page to run. */
export type MenuCommandId = With<'menu'>

/** The table, by id. */
export const commands: Readonly<Record<CommandId, CommandEntry>> = table

/** All ids in the order of the table. */
export const commandIds = Object.keys(table) as CommandId[]

/** The commands of native menus, in the order of the table. */
export const menuCommandIds = commandIds.filter(isMenuCommand)

export function isMenuCommand(id: CommandId): id is MenuCommandId {
  return commands[id].menu !== undefined
}

/** A screen: two keys in the page, and a digit in the desktop shell. */
function go<const Label extends string>(label: Label, letter: string, digit: number) {
  return {
    label,
    keys: { place: 'go', any: [`g ${letter}`] },
    menu: { in: 'go', accelerator: `CmdOrCtrl+${digit}`, when: 'always' },
  } as const satisfies CommandEntry
}
