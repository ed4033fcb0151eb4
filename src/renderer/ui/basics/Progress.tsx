import { Progress as Base } from '@base-ui/react/progress'
import styles from './Progress.module.css'

interface ProgressProps {
  /** Names it for screen readers. */
  label: string
  /** Null while the fraction is unknown. */
  value: number | null
  max: number
  /** As wide as what it is in. */
  isWide?: boolean
}

/** How much of something is done. */
export function Progress({ label, value, max, isWide = false }: ProgressProps) {
  const look = isWide ? `${styles.progress} ${styles.wide}` : styles.progress
  return (
    <Base.Root aria-label={label} value={value} max={Math.max(1, max)} className={look}>
      <Base.Track className={styles.track}>
        <Base.Indicator className={styles.done} />
      </Base.Track>
    </Base.Root>
  )
}
