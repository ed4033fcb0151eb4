import type { Delivery, Explanation } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { Button, Spinner } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { signatureWords } from './words.ts'
import { FindingList, RuledOut } from './FindingList.tsx'
import { RepairSecret } from './RepairSecret.tsx'
import type { FoundCause } from './useExplanation.ts'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import findingListStyles from './FindingList.module.css'
import styles from './SignatureTab.module.css'

interface CauseProps {
  delivery: Delivery
  cause: FoundCause
  /** The signature is right, and something else is to be said of it, such as its age. */
  isRight: boolean
}

/** Why a signature proves nothing: the search, its proofs, or what it ruled out. */
export function Cause({ delivery, cause, isRight }: CauseProps) {
  const title = isRight ? signatureWords.whatElse : signatureWords.why
  if (cause.state === 'none') return null
  return (
    <section className={tabsStyles.group} aria-label={title} aria-busy={isBusy(cause)}>
      <div className={styles.groupLine}>
        <h3>{title}</h3>
        {!isBusy(cause) && (
          <Button look="quiet" onClick={cause.again}>
            {signatureWords.searchAgain}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {cause.state === 'searching' && <Searching>{signatureWords.searching}</Searching>}
        {cause.problem !== null && <ErrorNote>{cause.problem.message}</ErrorNote>}
        {cause.explanation !== null && <Explained cause={cause} explanation={cause.explanation} isRight={isRight} />}
      </div>
      {cause.explanation !== null && <RepairSecret delivery={delivery} explanation={cause.explanation} />}
    </section>
  )
}

function isBusy({ state }: FoundCause): boolean {
  return state === 'searching' || state === 'proven'
}

function Searching({ children }: { children: string }) {
  return (
    <p className={styles.searching}>
      <Spinner />
      {children}
    </p>
  )
}

function Explained({
  cause,
  explanation,
  isRight,
}: Pick<CauseProps, 'cause' | 'isRight'> & { explanation: Explanation }) {
  const proven = explanation.findings.some(({ kind }) => kind === 'proof')
  if (isRight) return <FindingList findings={explanation.findings} toldAbove="timestamp-too-old" />
  // Without a digest to search for, the findings in the request are all there is.
  if (explanation.tried === 0 && explanation.findings.length > 0) {
    return <FindingList findings={explanation.findings} />
  }
  return (
    <div className={styles.cause}>
      <FindingList findings={explanation.findings} />
      {!proven && explanation.tried > 0 && (
        <p className={findingListStyles.advice}>
          {signatureWords.unexplained} <span className="muted">{signatureWords.unexplainedNext}</span>
        </p>
      )}
      {cause.state === 'proven' ? (
        <Searching>{signatureWords.searchingOn}</Searching>
      ) : (
        <RuledOut explanation={explanation} open={!proven} />
      )}
    </div>
  )
}

interface WhyLineProps {
  deliveryId: string
  cause: FoundCause
  /** The signature is right, and something else is to be said of it. */
  isRight: boolean
}

/** In one line what to do about a failed signature, and the way to its proof. */
export function WhyLine({ deliveryId, cause, isRight }: WhyLineProps) {
  const { navigation } = useApp()
  if (cause.state === 'none') return null
  return (
    <p className={styles.whyLine} aria-live="polite">
      <strong>{isRight ? signatureWords.shortBut : signatureWords.shortWhy}</strong> {whyWords(cause)}{' '}
      <a href={navigation.href({ deliveryId, tab: 'signature' })}>{signatureWords.seeTab}</a>
    </p>
  )
}

function whyWords({ state, explanation, problem }: FoundCause): string {
  if (state === 'searching') return signatureWords.shortSearching
  if (explanation === null) return problem?.message ?? ''
  const { findings } = explanation
  const first = findings.find(({ kind }) => kind === 'proof') ?? findings[0]
  if (first === undefined) return signatureWords.shortUnexplained
  const { cause, title, advice } = first
  // That the header did not come is in the sentence before.
  return cause === 'header-absent' ? advice : signatureWords.found(title, advice)
}
