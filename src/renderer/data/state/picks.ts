/** Deliveries that are picked together, to do something with all of them. */
export interface Picks {
  ids: ReadonlySet<string>
  /** Where a range begins: the delivery that was picked last alone; null before the first. */
  anchor: string | null
}

export const noPicks: Picks = { ids: new Set(), anchor: null }

/**
 * Picks the deliveries of a row, or unpicks them when all are picked. Pure.
 * @param row the deliveries of the row, the newest first: several for a closed thread
 * @param chosen the delivery opened by hand, which the first pick includes; or null
 */
export function togglePick({ ids }: Picks, row: readonly string[], chosen: string | null): Picks {
  const [anchor = null] = row
  const next = new Set(ids.size === 0 && chosen !== null && !row.includes(chosen) ? [chosen] : ids)
  const isPicked = row.every((id) => next.has(id))
  for (const id of row) {
    if (isPicked) next.delete(id)
    else next.add(id)
  }
  return { ids: next, anchor }
}

/** Picks a range and nothing else; the range goes on from the same place. Pure. */
export function pickRange(range: readonly string[], anchor: string): Picks {
  return { ids: new Set(range), anchor }
}

/** Picks every one of them. Pure. */
export function pickAll(all: readonly string[], anchor: string | null): Picks {
  return { ids: new Set(all), anchor }
}

/** Without deliveries that have left the list. The same object when none has. Pure. */
export function keepPicks(picks: Picks, isListed: (id: string) => boolean): Picks {
  if ([...picks.ids].every(isListed)) return picks
  return { ...picks, ids: new Set([...picks.ids].filter(isListed)) }
}
