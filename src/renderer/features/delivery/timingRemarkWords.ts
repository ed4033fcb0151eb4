import type { TimingRemark as Remark } from '../../../shared/codes/timingRemarks.ts'
import type { Timing } from '../../../shared/wireTypes.ts'
import { timingSentence } from '../../../shared/words/timing.ts'
import { formatDuration } from '../../text/format.ts'

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
  const { remarks } = timing
  const clock = remarks.filter(({ code }) => kindOf[code] === 'clock').map(timingSentence)
  return [
    ...remarks.filter(({ code }) => kindOf[code] === 'answer').map(answerRemark),
    ...remarks.flatMap((remark) =>
      remark.code === 'sent-again' || remark.code === 'sent-twice' ? [repetitionRemark(remark)] : [],
    ),
    ...(clock.length === 0
      ? []
      : [{ id: 'clock' as const, word: clockWord(timing), why: clock.join(' '), look: 'warn' as const }]),
    ...fetchedRemark(timing),
  ]
}

/** What a remark is about. */
const kindOf: Record<Remark['code'], 'answer' | 'repetition' | 'clock'> = {
  'answered-in-time': 'answer',
  'answered-not-2xx': 'answer',
  'answered-late': 'answer',
  'answer-time-unknown': 'answer',
  'sent-again': 'repetition',
  'sent-twice': 'repetition',
  'came-before-sent': 'clock',
  'clock-ahead': 'clock',
  'clock-behind-or-waiting': 'clock',
  'sent-time-implausible': 'clock',
}

function answerRemark(remark: Remark): TimingRemark {
  const why = timingSentence(remark)
  if (remark.code === 'answer-time-unknown') {
    return { id: 'answer', word: 'Time of the answer not known', why, look: 'plain' }
  }
  if (remark.code === 'answered-late') {
    return { id: 'answer', word: 'Answered after the 3 s limit', why, look: 'warn' }
  }
  // What was answered in time but not with a 2xx has more to say than that.
  const isReceipt = remark.code === 'answered-in-time'
  return { id: 'answer', word: 'Answered within the 3 s limit', why: isReceipt ? null : why, look: 'good' }
}

function repetitionRemark(remark: Extract<Remark, { code: 'sent-again' | 'sent-twice' }>): TimingRemark {
  const { nth, of } = remark.fields
  const word = `${remark.code === 'sent-again' ? 'Retry' : 'Duplicate'}, delivery ${nth} of ${of}`
  return { id: 'repetition', word, why: timingSentence(remark), look: 'warn' }
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
