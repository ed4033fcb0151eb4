import { type FilterTerm, type DeliveryFilter, parseDeliveryFilter } from '../../../../shared/filter/deliveryFilter.ts'
import { ChartColumn, ChevronDown, ChevronRight, Table2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAppState } from '../../../data/state/useApp.ts'
import { IconButton, tip } from '../../../ui/basics/Button.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { chartWords, rateRangeWords, rateWords } from './words.ts'
import { rateRangeIds, storedRange, storedUnfolded, storeRange, storeUnfolded } from './rateRanges.ts'
import { RateReadout, RateView, useTimeFilter } from './RateView.tsx'
import { useRate } from './useRate.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import styles from './Charts.module.css'

const rangeOptions = rateRangeIds.map((id) => ({ value: id, label: rateRangeWords[id].short }))

/** The rate of what the inbox lists, of one environment or of all, as a band that folds away. */
export function RateChart() {
  const environmentId = useAppState(({ feed, route }) => (route.everywhere ? null : feed.status?.environment.id))
  const [unfolded, setUnfolded] = useState(storedUnfolded)
  if (environmentId === undefined) return null
  const fold = () => {
    storeUnfolded(!unfolded)
    setUnfolded(!unfolded)
  }
  return (
    <section data-part="rate-band" className={styles.rateBand} aria-label={rateWords.title}>
      {unfolded ? (
        <Unfolded key={environmentId ?? ''} environmentId={environmentId} fold={fold} />
      ) : (
        <div className={styles.rateHead}>
          <FoldButton unfolded={false} onClick={fold} />
        </div>
      )}
    </section>
  )
}

function FoldButton({ unfolded, onClick }: { unfolded: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.rateFold}
      aria-expanded={unfolded}
      {...tip(unfolded ? rateWords.fold : rateWords.unfold)}
      onClick={onClick}
    >
      {unfolded ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      {rateWords.band}
    </button>
  )
}

function Unfolded({ environmentId, fold }: { environmentId: string | null; fold: () => void }) {
  const [range, setRange] = useState(storedRange)
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<{ first: number; last: number } | null>(null)
  const now = useNow(60_000)
  const typed = useAppState((state) => state.route.filter)
  const { filter, leftOut } = useMemo(() => countedFilter(typed), [typed])
  const rate = useRate(environmentId, range, filter)
  const { isBound, clear } = useTimeFilter(now)
  const choose = (next: typeof range) => {
    storeRange(next)
    setRange(next)
    setPointed(null)
  }
  return (
    <>
      <div className={styles.rateHead}>
        <FoldButton unfolded onClick={fold} />
        {rate.shown !== undefined && (
          <RateReadout
            rate={rate.shown}
            range={rateRangeWords[range].short}
            pointed={pointed}
            now={now}
            leftOut={leftOut}
          />
        )}
        <span className={styles.rateSpace} />
        {isBound && <IconButton label={rateWords.allTime} icon={<X />} onClick={clear} />}
        <Select
          className={styles.rateRange}
          aria-label={rateWords.range}
          value={range}
          options={rangeOptions}
          onChange={choose}
        />
        <IconButton
          label={asTable ? chartWords.showChart : chartWords.showTable}
          icon={asTable ? <ChartColumn /> : <Table2 />}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      <RateView rate={rate} range={range} asTable={asTable} height={48} now={now} onPoint={setPointed} />
    </>
  )
}

/** Facts of a delivery that stay as they are from its arrival on, so that it is counted once. */
const counted: ReadonlySet<FilterTerm['key']> = new Set(['verdict', 'type', 'action', 'id', 'method'])
/** The chart shows the time anyway: what the filter bounds stands out in it. */
const bounds: ReadonlySet<FilterTerm['key']> = new Set(['after', 'before'])

/** The part of a filter by which deliveries over time are counted, and what is left out of it, as typed. Pure. */
export function countedFilter(typed: string): { filter: DeliveryFilter; leftOut: string } {
  // The moments that it names do not matter here, so neither does the moment that it is read at.
  const { terms } = parseDeliveryFilter(typed, 0).filter
  const rest = terms.filter(({ key }) => !counted.has(key) && !bounds.has(key))
  return {
    filter: { terms: terms.filter(({ key }) => counted.has(key)) },
    leftOut: formatDeliveryFilter({ terms: rest }),
  }
}
