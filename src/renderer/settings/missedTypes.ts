import { isVerified, type DeliverySummary } from '../../shared/model.ts'
import { pathWords } from '../words/settings.ts'
import { hasPath, type PathRow } from './resourcePaths.ts'

/** A type that occurred and that nothing tells where to fetch, or whose follow-ups wait for that to be said. */
export interface MissedType {
  resourceType: string
  /** Follow-ups that were skipped. */
  missed: number
}

/** Of these deliveries the types that have no path, with how many follow-ups were skipped; the newest first. Pure. */
export function missedTypes(items: readonly DeliverySummary[], rows: readonly PathRow[]): MissedType[] {
  const found = new Map<string, MissedType>()
  for (const { resourceType, verdict, followUp } of items) {
    if (resourceType === null || !isVerified(verdict) || hasPath(resourceType, rows)) continue
    const key = resourceType.toLowerCase()
    const known = found.get(key) ?? { resourceType, missed: 0 }
    found.set(key, { ...known, missed: known.missed + (followUp.state === 'skipped' ? 1 : 0) })
  }
  return [...found.values()]
}

/** What happens at once after a path was saved, as a sentence; null when nothing was missed. Pure. */
export function madeUpWords({ resourceType, missed }: MissedType): string | null {
  if (missed === 0) return null
  return pathWords.madeUp(missed, resourceType)
}
