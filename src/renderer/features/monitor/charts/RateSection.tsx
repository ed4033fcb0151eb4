import { useId, useState } from 'react'
import { noFilter } from '../../../../shared/filter/deliveryFilter.ts'
import type { Verdict } from '../../../../shared/model.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { verdictNames } from '../../../text/verdictWords.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { Choice } from '../../../ui/fields/Form.tsx'
import { useWidth } from '../../../ui/hooks/changes.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { ChartFrame, fillOf, Patterns } from './ChartFrame.tsx'
import { RateReadout, RateView } from './RateChart.tsx'
import { rateRangeIds, storedRange, storeRange } from './rateRanges.ts'
import { countAll, provenVerdicts, sumCounts, unprovenVerdicts, type VerdictCounts } from './stackRate.ts'
import { useRate } from './useRate.ts'
import { rateRangeWords, rateWords, sharesWords } from './words.ts'
import styles from './Charts.module.css'

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

interface VerdictSharesProps {
  counts: VerdictCounts
  /** In words: "Last hour". */
  range: string
  /** Words of the filter that hold for all of them, such as the span of time. */
  within: string
}

const height = 20

/** How many deliveries of each verdict there are, as parts of one bar and as a list; each leads to its deliveries. */
function VerdictShares({ counts, range, within }: VerdictSharesProps) {
  const id = useId()
  const { navigation } = useApp()
  const [frame, width] = useWidth<HTMLDivElement>()
  const parts = shareParts(counts, width)
  const linkOf = (verdict: string) =>
    navigation.href({ screen: 'inbox', deliveryId: null, filter: `verdict:${verdict} ${within}`.trim() })
  return (
    <div ref={frame} className={styles.shares}>
      {parts.length > 0 && (
        <svg data-part="chart" className={styles.chart} width={width} height={height} aria-hidden="true">
          <Patterns id={id} />
          {parts.map(({ verdict, x, width: wide }) => (
            <a key={verdict} href={linkOf(verdict)} tabIndex={-1}>
              <title>{verdictNames[verdict]}</title>
              <rect
                className={`${styles.part} ${styles.sharesPart}`}
                data-verdict={verdict}
                x={x}
                y={0.5}
                width={wide}
                height={height - 1}
                fill={fillOf(id, verdict)}
              />
            </a>
          ))}
        </svg>
      )}
      <ul className={styles.sharesList} aria-label={sharesWords.label(range)}>
        {parts.map(({ verdict, count, percent }) => (
          <li key={verdict}>
            <a href={linkOf(verdict)}>
              <span className="unseen">{sharesWords.part(verdictNames[verdict], count, percent)}</span>
              <Swatch verdict={verdict} id={id} />
              <Seal verdict={verdict} />
              <span aria-hidden="true">{verdictNames[verdict]}</span>
              <strong className="numbers" aria-hidden="true">
                {groupDigits(count)}
              </strong>
              <span className="numbers muted" aria-hidden="true">
                {percent}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The pattern by which the part is known in the bars. */
function Swatch({ verdict, id }: { verdict: keyof VerdictCounts; id: string }) {
  return (
    <svg className={styles.sharesSwatch} width="12" height="12" aria-hidden="true">
      <rect
        className={`${styles.part} ${styles.sharesPart}`}
        data-verdict={verdict}
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        fill={fillOf(id, verdict)}
      />
    </svg>
  )
}

interface SharePart {
  verdict: Verdict
  count: number
  /** "3.4 %", "<0.1 %", "100 %". */
  percent: string
  /** Where the part lies in the bar, px. */
  x: number
  width: number
}

/** Minimum width of a share that is not empty, px: it can be seen and clicked. */
const least = 6
const gap = 2

/** The parts of a bar of this width, proven ones first; verdicts without any are left out. Pure. */
export function shareParts(counts: VerdictCounts, width: number): SharePart[] {
  const total = countAll(counts)
  const present = [...provenVerdicts, ...unprovenVerdicts].filter((verdict) => (counts[verdict] ?? 0) > 0)
  // Each has its least width; the room that is left is shared out.
  const room = Math.max(0, width - gap * (present.length - 1) - least * present.length)
  let x = 0
  return present.map((verdict) => {
    const count = counts[verdict] ?? 0
    const part = { verdict, count, percent: percentOf(count, total), x, width: least + (room * count) / total }
    x += part.width + gap
    return part
  })
}

/** A share never reads as nothing or as all of it when it is not. */
export function percentOf(count: number, total: number): string {
  if (count === total) return '100 %'
  const share = (count / total) * 100
  if (share < 0.1) return '<0.1 %'
  if (share > 99.9) return '>99.9 %'
  return `${share < 10 || share > 90 ? share.toFixed(1) : Math.round(share)} %`
}
