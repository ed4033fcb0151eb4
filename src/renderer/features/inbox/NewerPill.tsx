import { ArrowUp } from 'lucide-react'
import { useAppState } from '../../data/state/useApp.ts'
import { inboxWords } from './words.ts'
import styles from './DeliveryList.module.css'
import { focusOn, listId } from './inboxParts.ts'
import { useNewest } from './useNewest.ts'
import { tip } from '../../ui/tip.ts'

/** Counts what waits above while a person reads further down, and leads there. It floats: nothing moves when it appears. */
export function NewerPill() {
  const count = useAppState(({ inbox }) => (inbox.held?.by === 'scroll' ? inbox.held.count : 0))
  const toNewest = useNewest()
  if (count === 0) return null
  const onClick = () => {
    toNewest()
    // The button goes: the focus must not go with it.
    focusOn(listId)
  }
  return (
    <div className={styles.newer}>
      <button type="button" className={styles.newerPill} {...tip(inboxWords.liveHint)} onClick={onClick}>
        <ArrowUp aria-hidden="true" />
        {inboxWords.newer(count)}
      </button>
    </div>
  )
}
