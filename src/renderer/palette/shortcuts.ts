import { type ShortcutId, shortcutWords } from '../words/shortcuts.ts'

/** Where a shortcut holds. The overview of keys has a part for each, in this order. */
export type ShortcutPlace = 'everywhere' | 'go' | 'list' | 'delivery' | 'body' | 'compare' | 'chart' | 'present'

export interface Shortcut {
  id: ShortcutId
  place: ShortcutPlace
  /**
   * The keys that do it, any of them: names as `KeyboardEvent.key` gives them ("j", "ArrowDown", "?", "Shift+ArrowLeft").
   * "Mod+k" is Cmd on a Mac and Ctrl elsewhere; "g i" is one key after the other.
   */
  keys: readonly string[]
  /** What it does. */
  what: string
}

const keysOf: Record<ShortcutId, readonly [place: ShortcutPlace, ...keys: string[]]> = {
  palette: ['everywhere', 'Mod+k'],
  help: ['everywhere', '?'],
  goInbox: ['go', 'g i'],
  goObjects: ['go', 'g o'],
  goTunnel: ['go', 'g t'],
  goWebhookConfig: ['go', 'g w'],
  goAccess: ['go', 'g a'],
  goSandbox: ['go', 'g s'],
  goHealth: ['go', 'g h'],
  goGoLive: ['go', 'g l'],
  goSettings: ['go', 'g ,'],
  goPresentation: ['go', 'g p'],
  next: ['list', 'j', 'ArrowDown'],
  previous: ['list', 'k', 'ArrowUp'],
  first: ['list', 'Home'],
  last: ['list', 'End'],
  open: ['list', 'Enter'],
  filter: ['list', '/'],
  live: ['list', 'l'],
  mark: ['list', 'x'],
  back: ['list', 'Escape'],
  tabs: ['delivery', '1', '2', '3', '4', '5', '6'],
  followUp: ['delivery', 'f'],
  replay: ['delivery', 'r'],
  copyCurl: ['delivery', 'c'],
  pin: ['delivery', 'p'],
  bodySearch: ['body', '/'],
  bodyBeside: ['body', '*'],
  swap: ['compare', 's'],
  onlyDifferences: ['compare', 'd'],
  chartMove: ['chart', 'ArrowLeft', 'ArrowRight'],
  chartExtend: ['chart', 'Shift+ArrowLeft', 'Shift+ArrowRight'],
  chartApply: ['chart', 'Enter'],
  chartClear: ['chart', 'Escape'],
  present: ['present', 'P'],
  stageNext: ['present', 'ArrowRight', ' '],
  stageBack: ['present', 'ArrowLeft'],
  stageRemote: ['present', 'PageUp', 'PageDown'],
  stageInspect: ['present', 'o'],
  stageReset: ['present', 'r'],
}

/**
 * Every shortcut of the page, in the order in which the overview tells them. The overview of keys (`?`), the palette and
 * the keys themselves (`useShortcut`) are made from it. A new one: its words in words/shortcuts.ts, its keys above.
 */
export const shortcuts: readonly Shortcut[] = Object.entries(keysOf).map(([id, [place, ...keys]]) => ({
  id: id as ShortcutId,
  place,
  keys,
  what: shortcutWords[id as ShortcutId],
}))

/** The keys of one shortcut. */
export function keysFor(id: ShortcutId): readonly string[] {
  const [, ...keys] = keysOf[id]
  return keys
}
