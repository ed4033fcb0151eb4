import { useAppState } from '../state/useApp.ts'
import { useNow } from '../ui/useNow.ts'
import { countOf } from '../ui/format.ts'
import { arrivalsPerSlice } from './arrivals.ts'

const slices = 30
const sliceMs = 2000
const height = 16

/** Arrivals of the last minute, a bar for two seconds. Of all environments: it is the machine's pulse. */
export function RateSparkline() {
  const items = useAppState((state) => state.feed.window)
  const now = useNow(sliceMs)
  const counts = arrivalsPerSlice(items, now, slices, sliceMs)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const top = Math.max(4, ...counts)
  const bars = counts.map((count, slice) => ({
    count,
    x: slice * 3,
    tall: count === 0 ? 1 : Math.max(2, (count / top) * height),
  }))
  return (
    <span className="sparkline" title={`${countOf(total, 'delivery', 'deliveries')} in the last minute`}>
      <svg width={slices * 3} height={height} aria-hidden="true">
        {bars.map(({ count, x, tall }) => (
          <rect key={x} x={x} y={height - tall} width="2" height={tall} data-some={count > 0 || undefined} />
        ))}
      </svg>
      <span className="muted numbers">{total}/min</span>
    </span>
  )
}
