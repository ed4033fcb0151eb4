import { rateWords } from './words.ts'
import { fitLabels } from './timeLabels.ts'
import styles from './Charts.module.css'

interface TimeAxisProps {
  /** The ends of the axis, ms since the epoch. */
  from: number
  to: number
  /** Where it begins, how long it is, and where its line lies, px. */
  left: number
  width: number
  top: number
}

/** Round moments of local time below a chart, UTC on hover. Stands in an `svg`. */
export function TimeAxis({ from, to, left, width, top }: TimeAxisProps) {
  // The labels have the size of the small type, which is larger while presenting.
  const textSize = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--text-xs'))
  return (
    <g className={styles.axis}>
      <line x1={left} x2={left + width} y1={top} y2={top} />
      {fitLabels(from, to, width, textSize).map(({ at, x, label, labelX }) => (
        <g key={at}>
          <line x1={left + x} x2={left + x} y1={top} y2={top + 4} />
          {label !== '' && (
            <text x={left + labelX} y={top + 14}>
              <title>{rateWords.utc(new Date(at).toISOString())}</title>
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}
