import { Check, Ellipsis, Minus, RotateCw, X } from 'lucide-react'
import { isVerified } from '../../../shared/model.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { useApp } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { followUpPanelWords, type FollowUpWords, followUpWords } from './followUpWords.ts'
import { NextTry } from './NextTry.tsx'
import { needsPath } from './RepairPath.tsx'
import styles from './FollowUpPanel.module.css'

/** Where the follow-up stands and why, and what a person can do about it. */
export function FollowUpPanel({ delivery }: { delivery: Delivery }) {
  const { client, navigation } = useApp()
  const again = useCall(async () => client.deliveries.followUp({ id: delivery.id }))
  const cancel = useCall(async () => client.deliveries.cancelFollowUp({ id: delivery.id }))
  const { word, why, state, mend } = followUpWords(delivery)
  const can = isVerified(delivery.verdict) && delivery.resourceId !== null
  const problem = again.problem ?? cancel.problem
  return (
    <section
      data-part="follow-up-panel"
      className={styles.followUpPanel}
      data-state={state}
      aria-label={followUpPanelWords.followUp}
    >
      <div className={styles.followUpSign}>
        <Sign state={state} />
      </div>
      <div className={styles.followUpText}>
        <h3>{word}</h3>
        <p aria-live="polite">{why}</p>
        <p>
          <NextTry followUp={delivery.followUp} />
        </p>
        {mend !== null && !needsPath(delivery) && (
          <a href={navigation.href({ screen: mend.screen, deliveryId: null })}>{mend.label}</a>
        )}
        {cancel.answer?.followUp === null && <p role="status">{followUpPanelWords.endedBefore}</p>}
        {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      </div>
      <div className={styles.followUpActions}>
        {state === 'open' && (
          <Button icon={<X aria-hidden="true" />} busy={cancel.busy} onClick={() => void cancel.run()}>
            {followUpPanelWords.cancel}
          </Button>
        )}
        {can && (
          <Button icon={<RotateCw aria-hidden="true" />} busy={again.busy} onClick={() => void again.run()}>
            {followUpPanelWords.runAgain}
          </Button>
        )}
      </div>
    </section>
  )
}

function Sign({ state }: { state: FollowUpWords['state'] }) {
  switch (state) {
    case 'done':
      return <Check aria-hidden="true" />
    case 'failed':
      return <X aria-hidden="true" />
    case 'open':
      return <Ellipsis aria-hidden="true" />
    case 'none':
      return <Minus aria-hidden="true" />
  }
}
