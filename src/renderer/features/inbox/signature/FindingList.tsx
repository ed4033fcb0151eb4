import { KeyRound } from 'lucide-react'
import type { Finding, Explanation } from '../../../../shared/wireTypes.ts'
import { signatureWords, triedWords } from './words.ts'
import styles from './FindingList.module.css'
import { groupDigits } from '../../../../shared/words/counts.ts'

interface FindingListProps {
  findings: readonly Finding[]
  /** The cause whose facts are above the list already, such as how old a signature is. */
  toldAbove?: string
}

/** The findings, proofs first: the advice, how the digest is computed, and each step of it. */
export function FindingList({ findings, toldAbove }: FindingListProps) {
  const proofsFirst = findings.toSorted((a, b) => Number(b.kind === 'proof') - Number(a.kind === 'proof'))
  return (
    <ul className={styles.findings}>
      {proofsFirst.map((finding) => (
        <FindingItem
          key={`${finding.cause} ${finding.recipe}`}
          finding={finding}
          hasRecipe={finding.cause !== toldAbove}
        />
      ))}
    </ul>
  )
}

function FindingItem({ finding, hasRecipe }: { finding: Finding; hasRecipe: boolean }) {
  const { kind, title, secret, advice, recipe, steps } = finding
  return (
    <li className={styles.finding} data-kind={kind}>
      <div className={styles.head}>
        <span
          className={styles.kind}
          title={kind === 'proof' ? signatureWords.proofNote : signatureWords.observationNote}
        >
          {kind === 'proof' ? signatureWords.proof : signatureWords.observation}
        </span>
        <h4>{title}</h4>
      </div>
      {secret !== null && (
        <p className={styles.secretChip}>
          <KeyRound aria-hidden="true" />
          <span>{secret.label}</span>
          {secret.environment !== null && <span>{signatureWords.ofEnvironment(secret.environment)}</span>}
          <code title={signatureWords.fingerprintNote}>{secret.fingerprint}</code>
        </p>
      )}
      <p className={styles.advice}>{advice}</p>
      {hasRecipe && <p className={styles.recipe}>{recipe}</p>}
      {steps.length > 0 && (
        <details className={styles.steps}>
          <summary>{signatureWords.steps}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

/** How far the search went, and what it tried without a hit. `open` shows the list from the start. */
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
