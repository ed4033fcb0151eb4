import { difference, type Difference } from '../../../../shared/difference.ts'
import { parseExactly } from '../../../../shared/exactJson.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { DifferenceTable } from '../../objects/DifferenceTable.tsx'
import { compareWords } from './words.ts'
import tabsStyles from '../../../ui/Tabs.module.css'
import styles from './CompareView.module.css'

/** The object as the follow-up of each delivery found it. */
export function CompareObject({ pair: [a, b] }: { pair: readonly [Delivery, Delivery] }) {
  return (
    <section className={tabsStyles.group} aria-label={compareWords.object}>
      <h3>{compareWords.object}</h3>
      <Snapshots a={a} b={b} />
    </section>
  )
}

function Snapshots({ a, b }: { a: Delivery; b: Delivery }) {
  const [one, other] = [snapshotOf(a), snapshotOf(b)]
  if (one === null || other === null) {
    return <p className="muted">{compareWords.objectMissing(one === null ? compareWords.one : compareWords.other)}</p>
  }
  const places = placesOf(one, other)
  return (
    <>
      {(a.resourceId !== b.resourceId || a.resourceType !== b.resourceType) && (
        <p className={styles.comparisonNote}>{compareWords.otherObjects}</p>
      )}
      {places === null ? (
        <p className={styles.comparisonNote}>{one === other ? compareWords.objectSame : compareWords.notJson}</p>
      ) : places.length === 0 ? (
        <p>{compareWords.objectSame}</p>
      ) : (
        <DifferenceTable lines={places} words={compareWords.places} />
      )}
    </>
  )
}

/** What the last follow-up that found the object answered. */
function snapshotOf({ attempts }: Delivery): string | null {
  const found = attempts.findLast(
    ({ kind, status, error, body }) =>
      kind === 'follow-up' && error === null && body !== null && status !== null && status >= 200 && status < 300,
  )
  return found?.body ?? null
}

function placesOf(one: string, other: string): Difference[] | null {
  try {
    return difference(parseExactly(one), parseExactly(other))
  } catch {
    return null
  }
}
