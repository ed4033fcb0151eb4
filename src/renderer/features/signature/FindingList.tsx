import { KeyRound } from 'lucide-react'
import type { Finding } from '../../../shared/wireTypes.ts'
import { signatureWords } from './words.ts'
import styles from './FindingList.module.css'

interface FindingListProps {
  findings: readonly Finding[]
  /** The cause whose facts stand above the list already, such as how old a signature is. */
  toldAbove?: string
}

/** What was found, proofs first: what to do, how the digest comes about, and each step of it. */
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
