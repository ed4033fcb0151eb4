import { useApp } from '../../data/state/useApp.ts'
import { signatureWords } from './words.ts'
import type { FoundCause } from './useExplanation.ts'
import styles from './WhyLine.module.css'

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
