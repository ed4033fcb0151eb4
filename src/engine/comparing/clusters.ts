import type { DifferenceCluster, DifferencePart } from '../../shared/wireTypes.ts'

/** A delivery whose answers differ. */
export interface Differing {
  deliveryId: string
  type: string | null
  parts: readonly DifferencePart[]
}

/** Differences gathered by their shape. */
export interface Clusters {
  /** @param exampleOf asked only for the first of a shape */
  add(differing: Differing, exampleOf: () => DifferenceCluster['example']): void
  /** The most frequent first. */
  view(): DifferenceCluster[]
  /** Deliveries that differ in further ways, without a cluster of their own. */
  others(): number
}

const maxClusters = 100
/** Ids that a cluster lists; the rest is counted. */
const maxIds = 200

export function createClusters(): Clusters {
  const found = new Map<string, DifferenceCluster>()
  const types = new Map<string, Map<string, number>>()
  let others = 0
  return {
    add: ({ deliveryId, type, parts }, exampleOf) => {
      const key = JSON.stringify(parts)
      const known = found.get(key)
      if (known === undefined && found.size >= maxClusters) {
        others += 1
        return
      }
      const counts = types.get(key) ?? new Map<string, number>()
      types.set(key, counts.set(type ?? '', (counts.get(type ?? '') ?? 0) + 1))
      if (known === undefined) {
        found.set(key, { parts: [...parts], count: 1, types: [], deliveryIds: [deliveryId], example: exampleOf() })
        return
      }
      known.count += 1
      if (known.deliveryIds.length < maxIds) known.deliveryIds.push(deliveryId)
    },
    view: () =>
      [...found]
        .map(([key, cluster]) => ({
          ...cluster,
          types: [...(types.get(key) ?? [])]
            .map(([type, count]) => ({ type, count }))
            .toSorted((a, b) => b.count - a.count),
        }))
        .toSorted((a, b) => b.count - a.count),
    others: () => others,
  }
}
