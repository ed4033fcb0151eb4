import { Forward, RotateCw, X } from 'lucide-react'
import type { ForwardSummary } from '../../../../shared/model.ts'
import styles from './ForwardMark.module.css'
import { forwardMarkWords as words } from './forwardMarkWords.ts'

const signs = { done: Forward, waiting: RotateCw, failed: X } as const

/** The app's answer to a forwarded delivery: a sign and its status. */
export function ForwardMark({ forward: { state, status } }: { forward: ForwardSummary }) {
  const Sign = signs[state]
  const said = words[state](status)
  return (
    <span className={styles.mark} data-state={state} title={said} aria-label={said} role="img">
      <Forward aria-hidden="true" />
      {Sign !== Forward && <Sign aria-hidden="true" />}
      {status}
    </span>
  )
}
