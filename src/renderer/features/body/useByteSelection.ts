import { useState } from 'react'

/** A run of bytes, with the end that moves. */
export interface ByteSelection {
  cursor: number
  /** First and last byte. */
  from: number
  to: number
  go(offset: number, extend: boolean): void
  /** Where a key leads, or null when it is none of ours. */
  targetOf(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }, page: number): number | null
}

/** A selection among bytes that is always at least one byte. `perRow`: how many stand in a row. */
export function useByteSelection(length: number, perRow: number): ByteSelection {
  const [{ cursor, anchor }, setState] = useState({ cursor: 0, anchor: 0 })
  const clamp = (offset: number) => Math.max(0, Math.min(length - 1, offset))
  return {
    cursor,
    from: Math.min(cursor, anchor),
    to: Math.max(cursor, anchor),
    go: (offset, extend) =>
      setState((state) => ({ cursor: clamp(offset), anchor: extend ? state.anchor : clamp(offset) })),
    targetOf: ({ key, ctrlKey, metaKey, altKey }, page) => {
      if (metaKey || altKey) return null
      const row = cursor - (cursor % perRow)
      const targets: Record<string, number> = ctrlKey
        ? { Home: 0, End: length - 1 }
        : {
            ArrowLeft: cursor - 1,
            ArrowRight: cursor + 1,
            ArrowUp: cursor - perRow,
            ArrowDown: cursor + perRow,
            PageUp: cursor - page * perRow,
            PageDown: cursor + page * perRow,
            Home: row,
            End: row + perRow - 1,
          }
      const target = targets[key]
      return target === undefined ? null : clamp(target)
    },
  }
}
