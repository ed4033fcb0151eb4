import { useMemo, useSyncExternalStore } from 'react'
import { type ColumnChoices, readColumns } from './columns.ts'

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
