import type { Verdict } from '../../../shared/model.ts'
import styles from './Charts.module.css'

/** How a part of a chart is filled: by its pattern first, by its colour second, as its seal is by its shape. */
export function fillOf(id: string, verdict: Verdict): string | undefined {
  return verdict === 'valid' ? undefined : `url(#${id}-${verdict})`
}

/** The patterns of the verdicts, to stand in a chart's `svg`. */
export function Patterns({ id }: { id: string }) {
  const shared = { patternUnits: 'userSpaceOnUse' as const }
  return (
    <defs>
      <pattern id={`${id}-valid-previous`} {...shared} width="4" height="4">
        <rect className={styles.patternGround} width="4" height="4" />
        <rect className={styles.patternGood} width="4" height="2.4" />
      </pattern>
      <pattern id={`${id}-invalid`} {...shared} width="5" height="5" patternTransform="rotate(45)">
        <rect className={styles.patternGround} width="5" height="5" />
        <rect className={styles.patternBad} width="3.6" height="5" />
      </pattern>
      <pattern id={`${id}-malformed`} {...shared} width="4" height="4">
        <rect className={styles.patternGround} width="4" height="4" />
        <rect className={styles.patternWarn} width="2" height="2" />
        <rect className={styles.patternWarn} x="2" y="2" width="2" height="2" />
      </pattern>
      <pattern id={`${id}-unsigned`} {...shared} width="3" height="3">
        <rect className={styles.patternGround} width="3" height="3" />
        <rect className={styles.patternWarn} width="1.2" height="3" />
      </pattern>
      <pattern id={`${id}-cannot-tell`} {...shared} width="5" height="5">
        <rect className={styles.patternGround} width="5" height="5" />
        <circle className={styles.patternWarn} cx="2.5" cy="2.5" r="1.3" />
      </pattern>
      <pattern id={`${id}-no-secret`} {...shared} width="5" height="5" patternTransform="rotate(-45)">
        <rect className={styles.patternGround} width="5" height="5" />
        <rect className={styles.patternPlain} width="1.2" height="5" />
      </pattern>
    </defs>
  )
}
