import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

interface BrushOptions {
  shown: Shown
  /** The span at a place on the screen. */
  spanAt: (clientX: number) => number
  /** Chosen and applied. */
  apply: (chosen: { first: number; last: number }) => void
  /** Escape where nothing is being chosen: true when that took something back. */
  clear: () => boolean
  /** Reports the spans that are pointed at or being chosen; null: none. */
  report: (spans: { first: number; last: number } | null) => void
}

/** Spans moved by Page up and Page down. */
const page = 10

/** Pointing at spans of time and choosing some of them, by pointer and by keyboard. */
export function useBrush({ shown, spanAt, apply, clear, report }: BrushOptions) {
  const [brush, setBrush] = useState<Brush>(noBrush)
  const [pressed, setPressed] = useState(false)
  const chosen = chosenSpans(brush)
  const reporting = useRef(report)
  useEffect(() => {
    reporting.current = report
  })
  const { cursor } = brush
  const [first, last] = [chosen?.first ?? cursor, chosen?.last ?? cursor]
  useEffect(() => reporting.current(first === null || last === null ? null : { first, last }), [first, last])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps = stepsOf(event.key)
    if (steps !== null) setBrush(moveCursor(brush, shown, steps, event.shiftKey))
    else if (event.key === 'Enter' && brush.cursor !== null) {
      apply(chosen ?? { first: brush.cursor, last: brush.cursor })
      setBrush({ ...brush, anchor: null })
    } else if (event.key === 'Escape') {
      if (chosen !== null) setBrush({ ...brush, anchor: null })
      else if (!clear()) return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    brush,
    chosen,
    handlers: {
      onKeyDown,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setPressed(true)
        setBrush(pressAt(spanAt(event.clientX), shown))
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) =>
        setBrush(pointAt(brush, shown, spanAt(event.clientX), pressed)),
      onPointerUp: () => {
        if (!pressed) return
        setPressed(false)
        // A click only points; a span that was dragged over is applied.
        if (chosen !== null && chosen.first !== chosen.last) apply(chosen)
        setBrush({ ...brush, anchor: null })
      },
      onPointerCancel: () => {
        setPressed(false)
        setBrush(noBrush)
      },
      onPointerLeave: () => {
        if (!pressed && brush.anchor === null) setBrush(noBrush)
      },
      onBlur: () => setBrush(noBrush),
    },
  }
}

function stepsOf(key: string): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: page,
    PageDown: -page,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key] ?? null
}

/** The spans that the user points at and has chosen, by their numbers. Null: none. */
interface Brush {
  /** The span pointed at. */
  cursor: number | null
  /** Where the chosen spans begin or end; the cursor is their other end. */
  anchor: number | null
}

export const noBrush: Brush = { cursor: null, anchor: null }

/** The spans that can be pointed at. */
interface Shown {
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
