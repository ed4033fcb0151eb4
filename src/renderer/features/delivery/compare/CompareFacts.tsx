import { isVerified } from '../../../../shared/model.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { formatBytes } from '../../../text/format.ts'
import { verdictNames } from '../../../text/verdictNames.ts'
import { compareWords } from './words.ts'
import { PairTable } from './PairTable.tsx'
import styles from '../../../ui/Tabs.module.css'

/** What is in the head of both, as text, so that it can be compared. */
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
    <section className={styles.group} aria-label={compareWords.facts}>
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
