/** Which spans a person points at and has chosen, by their numbers. Null: nothing. */
export interface Brush {
  /** The span pointed at. */
  cursor: number | null
  /** Where the chosen spans begin or end; the cursor is their other end. */
  anchor: number | null
}

export const noBrush: Brush = { cursor: null, anchor: null }

/** The spans that can be pointed at. */
export interface Shown {
  first: number
  last: number
}

/** Moves the cursor; `extend` chooses what it passes. The first step begins at the newest span. Pure. */
export function moveCursor(brush: Brush, shown: Shown, steps: number, extend: boolean): Brush {
  const from = brush.cursor === null ? null : clamp(brush.cursor, shown)
  const cursor = clamp(from === null ? (steps === -Infinity ? shown.first : shown.last) : from + steps, shown)
  if (!extend) return { cursor, anchor: null }
  return { cursor, anchor: brush.anchor ?? from ?? cursor }
}

/** Begins to choose with the pointer. Pure. */
export function pressAt(span: number, shown: Shown): Brush {
  const cursor = clamp(span, shown)
  return { cursor, anchor: cursor }
}

/** The pointer moves: it chooses while it is pressed, and only points otherwise. Pure. */
export function pointAt(brush: Brush, shown: Shown, span: number, pressed: boolean): Brush {
  const cursor = clamp(span, shown)
  if (!pressed) return brush.anchor === null ? { cursor, anchor: null } : brush
  return { cursor, anchor: brush.anchor ?? cursor }
}

/** The chosen spans, first and last; null when none are. Pure. */
export function chosenSpans({ cursor, anchor }: Brush): { first: number; last: number } | null {
  if (cursor === null || anchor === null) return null
  return { first: Math.min(cursor, anchor), last: Math.max(cursor, anchor) }
}

function clamp(span: number, { first, last }: Shown): number {
  return Math.min(last, Math.max(first, span))
}
