import { useId } from 'react'
import { useApp } from '../state/useApp.ts'
import { groupDigits } from '../ui/format.ts'
import { Seal } from '../ui/Seal.tsx'
import { verdictNames } from '../ui/verdictNames.ts'
import { sharesWords } from '../words/charts.ts'
import { fillOf, Patterns } from './Patterns.tsx'
import { shareParts } from './shareParts.ts'
import { useWidth } from './useWidth.ts'
import type { VerdictCounts } from './verdictOrder.ts'

interface VerdictSharesProps {
  counts: VerdictCounts
  /** In words: "Last hour". */
  range: string
  /** Words of the filter that hold for all of them, such as the span of time. */
  within: string
}

const height = 20

/** How many deliveries of each verdict there are, as parts of one bar and as a list; each leads to its deliveries. */
export function VerdictShares({ counts, range, within }: VerdictSharesProps) {
  const id = useId()
  const { navigation } = useApp()
  const [frame, width] = useWidth<HTMLDivElement>()
  const parts = shareParts(counts, width)
  const linkOf = (verdict: string) =>
    navigation.href({ screen: 'inbox', deliveryId: null, filter: `verdict:${verdict} ${within}`.trim() })
  return (
    <div ref={frame} className="shares">
      {parts.length > 0 && (
        <svg className="chart" width={width} height={height} aria-hidden="true">
          <Patterns id={id} />
          {parts.map(({ verdict, x, width: wide }) => (
            <a key={verdict} href={linkOf(verdict)} tabIndex={-1}>
              <title>{verdictNames[verdict]}</title>
              <rect
                className="chart-part shares-part"
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
      <ul className="shares-list" aria-label={sharesWords.label(range)}>
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
    <svg className="shares-swatch" width="12" height="12" aria-hidden="true">
      <rect
        className="chart-part shares-part"
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
