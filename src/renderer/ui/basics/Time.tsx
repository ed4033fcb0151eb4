import { useEffect, useState } from 'react'
import { formatClock, formatDay, formatTicking, isToday, tickMs } from '../../text/format.ts'
import { uiWords } from '../words.ts'

interface TimeProps {
  /** ISO 8601, UTC. */
  at: string
  /** `clock`: 14:05:09.123; `full`: with the day; `moment`: with the day where that is not today; `ago`: 12 s ago. */
  form?: 'clock' | 'full' | 'moment' | 'ago'
}

/** A time in the local zone, with UTC on hover. */
export function Time({ at, form = 'full' }: TimeProps) {
  if (form === 'ago') return <Ago at={at} />
  const hasDay = form === 'full' || (form === 'moment' && !isToday(at))
  return (
    <time dateTime={at} title={uiWords.utc(at)} className="numbers">
      {hasDay ? `${formatDay(at)}, ${formatClock(at)}` : formatClock(at)}
    </time>
  )
}

function Ago({ at }: { at: string }) {
  const now = useNow(tickMs)
  return (
    <time dateTime={at} title={uiWords.localAndUtc(`${formatDay(at)}, ${formatClock(at)}`, at)} className="numbers">
      {formatTicking(at, now)}
    </time>
  )
}

/** The current time in milliseconds, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
