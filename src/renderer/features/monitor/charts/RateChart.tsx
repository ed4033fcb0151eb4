import { ChartColumn, ChevronDown, ChevronRight, Table2, X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { type DeliveryFilter, type FilterTerm, parseDeliveryFilter } from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button, IconButton, tip } from '../../../ui/basics/Button.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { ChartTable } from './ChartFrame.tsx'
import { RateGraph } from './RateGraph.tsx'
import { type RateRangeId, rateRangeIds, storedRange, storedUnfolded, storeRange, storeUnfolded } from './rateRanges.ts'
import {
  chosenCounts,
  countAll,
  holdsText,
  provenVerdicts,
  type ShownRate,
  spanText,
  sumCounts,
  unprovenVerdicts,
} from './stackRate.ts'
import { type LiveRate, useRate } from './useRate.ts'
import { chartWords, rateRangeWords, rateWords, verdictColumns } from './words.ts'
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

interface RateViewProps {
  rate: LiveRate
  range: RateRangeId
  asTable: boolean
  height: number
  now: number
  onPoint: (spans: { first: number; last: number } | null) => void
}

/** The rate as a chart or as a table, whatever there is of it. */
export function RateView({ rate: { shown, error, reload }, range, asTable, height, now, onPoint }: RateViewProps) {
  const { bounds, choose, clear } = useTimeFilter(now)
  if (error !== null) {
    return <ErrorNote next={<Button onClick={reload}>{rateWords.tryAgain}</Button>}>{error.message}</ErrorNote>
  }
  if (shown === undefined) return <Loading what={rateWords.loading} />
  if (asTable) return <RateTable rate={shown} range={rateRangeWords[range].long} now={now} />
  return (
    <RateGraph
      rate={shown}
      height={height}
      bounds={bounds}
      now={now}
      onChoose={choose}
      onClear={clear}
      onPoint={onPoint}
    />
  )
}

interface RateTableProps {
  rate: ShownRate
  /** In words: "Last hour". */
  range: string
  now: number
}

/** The chart's data as numbers, the newest first, without empty spans. */
function RateTable({ rate, range, now }: RateTableProps) {
  const sum = sumCounts(rate.spans)
  const kinds = [...provenVerdicts, ...unprovenVerdicts].filter((verdict) => (sum[verdict] ?? 0) > 0)
  const rows = rate.spans
    .map((counts, place) => ({ counts, span: rate.first + place }))
    .filter(({ counts }) => countAll(counts) > 0)
    .toReversed()
  return (
    <ChartTable label={rateWords.caption(range)}>
      <DataTable
        caption={rateWords.caption(range)}
        rows={rows}
        rowKey={({ span }) => span}
        columns={[
          {
            key: 'span',
            head: rateWords.columns.span,
            names: true,
            numeric: true,
            cell: ({ span }) => (
              <time dateTime={isoOf(span * rate.stepMs)} title={rateWords.utc(isoOf(span * rate.stepMs))}>
                {spanText(rate, { first: span, last: span }, now)}
              </time>
            ),
          },
          {
            key: 'total',
            head: rateWords.columns.total,
            numeric: true,
            cell: ({ counts }) => groupDigits(countAll(counts)),
          },
          ...kinds.map((verdict) => ({
            key: verdict,
            head: verdictColumns[verdict],
            numeric: true,
            cell: ({ counts }: (typeof rows)[number]) => groupDigits(counts[verdict] ?? 0),
          })),
        ]}
      />
      {rows.length === 0 && <p className="muted">{rateWords.empty}</p>}
    </ChartTable>
  )
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

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

/** The spans pointed at, in a line: when, how many, and of which verdict. */
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

/** The span of time of the inbox's filter, and how a chart sets it. */
export function useTimeFilter(now: number) {
  const { navigation, store } = useApp()
  const filter = useAppState((state) => state.route.filter)
  const bounds = spanOf(filter, now)
  const isBound = bounds.after !== null || bounds.before !== null
  const choose = useCallback(
    (from: number, to: number) => {
      const span = { after: new Date(from).toISOString(), before: new Date(to).toISOString() }
      const { route } = store.getState()
      navigation.go({ screen: 'inbox', filter: withSpan(route.filter, span) }, route.screen === 'inbox')
    },
    [navigation, store],
  )
  const clear = useCallback((): boolean => {
    const { route } = store.getState()
    const without = withSpan(route.filter, null)
    if (without === route.filter) return false
    navigation.go({ filter: without }, true)
    return true
  }, [navigation, store])
  return { bounds, isBound, choose, clear }
}

/** A span of time as the words of the inbox's filter say it: `after:` is its first moment, `before:` its end. */
interface FilterSpan {
  /** ISO 8601. */
  after: string
  before: string
}

/** A word, a "quoted text", or key:value and key:"quoted value", each with a sign or none. */
const tokens = /[-!]?(?:[A-Za-z]+:)?"[^"]*(?:"|$)|\S+/g
const bound = /^(after|before):"?([^"]*)"?$/i

/** The filter with this span in place of the one that it had; null: without any. Pure. */
export function withSpan(filter: string, span: FilterSpan | null): string {
  const others = (filter.match(tokens) ?? []).filter((token) => !bound.test(token))
  const words = span === null ? [] : [`after:${span.after}`, `before:${span.before}`]
  return [...others, ...words].join(' ')
}

/** The moments that bound a filter, ms since the epoch; null where it names none. Pure. */
export function spanOf(filter: string, now: number): { after: number | null; before: number | null } {
  const { terms } = parseDeliveryFilter(filter, now).filter
  const momentOf = (wanted: 'after' | 'before') =>
    terms.find(({ key, negated }) => key === wanted && !negated)?.at ?? null
  return { after: momentOf('after'), before: momentOf('before') }
}
