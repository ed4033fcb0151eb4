import { lazy, Suspense, useMemo } from 'react'
import { isVerified } from '../../../shared/model.ts'
import { serviceScheme } from '../../../shared/signature/schemePresets.ts'
import { isPlainHmac, type SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { environmentScheme } from './environmentScheme.ts'
import { useAppState } from '../../data/state/useApp.ts'
import { Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { verdictNames } from '../../text/verdictNames.ts'
import { signatureWords } from './words.ts'
import { verdictSentence } from './verdictWords.ts'
import { Cause } from './Cause.tsx'
import { CheckMyCode } from './CheckMyCode.tsx'
import { Comparison } from './Comparison.tsx'
import { HowChecked } from './HowChecked.tsx'
import { ageWords } from './signatureWords.ts'
import { SignedBytes } from './SignedBytes.tsx'
import type { FoundCause } from './useExplanation.ts'
import tabsStyles from '../../ui/Tabs.module.css'
import styles from './SignatureTab.module.css'

/** Programs in nine languages are loaded when somebody comes to see them. */
const ReadyCode = lazy(async () => ({ default: (await import('./ReadyCode.tsx')).ReadyCode }))

/** The check spelled out: the verdict, why it fails and the proof of it, what came and what was expected, and how to do it. */
export function SignatureTab({ delivery, cause }: { delivery: Delivery; cause: FoundCause }) {
  const { signature } = delivery
  const scheme = useScheme(delivery)
  return (
    <div className={tabsStyles.body}>
      <div className={styles.verdict} data-verdict={signature.verdict}>
        <Seal verdict={signature.verdict} size={48} />
        <div>
          <h3 className={styles.verdictName}>{verdictNames[signature.verdict]}</h3>
          <p className={styles.verdictText}>
            {verdictSentence(signature)} {signature.malformed}
          </p>
        </div>
      </div>
      {signature.age?.tooOld === true && (
        <ErrorNote look="warn">{ageWords(signature.age, scheme.toleranceSeconds)}</ErrorNote>
      )}
      {signature.ageProblem !== null && <ErrorNote look="warn">{signature.ageProblem}</ErrorNote>}
      <Cause cause={cause} isRight={isVerified(signature.verdict)} />
      <Comparison signature={signature} scheme={scheme} />
      <SignedBytes signature={signature} scheme={scheme} />
      <HowChecked delivery={delivery} scheme={scheme} />
      {isPlainHmac(scheme) && <CheckMyCode delivery={delivery} />}
      {isPlainHmac(scheme) && (
        <Suspense fallback={<Loading what={signatureWords.programs} />}>
          <ReadyCode delivery={delivery} scheme={scheme} />
        </Suspense>
      )}
    </div>
  )
}

/** The scheme of the delivery's environment; that of the service when the environment is gone. */
function useScheme({ environmentId }: Delivery): SignatureScheme {
  const environment = useAppState((state) => state.feed.environments.find(({ id }) => id === environmentId))
  return useMemo(() => (environment === undefined ? serviceScheme : environmentScheme(environment)), [environment])
}
