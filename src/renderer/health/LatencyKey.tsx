import { latencyWords } from '../words/health.ts'

/** What the marks of the latency charts mean, for the eye: screen readers hear the numbers. */
export function LatencyKey({ showsLimit }: { showsLimit: boolean }) {
  return (
    <p className="latency-key muted" aria-hidden="true">
      <svg className="whisker" width="10" height="12">
        <circle className="whisker-half" cx="5" cy="6" r="4.5" />
      </svg>
      {latencyWords.half}
      <svg className="whisker" width="4" height="12">
        <rect className="whisker-most" width="4" height="12" />
      </svg>
      {latencyWords.most}
      <svg className="whisker" width="14" height="12">
        <line className="whisker-line" x1="0" x2="13" y1="6" y2="6" />
        <line className="whisker-end" x1="13" x2="13" y1="2" y2="10" />
      </svg>
      {latencyWords.nearlyAll}
      {showsLimit && (
        <>
          <svg width="4" height="12">
            <line className="latency-limit" x1="2" x2="2" y1="0" y2="12" />
          </svg>
          {latencyWords.limit}
        </>
      )}
    </p>
  )
}
