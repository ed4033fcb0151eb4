import { useMemo, useSyncExternalStore } from 'react'

/** The columns of the inbox's list: which there are, and which of them a list of some width shows. Pure. */

export const columnKeys = [
  'time',
  'event',
  'object',
  'followUp',
  'size',
  'delay',
  'notification',
  'delivery',
  'action',
  'method',
  'answered',
] as const
export type ColumnKey = (typeof columnKeys)[number]

/** The user's choice of columns; everything left out is automatic. */
export interface ColumnChoices {
  /** From left to right. */
  order: readonly ColumnKey[]
  /** Shown or hidden whatever the width. */
  shown: Readonly<Partial<Record<ColumnKey, boolean>>>
  /** In px. */
  widths: Readonly<Partial<Record<ColumnKey, number>>>
}

export const automaticColumns: ColumnChoices = { order: columnKeys, shown: {}, widths: {} }

interface Column {
  /** As the style sheet takes it. */
  width: string
  /** About what that is, px. */
  px: number
  /** Shown by default in lists of this width, px, and wider. */
  from: number
}

const never = Infinity
const table: Readonly<Record<ColumnKey, Column>> = {
  time: { width: 'var(--clock-exact)', px: 88, from: 0 },
  event: { width: 'minmax(64px, 1fr)', px: 160, from: 0 },
  object: { width: '62px', px: 62, from: 510 },
  followUp: { width: '64px', px: 64, from: 0 },
  size: { width: '48px', px: 48, from: 560 },
  delay: { width: '60px', px: 60, from: 880 },
  notification: { width: '82px', px: 82, from: 1000 },
  delivery: { width: '58px', px: 58, from: 1100 },
  action: { width: '72px', px: 72, from: never },
  method: { width: '52px', px: 52, from: never },
  answered: { width: '66px', px: 66, from: never },
}

/** Narrow lists show the time without its milliseconds, and the follow-up with less room. */
const narrow: Readonly<Partial<Record<ColumnKey, Column>>> = {
  time: { width: 'var(--clock)', px: 58, from: 0 },
  followUp: { width: '62px', px: 62, from: 0 },
}
const narrowBelow = 510

/** The narrowest, in a window of 640 px, show of the follow-up its sign alone: see the style sheet of the rows. */
const narrowest: Readonly<Partial<Record<ColumnKey, Column>>> = {
  ...narrow,
  followUp: { width: '16px', px: 16, from: 0 },
}
const narrowestBelow = 260

/** Widths that the user can give a column, px. */
export const columnWidths = { least: 32, most: 480, step: 8 } as const

/** Between columns, and at the sides of a row with the seal, px. */
const gap = 8
const sides = 44

export interface ColumnLayout {
  /** From left to right. */
  keys: readonly ColumnKey[]
  /** For `grid-template-columns`, with the seal in front. */
  template: string
}

/**
 * The columns of a list of some width. Where not all that is wanted finds room beside what happened, the last ones go
 * first: those shown by default before those that were chosen.
 * @param width px
 * @param unused columns that the sender never fills: shown only where they were chosen
 */
export function layOutColumns(
  { order, shown, widths }: ColumnChoices,
  width: number,
  unused: readonly ColumnKey[] = [],
): ColumnLayout {
  const ofWidth = width < narrowestBelow ? narrowest : width < narrowBelow ? narrow : {}
  const column = (key: ColumnKey): Column => ofWidth[key] ?? table[key]
  const keys = order.filter(
    (key) => key === 'event' || (shown[key] ?? (width >= table[key].from && !unused.includes(key))),
  )
  const room = () => keys.reduce((sum, key) => sum + gap + (widths[key] ?? column(key).px), sides)
  const mayGo = (chosen: boolean) =>
    keys.findLast((key) => table[key].from > 0 && (shown[key] === true) === chosen) ?? null
  for (let last = mayGo(false) ?? mayGo(true); room() > width && last !== null; last = mayGo(false) ?? mayGo(true)) {
    keys.splice(keys.indexOf(last), 1)
  }
  const sizes = keys.map((key) =>
    key === 'event' || widths[key] === undefined ? column(key).width : `${widths[key]}px`,
  )
  return { keys, template: ['16px', ...sizes].join(' ') }
}

/** With a column shown or hidden from now on. */
export function showColumn(choices: ColumnChoices, key: ColumnKey, isShown: boolean): ColumnChoices {
  return { ...choices, shown: { ...choices.shown, [key]: isShown } }
}

/**
 * With a column moved among those that are shown.
 * @param by places to the right; negative: to the left. Beyond the ends it stays at the end.
 */
export function moveColumn(
  choices: ColumnChoices,
  visible: readonly ColumnKey[],
  key: ColumnKey,
  by: number,
): ColumnChoices {
  const from = visible.indexOf(key)
  const to = Math.min(visible.length - 1, Math.max(0, from + by))
  const beside = visible[to]
  if (from === -1 || beside === undefined || to === from) return choices
  const others = choices.order.filter((other) => other !== key)
  const place = others.indexOf(beside) + (to > from ? 1 : 0)
  return { ...choices, order: others.toSpliced(place, 0, key) }
}

/** With a column of another width. @param width px; null: its own again */
export function widenColumn(choices: ColumnChoices, key: ColumnKey, width: number | null): ColumnChoices {
  const { [key]: _, ...widths } = choices.widths
  if (width === null) return { ...choices, widths }
  const { least, most } = columnWidths
  return { ...choices, widths: { ...widths, [key]: Math.round(Math.min(most, Math.max(least, width))) } }
}

/** Default width of a column, px. */
export function ownWidth(key: ColumnKey): number {
  return table[key].px
}

/** Choices stored by this version or a different one: unknown columns are left out, new ones are added. */
export function readColumns(kept: unknown): ColumnChoices {
  const { order, shown, widths } = asRecord(kept)
  const known = (Array.isArray(order) ? order : []).filter(isColumnKey)
  const listed = [...new Set(known)]
  return {
    order: [...listed, ...columnKeys.filter((key) => !listed.includes(key))],
    shown: fieldsOf(shown, (value) => typeof value === 'boolean'),
    widths: fieldsOf(
      widths,
      (value): value is number =>
        typeof value === 'number' && value >= columnWidths.least && value <= columnWidths.most,
    ),
  }
}

function fieldsOf<T>(value: unknown, isRight: (value: unknown) => value is T): Partial<Record<ColumnKey, T>> {
  const fields: Partial<Record<ColumnKey, T>> = {}
  for (const [key, field] of Object.entries(asRecord(value)))
    if (isColumnKey(key) && isRight(field)) fields[key] = field
  return fields
}

function isColumnKey(value: unknown): value is ColumnKey {
  return columnKeys.some((key) => key === value)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** How the list is shown in this browser. */
export interface ListSettings {
  /** Neighbours of one object are folded into threads. */
  folds: boolean
  columns: ColumnChoices
}

const kept = 'hookscope.list'
const changed = 'hookscope:list'

/** The settings, and a function that changes and keeps them; other windows of this browser follow. */
export function useListSettings(): [ListSettings, (change: Partial<ListSettings>) => void] {
  const text = useSyncExternalStore(subscribe, stored)
  const settings = useMemo(() => readSettings(text), [text])
  return [settings, changeSettings]
}

function stored(): string {
  return localStorage.getItem(kept) ?? ''
}

function changeSettings(change: Partial<ListSettings>): void {
  localStorage.setItem(kept, JSON.stringify({ ...readSettings(stored()), ...change }))
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}

function readSettings(text: string): ListSettings {
  try {
    const read = JSON.parse(text) as { folds?: unknown; columns?: unknown } | null
    return { folds: read?.folds !== false, columns: readColumns(read?.columns) }
  } catch {
    return { folds: true, columns: readColumns(null) }
  }
}
