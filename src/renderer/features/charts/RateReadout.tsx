import { groupDigits } from '../../text/format.ts'
import { Seal } from '../../ui/Seal.tsx'
import { rateWords } from './words.ts'
import { chosenCounts, holdsText, spanText } from './rateTexts.ts'
import type { ShownRate } from './useRate.ts'
import { countAll, provenVerdicts, sumCounts, unprovenVerdicts } from './verdictOrder.ts'
import styles from './Charts.module.css'

interface RateReadoutProps {
  rate: ShownRate
  /** As short as it goes: "15 min". */
  range: string
  /** The spans that are pointed at; null: all of them. */
  pointed: { first: number; last: number } | null
  now: number
  /** Words of the filter that are not counted by. */
  leftOut?: string
}

/** What is pointed at, in a line: when, how many, and of which verdict. */
export function RateReadout({ rate, range, pointed, now, leftOut = '' }: RateReadoutProps) {
  const counts = pointed === null ? sumCounts(rate.spans) : chosenCounts(rate, pointed)
  return (
    <span className={`${styles.rateReadout} numbers`} title={holdsText(counts)}>
      {leftOut !== '' && <span className={styles.rateLeftOut}>{rateWords.leftOut(leftOut)}</span>}
      {pointed !== null && <strong>{spanText(rate, pointed, now)}</strong>}
      {pointed === null ? (
        <>
          <span className={styles.rateTotal}>{rateWords.total(countAll(counts), range)}</span>
          <span className={styles.rateTotalShort}>{rateWords.totalShort(countAll(counts), range)}</span>
        </>
      ) : (
        <span>{rateWords.count(countAll(counts))}</span>
      )}
      {[...provenVerdicts, ...unprovenVerdicts].map((verdict) => {
        const count = counts[verdict] ?? 0
        if (count === 0) return null
        return (
          <span key={verdict} className={styles.rateCount}>
            <Seal verdict={verdict} size={12} labelled /> {groupDigits(count)}
          </span>
        )
      })}
    </span>
  )
}
