import { isVerified } from '../../../../../shared/model.ts'
import type { Delivery } from '../../../../../shared/wireTypes.ts'
import { visibleText } from '../../../../text/visibleText.tsx'
import { formatBytes } from '../../../../../shared/words/sizes.ts'
import { formatDuration } from '../../../../text/format.ts'
import { verdictNames } from '../../../../text/verdictWords.ts'
import { compareWords } from './words.ts'
import tabsStyles from '../../../../ui/layout/Tabs.module.css'
import { latencyLegs } from '../../../../../shared/codes/latencyLegs.ts'
import { Time } from '../../../../ui/basics/Time.tsx'
import styles from './CompareView.module.css'
import type { ReactNode } from 'react'
import { DataTable } from '../../../../ui/lists/DataTable.tsx'

/** Compared facts of both deliveries, as text. */
const facts: readonly [name: string, value: (delivery: Delivery) => string | null][] = [
  [compareWords.verdict, ({ verdict }) => verdictNames[verdict]],
  [compareWords.secret, provedBy],
  [compareWords.type, ({ resourceType }) => resourceType],
  [compareWords.action, ({ action }) => action],
  [compareWords.objectId, ({ resourceId }) => resourceId],
  [compareWords.notificationId, ({ notificationId }) => notificationId],
  [compareWords.method, ({ method }) => method],
  [compareWords.target, ({ target }) => target],
  [compareWords.size, ({ size }) => formatBytes(size)],
  [compareWords.sha256, ({ sha256 }) => sha256],
  [compareWords.from, ({ peer }) => peer.address],
  [compareWords.answered, ({ answeredStatus }) => String(answeredStatus)],
  [compareWords.followUp, ({ followUp: { state, status } }) => (status === null ? state : `${state} ${status}`)],
]

/** The secret that proves the signature; where none does, there is nothing to name. */
function provedBy({ verdict, signature: { secret } }: Delivery): string | null {
  return secret === null || !isVerified(verdict) ? null : compareWords.secretName(secret.label, secret.fingerprint)
}

interface CompareProps {
  pair: readonly [Delivery, Delivery]
  onlyDifferences: boolean
}

export function CompareFacts({ pair: [a, b], onlyDifferences }: CompareProps) {
  const rows = facts.map(([name, value]) => {
    const [one, other] = [value(a), value(b)]
    return { key: name, name, one: shown(one), other: shown(other), differs: one !== other }
  })
  return (
    <section className={tabsStyles.group} aria-label={compareWords.facts}>
      <h3>{compareWords.facts}</h3>
      <PairTable
        label={compareWords.facts}
        rows={rows}
        onlyDifferences={onlyDifferences}
        same={compareWords.factsSame}
      />
    </section>
  )
}

function shown(value: string | null) {
  return value === null ? <span className="muted">{compareWords.nothing}</span> : visibleText(value)
}

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

interface PairRow {
  key: string
  name: ReactNode
  one: ReactNode
  other: ReactNode
  differs: boolean
}

interface PairTableProps {
  label: string
  rows: readonly PairRow[]
  onlyDifferences: boolean
  /** Said in place of the table when nothing is left of it. */
  same: string
}

/** Names with the values of A and B. Differences have a sign, not only a colour. */
export function PairTable({ label, rows, onlyDifferences, same }: PairTableProps) {
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows
  if (shown.length === 0) return <p className="muted">{same}</p>
  return (
    <DataTable
      label={label}
      look="values"
      className={styles.pairs}
      rows={shown}
      rowKey={({ key }) => key}
      rowData={({ differs }) => ({ 'data-differs': differs || undefined })}
      columns={[
        {
          key: 'name',
          head: compareWords.what,
          names: true,
          cell: ({ name, differs }) => (
            <>
              <span className={styles.sign}>
                {differs && (
                  <>
                    <span aria-hidden="true">{compareWords.sign}</span>
                    <span className="unseen">{compareWords.differs}</span>
                  </>
                )}
              </span>
              {name}
            </>
          ),
        },
        { key: 'one', head: compareWords.one, mono: true, cell: ({ one }) => one },
        { key: 'other', head: compareWords.other, mono: true, cell: ({ other }) => other },
      ]}
    />
  )
}
