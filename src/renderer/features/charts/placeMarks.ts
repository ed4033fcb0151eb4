/**
 * Where marks stand on a line so that each is seen: as near to its own place as possible, never closer than `gap` to the one
 * before, and within the line. Where they do not fit, all stand as far apart as they can. `places` are in order. Pure.
 */
export function placeMarks(places: readonly number[], width: number, gap: number): number[] {
  const room = Math.max(0, width)
  const least = places.length < 2 ? 0 : Math.min(gap, room / (places.length - 1))
  // Groups of marks that touch stand around the middle of where they belong; groups that touch become one.
  const groups: { from: number; count: number; sum: number }[] = []
  for (const place of places) {
    groups.push({ from: clamp(place, 0, room), count: 1, sum: place })
    for (let last = groups.length - 1; last > 0; last -= 1) {
      const [before, here] = [groups[last - 1], groups[last]]
      if (before === undefined || here === undefined || before.from + before.count * least <= here.from) break
      // The place of each, less its distance from the first of its group.
      const sum = before.sum + here.sum - before.count * here.count * least
      const count = before.count + here.count
      const middle = sum / count
      groups.splice(last - 1, 2, { from: clamp(middle, 0, Math.max(0, room - (count - 1) * least)), count, sum })
    }
  }
  return groups.flatMap(({ from, count }) => Array.from({ length: count }, (_, place) => from + place * least))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
