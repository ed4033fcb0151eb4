import type { Timing } from '../../shared/wireTypes.ts'
import { formatDuration } from '../ui/format.ts'

export interface TimingRemark {
  id: 'answer' | 'repetition' | 'clock' | 'fetched'
  /** A few words. */
  word: string
  /** The whole sentence, where the words are not enough. */
  why: string | null
  look: 'good' | 'warn' | 'plain'
}

/**
 * What the times of a delivery tell: whether the service would have waited for the answer, whether it sent the
 * notification again, what its clock does. Pure.
 */
export function timingRemarks(timing: Timing): TimingRemark[] {
  const [answer = '', ...rest] = timing.notes
  const repeated = timing.kind === 'retry' || timing.kind === 'duplicate' ? (rest.shift() ?? null) : null
  return [
    answerRemark(timing, answer),
    ...(repeated === null
      ? []
      : [
          {
            id: 'repetition' as const,
            word: `${timing.kind === 'retry' ? 'Retry' : 'Duplicate'}, delivery ${timing.nth} of ${timing.of}`,
            why: repeated,
            look: 'warn' as const,
          },
        ]),
    ...(rest.length === 0
      ? []
      : [{ id: 'clock' as const, word: clockWord(timing), why: rest.join(' '), look: 'warn' as const }]),
    ...fetchedRemark(timing),
  ]
}

function answerRemark({ inTime }: Timing, sentence: string): TimingRemark {
  if (inTime === null) return { id: 'answer', word: 'Time of the answer not known', why: sentence, look: 'plain' }
  if (!inTime) return { id: 'answer', word: 'Answered after the 3 s limit', why: sentence, look: 'warn' }
  // What was answered in time but not with a 2xx has more to say than that.
  const refused = sentence.includes('Only a 2xx')
  return { id: 'answer', word: 'Answered within the 3 s limit', why: refused ? sentence : null, look: 'good' }
}

function clockWord({ senderClockAheadMs }: Timing): string {
  return senderClockAheadMs === null
    ? 'Clocks differ, or the way is slow'
    : `Sender's clock ahead by ${atLeast(senderClockAheadMs)} or more`
}

/** Rounded down: what is said to be the least must not be more than was seen. */
function atLeast(ms: number): string {
  if (ms < 1000) return `${Math.floor(ms)} ms`
  if (ms < 120_000) return `${Math.floor(ms / 1000)} s`
  return ms < 7_200_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}

function fetchedRemark({ legs: { receivedToFetched } }: Timing): TimingRemark[] {
  if (receivedToFetched === null) return []
  return [
    { id: 'fetched', word: `Fetched ${formatDuration(receivedToFetched)} after it came`, why: null, look: 'plain' },
  ]
}
