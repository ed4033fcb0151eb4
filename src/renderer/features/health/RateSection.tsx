import { useState } from 'react'
import { ChartFrame } from '../charts/ChartFrame.tsx'
import { rateRangeIds, storedRange, storeRange } from '../charts/rateRanges.ts'
import { RateReadout } from '../charts/RateReadout.tsx'
import { RateView } from '../charts/RateView.tsx'
import { useRate } from '../charts/useRate.ts'
import { sumCounts } from '../charts/verdictOrder.ts'
import { VerdictShares } from '../charts/VerdictShares.tsx'
import { noFilter } from '../../../shared/deliveryFilter.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Section } from '../../ui/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { rateRangeWords, rateWords } from '../charts/words.ts'
import styles from '../charts/Charts.module.css'

const rangeOptions = rateRangeIds.map((id) => ({ id, label: rateRangeWords[id].short }))

/** How many deliveries came when, and of which verdict. */
export function RateSection({ environment }: { environment: Environment }) {
  const [range, setRange] = useState(storedRange)
  const [pointed, setPointed] = useState<{ first: number; last: number } | null>(null)
  const now = useNow(60_000)
  const rate = useRate(environment.id, range, noFilter)
  const choose = (next: typeof range) => {
    storeRange(next)
    setRange(next)
    setPointed(null)
  }
  const { shown } = rate
  const view = (asTable: boolean) => (
    <RateView rate={rate} range={range} asTable={asTable} height={160} now={now} onPoint={setPointed} />
  )
  return (
    <Section title={rateWords.title} lead={rateWords.lead(environment.name)}>
      <ChartFrame
        choices={<Choice label={rateWords.range} options={rangeOptions} value={range} onChange={choose} />}
        table={view(true)}
        tableIs="instead"
      >
        <div className={styles.rateLarge}>
          {shown !== undefined && (
            <RateReadout rate={shown} range={rateRangeWords[range].short} pointed={pointed} now={now} />
          )}
          {view(false)}
        </div>
      </ChartFrame>
      {shown !== undefined && (
        <VerdictShares
          counts={sumCounts(shown.spans)}
          range={rateRangeWords[range].long}
          within={`after:${new Date(shown.first * shown.stepMs).toISOString()}`}
        />
      )}
    </Section>
  )
}
