import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { pathWords } from './words.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/useLoad.ts'
import { useSettled } from '../../../ui/useSettled.ts'
import { hasPath, type PathRow, pathRows } from './resourcePaths.ts'
import { type DeliverySummary, isVerified } from '../../../../shared/model.ts'
import styles from './Settings.module.css'

interface MissedTypesProps {
  types: readonly MissedType[]
  /** The person wants to give this type a path. */
  onAdd: (resourceType: string) => void
}

/** Types that came and that no path is known for, each with what to do. */
export function MissedTypes({ types, onAdd }: MissedTypesProps) {
  if (types.length === 0) return null
  return (
    <ErrorNote look="warn">
      <p className={styles.pathMissedTitle}>{pathWords.missed(types.length)}</p>
      <ul className={styles.pathMissed}>
        {types.map(({ resourceType, missed }) => (
          <li key={resourceType}>
            <strong>{resourceType}</strong>{' '}
            <span className="muted">{missed === 0 ? pathWords.nothingSkipped : pathWords.skipped(missed)}</span>{' '}
            <Button aria-label={pathWords.addPathFor(resourceType)} onClick={() => onAdd(resourceType)}>
              {pathWords.addPath}
            </Button>
          </li>
        ))}
      </ul>
    </ErrorNote>
  )
}

/** The largest page that the API gives. */
const mostDeliveries = 500
/** Deliveries may come in a rush; they are asked for at most this often, ms. */
const calmMs = 2000

/** The types without a path among an environment's newest deliveries, kept up while more come. */
export function useMissedTypes(environment: Environment): MissedType[] {
  const client = useClient()
  const { id } = environment
  const newest = useAppState(({ feed }) => {
    const delivery = feed.window.find(({ environmentId }) => environmentId === id)
    return delivery === undefined ? 'none' : `${delivery.id} ${delivery.followUp.state}`
  })
  const version = useSettled(newest, calmMs)
  const { data } = useLoad(
    `missed:${id}`,
    async (signal) => client.deliveries.list({ environment: id, limit: mostDeliveries }, { signal }),
    version,
  )
  return missedTypes(data?.items ?? [], pathRows(environment.resourcePaths))
}

/** A type that occurred and that nothing tells where to fetch, or whose follow-ups wait for that to be said. */
interface MissedType {
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
