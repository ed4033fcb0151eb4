import { useApp } from '../../state/useApp.ts'
import type { FoundCause } from './useExplanation.ts'
import './WhyLine.css'

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
    <p className="why-line" aria-live="polite">
      <strong>{isRight ? 'But:' : 'Why?'}</strong> {whyWords(cause)}{' '}
      <a href={navigation.href({ deliveryId, tab: 'signature' })}>See the Signature tab</a>
    </p>
  )
}

function whyWords({ state, explanation, problem }: FoundCause): string {
  if (state === 'searching') return 'Searching for the cause …'
  if (explanation === null) return problem?.message ?? ''
  const { findings } = explanation
  const first = findings.find(({ kind }) => kind === 'proof') ?? findings[0]
  if (first === undefined) return 'Unexplained so far.'
  const { title, secret, advice } = first
  // The advice may speak of the secret "named above".
  const named =
    secret === null ? '' : ` (${secret.label}${secret.environment === null ? '' : ` of ${secret.environment}`})`
  return `${title}${named}. ${advice}`
}
