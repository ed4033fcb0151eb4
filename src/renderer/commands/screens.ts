import { commands, type ShortcutId } from '../../shared/commands/commands.ts'
import { placeWords } from './words.ts'

/** Name of a section in the address, `#/webhook-config`: of each `go.` command with keys. */
export type ScreenPath = ShortcutId extends infer Id ? (Id extends `go.${infer Path}` ? Path : never) : never

export interface Section {
  path: ScreenPath
  /** The command that goes there. */
  command: ShortcutId
  /** The text of its tab. */
  label: string
}

export type PlaceId = keyof typeof placeWords.places

/** An entry of the rail. Every environment has the same ones. */
export interface Place {
  id: PlaceId
  label: string
  /** The first is where the place opens. A place with one section has no tabs. */
  sections: readonly [Section, ...Section[]]
}

const { tabs } = placeWords

/**
 * The places in the order of the rail, each with its sections in the order of its tabs. A new section is a command, a
 * line here, and its content in `app/screens.tsx`; types ask for all of them.
 */
export const places: readonly Place[] = [
  place('inbox', section('inbox', tabs.inbox), section('objects'), section('shapes'), section('case-files')),
  place('send', section('compose', tabs.compose), section('scenarios'), section('presentation', tabs.presentation)),
  place('forward', section('forwarding', tabs.forwarding), section('responses')),
  place('test', section('check', tabs.check), section('compare-builds'), section('orders')),
  place('monitor', section('health')),
  place(
    'environment',
    section('go-live'),
    section('access'),
    section('secrets'),
    section('webhook-config'),
    section('object-paths'),
    section('contract'),
    section('tunnel'),
    section('sandbox'),
    section('general'),
  ),
  place('settings', section('settings')),
]

export const sections: readonly Section[] = places.flatMap((each) => each.sections)

function place(id: PlaceId, ...of: [Section, ...Section[]]): Place {
  return { id, label: placeWords.places[id], sections: of }
}

/** @param label where the tab is called otherwise than the command */
function section(path: ScreenPath, label?: string): Section {
  return { path, command: `go.${path}`, label: label ?? commands[`go.${path}`].label }
}

export function sectionAt(path: string): Section | undefined {
  return sections.find((each) => each.path === path)
}

/** The place that a section belongs to. */
export function placeOf(path: string): Place | undefined {
  return places.find((each) => each.sections.some((other) => other.path === path))
}

/** The name of a section for the window's title; null for an unknown path. */
export function titleOf(path: string): string | null {
  const at = sectionAt(path)
  return at === undefined ? null : commands[at.command].label
}

/** The name of a section outside of its place: "Environment: Secrets", "Monitor". */
export function fullLabel(path: string): string | null {
  const [at, of] = [sectionAt(path), placeOf(path)]
  if (at === undefined || of === undefined) return null
  return at === of.sections[0] && of.id !== 'environment' ? of.label : `${of.label}: ${at.label}`
}
