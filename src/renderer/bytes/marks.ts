import { createContext } from 'react'

/** The matches of a search, for views to mark: pairs of byte offsets, and which pair the user is at. */
export interface Marks {
  places: Uint32Array
  /** Number of the pair, from 0. */
  current: number
}

export const noMarks: Marks = { places: new Uint32Array(), current: -1 }
export const MarksContext = createContext(noMarks)

/** A piece of bytes that is marked throughout, or not at all. */
export interface Piece {
  start: number
  end: number
  mark: 'none' | 'found' | 'current'
}

/** Cuts a range at the edges of what was found. Pure. */
export function cutAtMarks({ places, current }: Marks, start: number, end: number): Piece[] {
  const pieces: Piece[] = []
  let at = start
  for (let pair = firstBehind(places, start); (places[pair * 2] ?? end) < end; pair++) {
    const from = Math.max(start, places[pair * 2] as number)
    const until = Math.min(end, places[pair * 2 + 1] as number)
    if (from > at) pieces.push({ start: at, end: from, mark: 'none' })
    if (until > from) pieces.push({ start: from, end: until, mark: pair === current ? 'current' : 'found' })
    at = Math.max(at, until)
  }
  if (at < end) pieces.push({ start: at, end, mark: 'none' })
  return pieces
}

/** The first pair that ends behind an offset. */
function firstBehind(places: Uint32Array, offset: number): number {
  let low = 0
  let high = places.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle * 2 + 1] as number) > offset) high = middle
    else low = middle + 1
  }
  return low
}
