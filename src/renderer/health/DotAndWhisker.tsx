import type { Percentiles } from './latencyRows.ts'

interface DotAndWhiskerProps {
  percentiles: Percentiles
  xOf: (value: number) => number
  y: number
}

/** A dot for half of them, a bar for 95 in 100, an end for 99 in 100: told apart by shape alone. */
export function DotAndWhisker({ percentiles: { p50, p95, p99 }, xOf, y }: DotAndWhiskerProps) {
  const [half, most, end] = [xOf(p50), xOf(p95), xOf(p99)]
  return (
    <g className="whisker">
      <line className="whisker-line" x1={half} x2={end} y1={y} y2={y} />
      <line className="whisker-end" x1={end} x2={end} y1={y - 4} y2={y + 4} />
      <rect className="whisker-most" x={most - 2} y={y - 6} width={4} height={12} />
      {p50 > 0 ? (
        <circle className="whisker-half" cx={half} cy={y} r={4.5} />
      ) : (
        // Clocks that differ make times of less than nothing: they lie before the scale.
        <path className="whisker-half" d={`M${half - 1} ${y}l8 -5v10z`} />
      )}
    </g>
  )
}
