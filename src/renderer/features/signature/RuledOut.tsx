import type { Explanation } from '../../../shared/wireTypes.ts'
import { groupDigits } from '../../text/format.ts'
import { signatureWords } from './words.ts'
import { triedWords } from './signatureWords.ts'
import styles from './RuledOut.module.css'

/** How far the search went, and what it tried in vain. `open` shows the list from the start. */
export function RuledOut({ explanation, open = false }: { explanation: Explanation; open?: boolean }) {
  const { notTried, ruledOut } = explanation
  return (
    <div data-part="ruled-out" className={styles.ruledOut}>
      <p className="muted">{triedWords(explanation)}</p>
      {notTried.length > 0 && (
        <p className="muted">{signatureWords.notTried(notTried.map(({ hash }) => hash.toUpperCase()))}</p>
      )}
      {ruledOut.length > 0 && (
        <details open={open}>
          <summary>{signatureWords.ruledOut}</summary>
          <dl className={styles.list}>
            {ruledOut.map(({ what, count }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd className="numbers">{groupDigits(count)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
