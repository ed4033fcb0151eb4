import { X } from 'lucide-react'
import { useState } from 'react'
import type { Verification } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { frameWords } from './words.ts'
import { sameVerification, verificationWords } from '../../text/verificationWords.ts'
import styles from './VerificationLine.module.css'

/** At the foot of the frame, while all deliveries are checked again, and until its result is closed. */
export function VerificationLine() {
  const verification = useAppState((state) => state.feed.status?.verification)
  return verification === undefined ? null : <Line verification={verification} />
}

function Line({ verification }: { verification: Verification }) {
  const client = useClient()
  // What had ended before this page came is no news.
  const [closed, setClosed] = useState(verification)
  const cancel = useCall(async () => client.signatures.cancel())
  const { state, checked, total, changed } = verification
  if (state === 'running') {
    return (
      <div data-part="verification-line" className={`${styles.verificationLine} ${styles.verificationRunning}`}>
        <progress aria-label={frameWords.checkingAll} value={checked} max={Math.max(1, total)} />
        <span className="numbers">{verificationWords(verification)}</span>
        <Button look="quiet" busy={cancel.busy} onClick={() => void cancel.run()}>
          {frameWords.cancel}
        </Button>
      </div>
    )
  }
  const isNews = state === 'failed' || state === 'canceled' || changed > 0
  if (state === 'idle' || !isNews || sameVerification(closed, verification)) return null
  return (
    <output data-part="verification-line" className={styles.verificationLine}>
      <span className="numbers">{verificationWords(verification)}</span>
      <IconButton label={frameWords.closeLine} icon={<X />} onClick={() => setClosed(verification)} />
    </output>
  )
}
