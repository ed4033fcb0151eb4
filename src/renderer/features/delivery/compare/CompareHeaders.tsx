import type { Delivery } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { compareWords } from './words.ts'
import { alignHeaders, type HeaderPair } from './alignHeaders.ts'
import { PairTable } from './PairTable.tsx'
import tabsStyles from '../../../ui/Tabs.module.css'
import styles from './CompareView.module.css'

/** The headers by name; a changed order is said, because some receivers look at it. */
export function CompareHeaders({
  pair: [a, b],
  onlyDifferences,
}: {
  pair: readonly [Delivery, Delivery]
  onlyDifferences: boolean
}) {
  const pairs = alignHeaders(a.headers, b.headers)
  const moved = pairs.filter((pair) => pair.moved).map(({ names }) => visibleText(names[0] ?? ''))
  const rows = pairs.map((pair) => ({
    key: pair.key,
    name: (
      <>
        {visibleText(nameOf(pair))}
        {pair.moved && <span className="muted"> {compareWords.moved}</span>}
      </>
    ),
    one: shown(pair.values[0]),
    other: shown(pair.values[1]),
    differs: pair.differs,
  }))
  return (
    <section className={tabsStyles.group} aria-label={compareWords.headers}>
      <h3>{compareWords.headers}</h3>
      {moved.length > 0 && <p className={styles.comparisonNote}>{compareWords.order(moved)}</p>}
      <PairTable
        label={compareWords.headers}
        rows={rows}
        onlyDifferences={onlyDifferences}
        same={compareWords.headersSame}
      />
    </section>
  )
}

function nameOf({ names: [one, other] }: HeaderPair): string {
  if (one === null || other === null || one === other) return one ?? other ?? ''
  return compareWords.spelled(one, other)
}

function shown(value: string | null) {
  return value === null ? <span className="muted">{compareWords.didNotCome}</span> : visibleText(value)
}
