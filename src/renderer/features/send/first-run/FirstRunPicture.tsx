import type { DeliverySummary } from '../../../../shared/model.ts'
import { FlowLine, flowOf } from '../presentation/FlowLine.tsx'
import { presentationWords } from '../presentation/words.ts'
import styles from './FirstRun.module.css'

/** A delivery on its way, in place of the inbox: each station is lit by the event of what happened there. */
export function FirstRunPicture({ delivery }: { delivery: DeliverySummary }) {
  return (
    <section data-part="first-run" className={styles.picture} aria-label={presentationWords.firstRun}>
      <h1>{presentationWords.firstRun}</h1>
      <FlowLine stations={flowOf(delivery, false)} verdict={delivery.verdict} fresh />
    </section>
  )
}
