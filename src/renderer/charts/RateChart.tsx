import { ChartColumn, ChevronDown, ChevronRight, Table2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAppState } from '../state/useApp.ts'
import { IconButton } from '../ui/Button.tsx'
import { useNow } from '../ui/useNow.ts'
import { chartWords, rateRangeWords, rateWords } from '../words/charts.ts'
import { storedRange, storedUnfolded, storeRange, storeUnfolded } from './chartMemory.ts'
import { countedFilter } from './countedFilter.ts'
import { rateRangeIds } from './rateRanges.ts'
import { RateReadout } from './RateReadout.tsx'
import { RateView } from './RateView.tsx'
import { useRate } from './useRate.ts'
import { useTimeFilter } from './useTimeFilter.ts'
import './Charts.css'

/** The rate of the environment in use as a band that folds away. */
export function RateChart() {
  const environmentId = useAppState((state) => state.feed.status?.environment.id)
  const [unfolded, setUnfolded] = useState(storedUnfolded)
  if (environmentId === undefined) return null
  const fold = () => {
    storeUnfolded(!unfolded)
    setUnfolded(!unfolded)
  }
  return (
    <section className="rate-band" aria-label={rateWords.title}>
      {unfolded ? (
        <Unfolded key={environmentId} environmentId={environmentId} fold={fold} />
      ) : (
        <div className="rate-head">
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
      className="rate-fold"
      aria-expanded={unfolded}
      title={unfolded ? rateWords.fold : rateWords.unfold}
      onClick={onClick}
    >
      {unfolded ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      {rateWords.band}
    </button>
  )
}

function Unfolded({ environmentId, fold }: { environmentId: string; fold: () => void }) {
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
      <div className="rate-head">
        <FoldButton unfolded onClick={fold} />
        {rate.shown !== undefined && <RateReadout rate={rate.shown} pointed={pointed} now={now} leftOut={leftOut} />}
        <span className="rate-space" />
        {isBound && <IconButton label={rateWords.allTime} icon={<X />} onClick={clear} />}
        <select
          className="input select rate-range"
          aria-label={rateWords.range}
          value={range}
          onChange={(event) => {
            const next = rateRangeIds.find((id) => id === event.target.value)
            if (next !== undefined) choose(next)
          }}
        >
          {rateRangeIds.map((id) => (
            <option key={id} value={id}>
              {rateRangeWords[id].short}
            </option>
          ))}
        </select>
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
