import { latencyLegs } from '../../../../shared/codes/latencyLegs.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { formatDuration } from '../../../text/format.ts'
import { Time } from '../../../ui/Time.tsx'
import { compareWords } from './words.ts'
import { PairTable } from './PairTable.tsx'
import tabsStyles from '../../../ui/Tabs.module.css'
import styles from './CompareView.module.css'

/** When each came, and how long each leg of its way took. */
export function CompareTiming({
  pair: [a, b],
  onlyDifferences,
}: {
  pair: readonly [Delivery, Delivery]
  onlyDifferences: boolean
}) {
  const apart = Date.parse(b.receivedAt) - Date.parse(a.receivedAt)
  const legs = latencyLegs.map((leg) => {
    const [one, other] = [a.timing.legs[leg], b.timing.legs[leg]]
    return {
      key: leg,
      name: compareWords.legs[leg],
      one: duration(one),
      other: duration(other),
      differs: one !== other,
    }
  })
  const rows = [
    {
      key: 'created',
      name: compareWords.createdAt,
      one: a.createdAtUtc ?? nothing(),
      other: b.createdAtUtc ?? nothing(),
      differs: a.createdAtUtc !== b.createdAtUtc,
    },
    {
      key: 'received',
      name: compareWords.receivedAt,
      one: <Time at={a.receivedAt} />,
      other: <Time at={b.receivedAt} />,
      differs: apart !== 0,
    },
    ...legs,
  ]
  return (
    <section className={tabsStyles.group} aria-label={compareWords.timing}>
      <h3>{compareWords.timing}</h3>
      <p className={styles.comparisonNote}>
        {apart >= 0 ? compareWords.apart(formatDuration(apart)) : compareWords.apartBefore(formatDuration(-apart))}
      </p>
      <PairTable
        label={compareWords.timing}
        rows={rows}
        onlyDifferences={onlyDifferences}
        same={compareWords.factsSame}
      />
    </section>
  )
}

function duration(ms: number | null | undefined) {
  return ms == null ? nothing() : formatDuration(ms)
}

function nothing() {
  return <span className="muted">{compareWords.nothing}</span>
}
